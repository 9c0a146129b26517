import { proxy, ref, snapshot, subscribe } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { type Failure, fail, ok, type Result } from '#contract/result'
import type { Concorso } from '#contract/schemi'
import { call } from './api.ts'
import { archivio, openArchivio, withArchivio } from './archivio.ts'
import { onCambioUtente, sessione } from './credenziale.ts'
import { keepIstantanea, readIstantanea } from './istantanea.ts'
import { changesCifre, gather, onNovita } from './novita.ts'
import { rete } from './rete.ts'
import { sincronia } from './sincronia.ts'
import { recordChanged } from './sincronizzazione.ts'

/** The banks of the account, as the local store knows them. */
export const banche = proxy({
  elenco: [] as BancaLocale[],
  /** `istantanea`: what was here at the last visit, while the store opens. */
  fase: 'mai' as 'mai' | 'istantanea' | 'pronte' | 'guasto',
  guasto: null as Failure | null,
  /** Hidden while their deletion can still be taken back. */
  nascoste: [] as number[],
})

function restore(): void {
  if (banche.fase !== 'mai') return
  const letta = readIstantanea()
  if (!letta) return
  banche.elenco = letta.elenco
  banche.fase = 'istantanea'
  // Only a number on the badge: what is sent is counted by the store.
  if (sincronia.in_attesa === 0) sincronia.in_attesa = letta.in_attesa
}

/** Shows a list that the store gave and keeps its picture for the next first paint. */
export function showBanche(elenco: BancaLocale[]): void {
  banche.elenco = elenco
  banche.fase = 'pronte'
  banche.guasto = null
  keepIstantanea({ elenco, in_attesa: sincronia.in_attesa })
}

onCambioUtente(() => Object.assign(banche, { elenco: [], fase: 'mai', guasto: null, nascoste: [] }))

// Before the first screen is drawn, so that it is drawn with the picture.
restore()
if (typeof window !== 'undefined')
  addEventListener('pagehide', () => {
    if (banche.fase === 'pronte') keepIstantanea({ elenco: banche.elenco, in_attesa: sincronia.in_attesa })
  })

/** The picture at once, then the store, then what the server says; offline the store is enough. */
export async function loadBanche(): Promise<void> {
  restore()
  const chi = utente()
  const aperto = await openArchivio()
  // Another account signed in meanwhile: it asks for itself.
  if (chi !== utente()) return
  if (!aperto.ok) return miss(aperto.error)
  const primaVolta = aperto.value.banche.length === 0
  const qui = !primaVolta || !rete.online ? await reloadBanche() : ok(null)
  const esito = rete.online ? await pullElenco() : qui
  if (esito.ok || banche.fase === 'pronte' || chi !== utente()) return
  // Nothing is here any more: a picture would show what cannot be opened.
  if (primaVolta) banche.elenco = []
  miss(esito.error)
}

/** The list did not come. What was painted of it stays: a screen says whether it shows that. */
function miss(guasto: Failure): void {
  banche.fase = 'guasto'
  banche.guasto = ref(guasto)
}

// Whoever asked first was told that the store did not open; somebody else asked again, and it did.
let stato: typeof archivio.stato = 'chiuso'
subscribe(archivio, () => {
  const prima = stato
  stato = archivio.stato
  if (stato === 'aperto' && prima !== 'aperto' && banche.fase === 'guasto') void reloadBanche()
})

/** Reads the list again from the store, after something changed it. */
export async function reloadBanche(): Promise<Result<null>> {
  const archivio = await withArchivio()
  if (!archivio.ok) return archivio
  const chi = utente()
  const esito = await archivio.value.listBanche()
  if (!esito.ok) return esito
  // Another account signed in meanwhile: this list is not its own.
  if (chi !== utente()) return fail('SESSIONE_SCADUTA')
  showBanche(esito.value)
  return ok(null)
}

const utente = () => sessione.credenziale?.utente.id_utente_idoneo

// Levels and progress of the list change with every answer of another tab.
const followElenco = gather(reloadBanche)
onNovita((n) => {
  if (changesCifre(n) && banche.fase === 'pronte') followElenco()
})

async function pullElenco(): Promise<Result<null>> {
  const elenco = await call('concorsi_utente')
  if (!elenco.ok) return elenco
  return registerConcorsi(elenco.value.elementi)
}

/** Writes banks of the server's list into the store. */
export async function registerConcorsi(concorsi: readonly Concorso[]): Promise<Result<null>> {
  const archivio = await withArchivio()
  if (!archivio.ok) return archivio
  const esito = await archivio.value.registerBanche({
    banche: concorsi.map((c) => ({
      id_concorso: c.id_concorso,
      concorso: c.concorso,
      ente: c.ente.ente,
      anno: c.anno,
      profilo: c.profilo,
      n_domande_totali: c.numero_domande,
      con_immagini: c.con_immagini > 0,
      data_ultimo_aggiornamento: c.data_ultimo_aggiornamento,
    })),
    versioni: Object.fromEntries(concorsi.map((c) => [c.id_concorso, c.versione])),
  })
  if (!esito.ok) return esito
  showBanche(esito.value)
  // What was refused while a bank was not in the list may go now.
  if (sincronia.in_attesa > 0) recordChanged()
  return ok(null)
}

/** Hides a bank while its deletion can be taken back, or shows it again. */
export function hideBanca(id_concorso: number, nascosta: boolean): void {
  const altre = banche.nascoste.filter((id) => id !== id_concorso)
  banche.nascoste = nascosta ? [...altre, id_concorso] : altre
}

/**
 * Removes a bank's questions from this device, and from the account's list too when asked (D15). Levels and favourites stay,
 * for the day it comes back.
 */
export async function deleteBanca(id_concorso: number, dallaLista: boolean): Promise<Result<null>> {
  if (dallaLista) {
    if (!rete.online) return fail('RETE_ASSENTE')
    const tolta = await call('elimina_concorso', { query: { id_concorso } })
    if (!tolta.ok && tolta.error.codice !== 'CONCORSO_NON_TUO') return tolta
  }
  const archivio = await withArchivio()
  if (!archivio.ok) return archivio
  const esito = await archivio.value.deleteBanca({ id_concorso, dallaLista })
  return esito.ok ? reloadBanche() : esito
}

/** The bank used last, for "Riprendi da qui"; null when none is on this device. */
export function ultimaBanca(elenco: readonly BancaLocale[]): BancaLocale | null {
  const usabili = elenco.filter((b) => b.n_domande > 0)
  const usate = usabili.filter((b) => b.ultimo_uso !== null)
  usate.sort((a, b) => Date.parse(b.ultimo_uso ?? '') - Date.parse(a.ultimo_uso ?? ''))
  return usabili.find((b) => b.selezionata) ?? usate[0] ?? usabili[0] ?? null
}

/** A plain copy for code outside of React. */
export const findBanca = (id_concorso: number): BancaLocale | null =>
  (snapshot(banche).elenco.find((b) => b.id_concorso === id_concorso) as BancaLocale | undefined) ?? null
