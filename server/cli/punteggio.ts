import { readFile } from 'node:fs/promises'
import type { ZodMiniType } from 'zod/mini'
import { writtenProva, writtenRegolamento } from '#contract/regolamento'
import type { Regolamento, WrittenRegolamento } from '#rules/regolamento/types'
import { checkWritten } from '../simulazioni/regole.ts'
import { scoreDocument } from '../simulazioni/score-document.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, WrongUsage } from './exit.ts'

export const PUNTEGGIO_OPTIONS = optionsOf(['regole', 'risposte'], ['json'])

/** Reads a JSON document of a shape; the refusal names each defect. */
export async function readJson<T>(file: string, schema: ZodMiniType<T>): Promise<T> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Impossible(`${file} non si legge (${error.message})`)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Impossible(`${file} non è JSON (${(error as Error).message})`)
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  throw new Impossible(`${file}: ${first?.path.join('.') || 'documento'}: ${first?.message ?? 'forma errata'}`)
}

/** Returns consistent rules; throws a refusal with every contradiction in words. */
function checkRegole(file: string, written: WrittenRegolamento): Regolamento {
  const checked = checkWritten(written)
  if (checked.ok) return checked.regolamento
  throw new Impossible(`${file}: ${checked.frasi.join('; ')}`)
}

const ESITI = {
  superata: 'prova superata',
  non_superata: 'prova non superata',
  in_graduatoria: 'soglie superate: decide la graduatoria',
  senza_soglia: 'nessuna soglia da superare',
}

const it = new Intl.NumberFormat('it', { maximumFractionDigits: 3 })

/** `punteggio --regole R --risposte S [--json]`: scores a trial by a call's rules with the simulator's code (D23). */
export async function punteggio(
  others: string[],
  { regole, risposte, json }: { regole?: string; risposte?: string; json?: boolean },
  { out }: Pick<Environment, 'out'>,
): Promise<Codice> {
  if (others.length > 0 || !regole || !risposte) throw new WrongUsage('punteggio vuole --regole FILE e --risposte FILE')
  const regolamento = checkRegole(regole, await readJson(regole, writtenRegolamento))
  const result = scoreDocument(regolamento, await readJson(risposte, writtenProva))
  if (json) {
    out(JSON.stringify(result))
    return DONE
  }
  out(`Punteggio ${it.format(result.totale)} su ${it.format(result.massimo)}: ${ESITI[result.esito]}`)
  if (result.in_scala !== undefined) out(`In scala: ${it.format(result.in_scala)}`)
  out(`Corrette ${result.corrette}, errate ${result.errate}, intermedie ${result.intermedie}, omesse ${result.omesse}`)
  if (result.non_valutate > 0) out(`Senza chiave, non valgono per nessuno: ${result.non_valutate}`)
  out(
    `Punti persi: ${it.format(result.persi.errate)} con gli errori, ${it.format(result.persi.intermedie)} con le intermedie, ${it.format(result.persi.omesse)} con le omesse`,
  )
  if (result.sezioni.length > 1)
    for (const s of result.sezioni) out(`  ${s.nome}: ${it.format(s.punti)} su ${it.format(s.massimo)}`)
  for (const s of result.soglie)
    out(`Soglia ${s.sezione ?? 'totale'} ${it.format(s.minimo)}: ${s.superata ? 'superata' : 'non superata'}`)
  if (result.posizione !== undefined) out(`Posizione ${result.posizione} su ${result.partecipanti}`)
  return DONE
}
