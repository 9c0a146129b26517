import { writtenSimulazione } from '#contract/written-simulazione'
import { withArticolo } from '#rules/articolo'
import { readDay } from '../day.ts'
import { publishSimulazione } from '../simulazioni/publish.ts'
import { isAction } from '../simulazioni/status.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'
import { checkRegole, readJson } from './punteggio.ts'
import { changeSimulazione, readId } from './simulazione-stato.ts'

export const SIMULAZIONE_OPTIONS = optionsOf(['concorso', 'fino'], ['json'])
type Options = ValuesOf<typeof SIMULAZIONE_OPTIONS>

/** Parses the last instant to begin, as the document has it. Refuses a past one: nobody could begin. */
function readDeadline(file: string, text: string | undefined, ora: Date): Date | null {
  if (text === undefined) return null
  const expiry = readDay(text)
  if (expiry === null) throw new Impossible(`${file}: scadenza vuole una data AAAA-MM-GG, non "${text}"`)
  if (expiry <= ora) throw new Impossible(`${file}: la scadenza ${text} è già passata`)
  return expiry
}

/**
 * `simulazione FILE --concorso ID [--json]`: publishes an official simulation with a fixed draw, whole or not at all (D24).
 * `simulazione chiudi|ritira|riapri ID` changes one that is published.
 */
export async function simulazione(
  [file, ...others]: string[],
  { concorso, fino, json }: Options,
  environment: Environment,
): Promise<Codice> {
  const { out, withDeps } = environment
  const [id, ...extra] = others
  if (isAction(file)) {
    if (id === undefined || extra.length > 0 || concorso !== undefined)
      throw new WrongUsage(`simulazione ${file} vuole il numero di una simulazione`)
    return changeSimulazione(file, id, { ...(fino !== undefined && { fino }), ...(json && { json }) }, environment)
  }
  if (!file || others.length > 0 || !concorso || fino !== undefined)
    throw new WrongUsage('simulazione vuole un file e --concorso ID')
  const id_concorso = readId(concorso, '--concorso')
  const written = await readJson(file, writtenSimulazione)
  const { descrizione: _descrizione, materie: _materie, scadenza: _scadenza, ...regole } = written
  const regolamento = checkRegole(file, regole)
  const { id_simulazione, composed, expiry } = await withDeps(({ db, now: clock }) =>
    db.tx(async (q) => {
      const now = clock()
      const scadenza = readDeadline(file, written.scadenza, now)
      const published = await publishSimulazione(q, written, { file, regolamento, id_concorso, scadenza, now })
      return { ...published, expiry: scadenza?.toISOString() ?? null }
    }),
  )
  const { descrizione, durata, estrazione, materie } = composed
  if (json) {
    const numero_domande = estrazione.length
    out(
      JSON.stringify({
        id_simulazione,
        id_concorso,
        numero_domande,
        durata,
        data_scadenza: expiry,
        materie,
        estrazione,
      }),
    )
  } else {
    out(`Simulazione ${id_simulazione} pubblicata: ${descrizione}`)
    out(
      `${estrazione.length} quesiti in ${durata}, sorteggio fisso${expiry ? `, fino ${withArticolo('al', expiry)}` : ''}`,
    )
    for (const { materia, numero } of materie) out(`  ${numero} di ${materia}`)
  }
  return DONE
}
