import { proxy, ref } from 'valtio'
import type { RispostaDi } from '#contract/chiamate'
import type { ProvaSalvata } from '#contract/prova'
import type { Guasto } from '#contract/result'
import type { Simulazione } from '#contract/schemi'
import { instantOf } from '#rules/data'
import { call } from './api.ts'
import { onCambioUtente } from './credenziale.ts'
import { adessoServer } from './prova-avvio.ts'
import { oraIso } from './rete.ts'
import { onArchivio } from './scrittura.ts'
import { catchUp } from './simulazione-ripresa.ts'

export type EsitiSimulazione = RispostaDi<'esiti_simulazione'>

/** What this device knows of a simulation: a sitting under way, one that waits to be sent. */
export type Locale = { id: string; id_simulazione: number; nome: string | null; resto: number | null }

/** The simulations of the bank on screen [SC16]. */
export const simulazioni = proxy({
  id_concorso: null as number | null,
  fase: 'caricamento' as 'caricamento' | 'pronte' | 'guasto',
  guasto: null as Guasto | null,
  elenco: [] as Simulazione[],
  /** The last five attempts [SI3], as the server knows them; absent until they arrive. */
  esiti: {} as Record<number, EsitiSimulazione>,
  in_corso: [] as Locale[],
  da_spedire: [] as Locale[],
})
onCambioUtente(() =>
  Object.assign(simulazioni, { id_concorso: null, elenco: [], esiti: {}, in_corso: [], da_spedire: [] }),
)

/** Most of them that one bank shows. */
const QUANTE = 50

/** Reads the list of a bank and what this device has of it; the attempts come one simulation at a time, after the list. */
export async function loadSimulazioni(id_concorso: number): Promise<void> {
  if (simulazioni.id_concorso !== id_concorso)
    Object.assign(simulazioni, { id_concorso, elenco: [], esiti: {}, in_corso: [], da_spedire: [] })
  simulazioni.fase = simulazioni.elenco.length > 0 ? 'pronte' : 'caricamento'
  await readLocali()
  const esito = await call('simulazioni', { query: { id_concorso, attiva: 'true', size: QUANTE } })
  if (simulazioni.id_concorso !== id_concorso) return
  if (!esito.ok) {
    simulazioni.guasto = ref(esito.guasto)
    // A list that is here already is better than none.
    if (simulazioni.elenco.length === 0) simulazioni.fase = 'guasto'
    return
  }
  simulazioni.elenco = esito.valore.elementi
  simulazioni.guasto = null
  simulazioni.fase = 'pronte'
  for (const { id_simulazione } of esito.valore.elementi) {
    const esiti = await call('esiti_simulazione', { query: { id_simulazione } })
    if (simulazioni.id_concorso !== id_concorso) return
    if (!esiti.ok) continue
    simulazioni.esiti[id_simulazione] = esiti.valore
    await closeDelivered(esiti.valore)
  }
}

/** A sitting that goes on here, and was delivered on another device, ends here too. */
async function closeDelivered({ elementi }: EsitiSimulazione): Promise<void> {
  const finite = simulazioni.in_corso.filter((l) => elementi.some((e) => e.gettone === l.id))
  for (const { id, id_simulazione } of finite) {
    const seduta = await onArchivio((db) => db.readSeduta({ id }))
    if (seduta.ok) await catchUp(id, id_simulazione, seduta.valore.id_domande)
  }
  if (finite.length > 0) await readLocali()
}

const toLocale = ({ id, simulazione, regole, resto }: ProvaSalvata): Locale[] =>
  simulazione ? [{ id, id_simulazione: simulazione.id_simulazione, nome: regole.nome ?? null, resto }] : []

/** Whether it cannot be begun any more; `adesso` by the server's clock. What is under way goes on until its own end. */
export const isConclusa = ({ data_scadenza }: Pick<Simulazione, 'data_scadenza'>, adesso: number): boolean =>
  data_scadenza !== null && instantOf(data_scadenza) <= adesso

/** Sittings under way whose time is not over, and those that wait to be sent. */
export async function readLocali(): Promise<void> {
  const aperte = await onArchivio((db) => db.listInCorso({ at: oraIso(adessoServer()) }))
  const attesa = await onArchivio((db) => db.listDaSpedire())
  if (aperte.ok) simulazioni.in_corso = aperte.valore.filter((p) => p.resto !== 0).flatMap(toLocale)
  if (attesa.ok) simulazioni.da_spedire = attesa.valore.filter((p) => p.consegna !== null).flatMap(toLocale)
}
