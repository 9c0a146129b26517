import { proxy, ref } from 'valtio'
import type { RispostaDi } from '#contract/chiamate'
import type { ProvaSalvata } from '#contract/prova'
import type { Failure } from '#contract/result'
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
/** A sitting under way: where it goes on, and every bank that its questions are of. */
export type Viva = Locale & { id_concorso: number; banche: readonly number[] }

/** The simulations of the bank on screen [SC16]. */
export const simulazioni = proxy({
  id_concorso: null as number | null,
  fase: 'caricamento' as 'caricamento' | 'pronte' | 'guasto',
  guasto: null as Failure | null,
  elenco: [] as Simulazione[],
  /** The last five attempts [SI3], as the server knows them; absent until they arrive. */
  esiti: {} as Record<number, EsitiSimulazione>,
  in_corso: [] as Viva[],
  da_spedire: [] as Locale[],
  /** Given up here, and the server does not know it yet. */
  abbandonate: [] as Locale[],
})
const vuote = () => ({ elenco: [], esiti: {}, in_corso: [], da_spedire: [], abbandonate: [] })
onCambioUtente(() => Object.assign(simulazioni, { id_concorso: null, ...vuote() }))

/** Most of them that one bank shows. */
const QUANTE = 50

/** Reads the list of a bank and what this device has of it; the attempts come one simulation at a time, after the list. */
export async function loadSimulazioni(id_concorso: number): Promise<void> {
  if (simulazioni.id_concorso !== id_concorso) Object.assign(simulazioni, { id_concorso, ...vuote() })
  simulazioni.fase = simulazioni.elenco.length > 0 ? 'pronte' : 'caricamento'
  await readLocali()
  const esito = await call('simulazioni', { query: { id_concorso, attiva: 'true', size: QUANTE } })
  if (simulazioni.id_concorso !== id_concorso) return
  if (!esito.ok) {
    simulazioni.guasto = ref(esito.error)
    // A list that is here already is better than none.
    if (simulazioni.elenco.length === 0) simulazioni.fase = 'guasto'
    return
  }
  simulazioni.elenco = esito.value.elementi
  simulazioni.guasto = null
  simulazioni.fase = 'pronte'
  for (const { id_simulazione } of esito.value.elementi) {
    const esiti = await call('esiti_simulazione', { query: { id_simulazione } })
    if (simulazioni.id_concorso !== id_concorso) return
    if (!esiti.ok) continue
    simulazioni.esiti[id_simulazione] = esiti.value
    await closeDelivered(esiti.value)
  }
}

/** A sitting that goes on here, and was delivered on another device, ends here too. */
async function closeDelivered({ elementi }: EsitiSimulazione): Promise<void> {
  const finite = simulazioni.in_corso.filter((l) => elementi.some((e) => e.gettone === l.id))
  for (const { id, id_simulazione } of finite) {
    const seduta = await onArchivio((db) => db.readSeduta({ id }))
    if (seduta.ok) await catchUp(id, id_simulazione, seduta.value.id_domande)
  }
  if (finite.length > 0) await readLocali()
}

const toLocale = ({ id, simulazione, regole, resto }: ProvaSalvata): Locale[] =>
  simulazione ? [{ id, id_simulazione: simulazione.id_simulazione, nome: regole.nome ?? null, resto }] : []

/** Whether it cannot be begun any more; `adesso` by the server's clock. What is under way goes on until its own end. */
export const isConclusa = ({ data_scadenza }: Pick<Simulazione, 'data_scadenza'>, adesso: number): boolean =>
  data_scadenza !== null && instantOf(data_scadenza) <= adesso

async function toViva(locale: Locale): Promise<Viva[]> {
  const letta = await onArchivio((db) => db.readSeduta({ id: locale.id }))
  if (!letta.ok) return []
  const { id_concorso, id_concorsi } = letta.value
  return [{ ...locale, id_concorso, banche: [...new Set([id_concorso, ...id_concorsi])] }]
}

/** Sittings under way whose time is not over, and those that wait to be sent. */
export async function readLocali(): Promise<void> {
  const aperte = await onArchivio((db) => db.listInCorso({ at: oraIso(adessoServer()) }))
  const attesa = await onArchivio((db) => db.listDaSpedire())
  if (aperte.ok) {
    const vive = aperte.value.filter((p) => p.resto !== 0).flatMap(toLocale)
    simulazioni.in_corso = (await Promise.all(vive.map(toViva))).flat()
  }
  if (!attesa.ok) return
  simulazioni.da_spedire = attesa.value.filter((p) => p.consegna !== null).flatMap(toLocale)
  simulazioni.abbandonate = attesa.value.filter((p) => p.consegna === null).flatMap(toLocale)
}

/** Whether the account goes on with it on another device: the server has it open, and this one neither has it nor gave it up. */
export const isAltrove = (
  { id_simulazione, in_corso = false }: Pick<Simulazione, 'id_simulazione' | 'in_corso'>,
  qui: { readonly in_corso: readonly Locale[]; readonly abbandonate: readonly Locale[] },
): boolean => in_corso && [...qui.in_corso, ...qui.abbandonate].every((l) => l.id_simulazione !== id_simulazione)

/** Sittings under way here that are of a bank and that no list tells: they go on all the same. */
export const senzaElenco = (
  vive: readonly Viva[],
  elenco: readonly Pick<Simulazione, 'id_simulazione'>[],
  id_concorso: number,
): Viva[] =>
  vive.filter((l) => l.banche.includes(id_concorso) && elenco.every((s) => s.id_simulazione !== l.id_simulazione))
