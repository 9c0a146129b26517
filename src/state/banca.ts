import { proxy, ref } from 'valtio'
import type { Completamento, Conteggi, Filtro, NuovaSeduta, Seduta, SedutaInBreve } from '#contract/database'
import { type Failure, fail, ok, type Result } from '#contract/result'
import { readAperte } from './aperte.ts'
import { openArchivio } from './archivio.ts'
import { banche, findBanca, loadBanche, reloadBanche } from './banche.ts'
import { onCambioUtente } from './credenziale.ts'
import { newId, newSeme } from './identita.ts'
import { changesCifre, gather, onNovita } from './novita.ts'
import { oraIso } from './rete.ts'
import { onArchivio } from './scrittura.ts'
import { pullConcorso } from './sincronizzazione.ts'

/** The bank on screen; what the list knows of it is in `banche`. */
export const dettaglio = proxy({
  id_concorso: null as number | null,
  fase: 'caricamento' as 'caricamento' | 'pronta' | 'guasto',
  guasto: null as Failure | null,
  completamento: null as Completamento | null,
  conteggi: null as Conteggi | null,
  /** The filter leaves nothing to count: the store refused it. */
  guasto_conteggi: null as Failure | null,
  /** The sittings left open, newest first. */
  aperte: ref<readonly SedutaInBreve[]>([]),
})

// Another account must not see for an instant what the one before left here [AU6].
onCambioUtente(() => {
  Object.assign(dettaglio, {
    id_concorso: null,
    fase: 'caricamento',
    guasto: null,
    completamento: null,
    conteggi: null,
  })
  Object.assign(dettaglio, { aperte: ref([]), guasto_conteggi: null })
})

/** Filters by bank as they stand in the address, for the way back to it. */
const ultimiFiltri = new Map<number, string>()
export const keepFiltri = (id_concorso: number, search: string): void => void ultimiFiltri.set(id_concorso, search)
export const lastFiltri = (id_concorso: number): string => ultimiFiltri.get(id_concorso) ?? ''

/** Opens a bank of the account: selects it [BK5], reads its figures, then asks the server for what changed elsewhere. */
export async function enterBanca(id_concorso: number | null): Promise<void> {
  Object.assign(dettaglio, { id_concorso, fase: 'caricamento', guasto: null, completamento: null, conteggi: null })
  Object.assign(dettaglio, { aperte: ref([]), guasto_conteggi: null })
  const esito = id_concorso === null ? fail('CONCORSO_NON_TROVATO') : await select(id_concorso)
  if (dettaglio.id_concorso !== id_concorso) return
  if (!esito.ok) {
    dettaglio.fase = 'guasto'
    dettaglio.guasto = ref(esito.error)
    return
  }
  dettaglio.fase = 'pronta'
  void pullQuietly(id_concorso as number)
}

async function select(id_concorso: number): Promise<Result<null>> {
  const aperto = await openArchivio()
  if (!aperto.ok) return aperto
  const letta = banche.fase === 'pronte' ? ok(null) : await reloadBanche()
  if (!letta.ok) return letta
  // A bank added on another device is not in this one's list yet.
  if (!findBanca(id_concorso)) await loadBanche()
  const scelta = await onArchivio((db) => db.selectBanca({ id_concorso, at: oraIso() }))
  if (!scelta.ok) return scelta
  await reloadBanche()
  return readFigure(id_concorso)
}

/** Reads again what the store counts: completion and the sittings left open. A bank without its file has neither. */
export async function readFigure(id_concorso: number): Promise<Result<null>> {
  const banca = findBanca(id_concorso)
  if (!banca || banca.n_domande === 0) return ok(null)
  const completamento = await onArchivio((db) => db.completamento({ id_concorso }))
  if (!completamento.ok) return completamento
  const aperte = await readAperte(id_concorso)
  if (dettaglio.id_concorso !== id_concorso) return ok(null)
  dettaglio.completamento = ref(completamento.value)
  dettaglio.aperte = ref(aperte)
  return ok(null)
}

/** What other devices answered; an error stays silent, practice needs no network (spec §4). */
async function pullQuietly(id_concorso: number): Promise<void> {
  const esito = await pullConcorso(id_concorso)
  if (!esito.ok || esito.value.cambiate === 0) return
  await reloadBanche()
  if (dettaglio.id_concorso !== id_concorso) return
  await readFigure(id_concorso)
  if (contato) void countFiltro(contato)
}

let contato: Filtro | null = null
let inCorso = false

/** The figures of the bank on screen, after another tab changed them. */
const followFigure = gather(async () => {
  const { id_concorso, fase } = dettaglio
  if (id_concorso === null || fase !== 'pronta') return
  await readFigure(id_concorso)
  if (contato?.id_concorso === id_concorso) await countFiltro(contato)
})
onNovita((n) => {
  if (changesCifre(n) && dettaglio.fase === 'pronta') followFigure()
})

/** Counts what a filter leaves. One count at a time, and only the newest filter of those that came meanwhile. */
export async function countFiltro(filtro: Filtro): Promise<void> {
  contato = filtro
  if (inCorso) return
  inCorso = true
  for (let questo: Filtro | null = null; questo !== contato; ) {
    questo = contato
    const chiesto = questo
    const esito = await onArchivio((db) => db.countDomande({ filtro: chiesto }))
    if (dettaglio.id_concorso !== chiesto.id_concorso) continue
    if (esito.ok) dettaglio.conteggi = ref(esito.value)
    dettaglio.guasto_conteggi = esito.ok ? null : ref(esito.error)
  }
  inCorso = false
}

export type Avvio = Pick<NuovaSeduta, 'filtro' | 'ordine' | 'mescola' | 'avanti_da_sola' | 'scelte'> &
  Partial<Pick<NuovaSeduta, 'tipo'>>

/** Starts a sitting: its id and its seed are made here. */
export async function startSeduta(avvio: Avvio): Promise<Result<Seduta>> {
  const { id_concorso } = avvio.filtro
  const nuova: NuovaSeduta = {
    tipo: 'ESERCITAZIONE',
    ...avvio,
    id: newId(),
    id_concorso,
    seme: newSeme(),
    at: oraIso(),
  }
  return onArchivio((db) => db.createSeduta(nuova))
}
