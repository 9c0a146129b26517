import { writtenSimulazione } from '#contract/written-simulazione'
import { withArticolo } from '#rules/articolo'
import { publishSimulazione } from '../simulazioni/publish.ts'
import { isAction } from '../simulazioni/status.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'
import { readJson } from './punteggio.ts'
import { changeSimulazione, readId } from './simulazione-stato.ts'

export const SIMULAZIONE_OPTIONS = optionsOf(['concorso', 'fino'], ['json'])
type Options = ValuesOf<typeof SIMULAZIONE_OPTIONS>

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
  const { id_simulazione, plan } = await withDeps(({ db, now: clock }) =>
    db.tx(async (q) => {
      const published = await publishSimulazione(q, written, { id_concorso, now: clock() })
      if (!published.ok) throw new Impossible(`${file}: ${published.frasi.join('; ')}`)
      return published
    }),
  )
  const [opening, expiry] = [plan.apertura?.toISOString() ?? null, plan.scadenza?.toISOString() ?? null]
  const { descrizione, durata, estrazione, materie } = plan.composed
  if (json) {
    const numero_domande = estrazione.length
    out(
      JSON.stringify({
        id_simulazione,
        id_concorso,
        numero_domande,
        durata,
        data_apertura: opening,
        data_scadenza: expiry,
        materie,
        estrazione,
      }),
    )
  } else {
    out(`Simulazione ${id_simulazione} pubblicata: ${descrizione}`)
    out(
      `${estrazione.length} quesiti in ${durata}, sorteggio fisso${opening ? `, ${withArticolo('dal', opening)}` : ''}${expiry ? `, fino ${withArticolo('al', expiry)}` : ''}`,
    )
    for (const { materia, numero } of materie) out(`  ${numero} di ${materia}`)
  }
  return DONE
}
