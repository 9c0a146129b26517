import { readFile } from 'node:fs/promises'
import type { ZodMiniType } from 'zod/mini'
import { DOMANDE_MASSIME, type ProvaScritta, provaScritta, regolamentoScritto } from '#contract/regolamento'
import { isFraIPrimi, posizioneFra } from '#rules/classifica'
import { assignSezioni } from '#rules/regolamento/assegna'
import { checkRegolamento, type DifettoRegolamento, millesimi } from '#rules/regolamento/leggi'
import { type DomandaProva, type Punteggio, scoreProva } from '#rules/regolamento/punteggio'
import type { Difficolta, Regolamento, RegolamentoScritto } from '#rules/regolamento/tipi'
import { type Codice, DONE, type Environment, Impossible, WrongUsage } from './exit.ts'

export const OPTIONS = { regole: { type: 'string' }, risposte: { type: 'string' }, json: { type: 'boolean' } } as const

const DEFECTS: Record<DifettoRegolamento['difetto'], string> = {
  decimali: 'i punti hanno al massimo tre decimali',
  durata: 'la durata è HH:MM:SS, maggiore di zero e al massimo un giorno',
  terna: 'servono tre valori: facile, media, difficile',
  quote: 'i conti dei quesiti non tornano',
  vuoto: 'serve almeno una sezione',
  negativo: 'deve essere maggiore di zero',
  incompleto: 'posti e multiplo vanno insieme',
  ripetuto: 'detto due volte',
  tempi: 'manca: se una sezione ha la sua durata, la hanno tutte',
}

/** A JSON document of a shape; what is wrong is named. */
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

/** Rules whose document makes sense; every contradiction in words otherwise. */
export function checkRegole(file: string, written: RegolamentoScritto): Regolamento {
  const parsed = checkRegolamento(written)
  if (parsed.ok) return parsed.regolamento
  throw new Impossible(`${file}: ${parsed.difetti.map((d) => `${d.campo}: ${DEFECTS[d.difetto]}`).join('; ')}`)
}

const punti = (n: number, where: string): number => {
  const m = millesimi(n)
  if (m === null) throw new Impossible(`${where}: ${DEFECTS.decimali}`)
  return m
}

/** Each question apart: those written once for many are repeated. */
function readDomande(scritte: ProvaScritta['domande']) {
  const all = scritte.reduce((n, { volte: times = 1 }) => n + times, 0)
  if (all > DOMANDE_MASSIME) throw new Impossible(`i quesiti sono ${all}, al massimo ${DOMANDE_MASSIME}`)
  return scritte.flatMap(({ volte: times = 1, ...d }) => Array.from({ length: times }, () => d))
}

function readProva(regole: Regolamento, { domande: scritte, altri_punteggi }: ProvaScritta) {
  const domande = readDomande(scritte)
  const waiting = regole.sezioni.map((s) => s.domande)
  const sum = waiting.reduce<number>((n, d) => n + (d ?? 0), 0)
  if (waiting.every((d) => d !== null) && sum !== domande.length)
    throw new Impossible(`le sezioni chiedono ${sum} quesiti e le risposte ne hanno ${domande.length}`)
  const slots = assignSezioni(regole, domande)
  return {
    domande: domande.map((d, i): DomandaProva => {
      const sezione = slots[i] ?? null
      if (sezione === null) throw new Impossible(`domande.${i}: non si capisce a quale sezione appartiene`)
      return {
        sezione,
        corretta: d.corretta ?? null,
        punti: d.punti?.map((p, k) => punti(p, `domande.${i}.punti.${k}`)) ?? null,
        difficolta: (d.difficolta as Difficolta | undefined) ?? null,
      }
    }),
    segni: domande.map(({ risposta }) => (risposta == null ? [] : [...new Set([risposta].flat())])),
    altri: altri_punteggi?.map((p, i) => punti(p, `altri_punteggi.${i}`)) ?? null,
  }
}

/** Points as people read them. */
const decimals = (n: number) => n / 1000

function describe(p: Punteggio, regole: Regolamento, others: readonly number[] | null) {
  const { primi: firsts, pari_merito } = regole.ammissione
  const maggiori = others?.filter((x) => x > p.punti).length ?? 0
  const pari = 1 + (others?.filter((x) => x === p.punti).length ?? 0)
  const decided = others !== null && p.esito === 'in_graduatoria' && firsts !== null
  const admitted = decided && isFraIPrimi({ maggiori, pari }, { primi: firsts, pari_merito })
  const account = (c: Omit<Punteggio, 'base' | 'sezioni' | 'soglie' | 'esito' | 'in_scala'>) => ({
    corrette: c.corrette,
    errate: c.errate,
    intermedie: c.intermedie,
    omesse: c.omesse,
    non_valutate: c.non_valutate,
    persi: {
      errate: decimals(c.persi_errate),
      intermedie: decimals(c.persi_intermedie),
      omesse: decimals(c.persi_omesse),
    },
  })
  return {
    totale: decimals(p.punti),
    massimo: decimals(regole.massimo ?? p.massimo),
    ...(p.in_scala === null ? {} : { in_scala: decimals(p.in_scala) }),
    ...account(p),
    sezioni: p.sezioni.map((s) => ({
      nome: s.nome,
      punti: decimals(s.punti),
      massimo: decimals(s.massimo),
      ...account(s),
    })),
    soglie: p.soglie.map((s) => ({ ...s, minimo: decimals(s.minimo), ottenuto: decimals(s.ottenuto) })),
    ...(others === null ? {} : { posizione: posizioneFra(others, p.punti), partecipanti: others.length + 1 }),
    esito: decided ? (admitted ? 'superata' : 'non_superata') : p.esito,
  }
}

const ESITI = {
  superata: 'prova superata',
  non_superata: 'prova non superata',
  in_graduatoria: 'soglie superate: decide la graduatoria',
  senza_soglia: 'nessuna soglia da superare',
}

const it = new Intl.NumberFormat('it', { maximumFractionDigits: 3 })

/** `punteggio --regole R --risposte S [--json]`: scores a trial by a call's rules, with the code of the simulator (D23). */
export async function punteggio(
  others: string[],
  { regole, risposte, json }: { regole?: string; risposte?: string; json?: boolean },
  { out }: Pick<Environment, 'out'>,
): Promise<Codice> {
  if (others.length > 0 || !regole || !risposte) throw new WrongUsage('punteggio vuole --regole FILE e --risposte FILE')
  const regolamento = checkRegole(regole, await readJson(regole, regolamentoScritto))
  const prova = readProva(regolamento, await readJson(risposte, provaScritta))
  const result = describe(scoreProva(regolamento, prova.domande, prova.segni), regolamento, prova.altri)
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
