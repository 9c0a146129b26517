import { subscribe } from 'valtio'
import { fail, ok, type Result } from '#contract/result'
import { countSimulazioni, onScadenza, pushSimulazioni } from './spedizione.ts'
import { deliverScadute, onScadute } from './state/aperte.ts'
import { call } from './state/api.ts'
import { archivio, withArchivio } from './state/archivio.ts'
import { showToast } from './state/avvisi.ts'
import { sessione } from './state/credenziale.ts'
import { gather, onNovita } from './state/novita.ts'
import { oraIso, rete } from './state/rete.ts'
import { startSalute } from './state/salute.ts'
import { registerPush, sincronia } from './state/sincronia.ts'
import { registerLavoro } from './state/sincronizzazione.ts'
import { createPianificatore, type StatoInvio } from './sync/pianificatore.ts'
import { pullBanca } from './sync/pull.ts'
import { type EsitoPush, pushRisposte } from './sync/push.ts'
import { aperte } from './text/aperte.ts'

const FERMA: EsitoPush = { inviate: 0, rifiutate: 0 }

/** Why nothing can travel now; null when it can. */
function impedimento(): Result<never> | null {
  if (!sessione.credenziale || sessione.scaduta) return fail('SESSIONE_SCADUTA')
  return rete.online ? null : fail('RETE_ASSENTE')
}

async function countWaiting(): Promise<void> {
  if (archivio.stato !== 'aperto') return
  const db = await withArchivio()
  const esito = db.ok ? await db.value.countUnsynced() : db
  if (esito.ok) sincronia.in_attesa = esito.value.totale
  if (db.ok) await countSimulazioni(db.value)
}

/** A push that waits longer for the one of another tab is tried again later, milliseconds. */
const TURNO_MS = 60_000

/** One tab of the account pushes at a time: what the first has sent, the next finds nothing of. */
async function push(): Promise<Result<EsitoPush>> {
  // Nobody is signed in, or the store does not answer: what waits is sent later.
  if (archivio.stato !== 'aperto') return ok(FERMA)
  const no = impedimento()
  if (no) return no
  // Without locks only the owner of the store pushes.
  if (!navigator.locks) return archivio.proprietario ? pushNow() : ok(FERMA)
  const signal = AbortSignal.timeout(TURNO_MS)
  return navigator.locks
    .request(`idoneo-invio-${archivio.id_utente}`, { signal }, () => pushNow())
    .catch((e: unknown) => fail('SERVIZIO_NON_PRONTO', { detail: String(e) }))
}

async function pushNow(): Promise<Result<EsitoPush>> {
  const db = await withArchivio()
  if (!db.ok) return db
  // First what loses its place in a ranking when it is late (D24).
  const simulazioni = await pushSimulazioni(db.value)
  const esito = await pushRisposte(db.value, (args) => call('invia_risposte_concorso', args))
  if (esito.ok) sincronia.ultima = oraIso()
  await countWaiting()
  return simulazioni.ok ? esito : simulazioni
}

async function pull(id_concorso: number): Promise<Result<{ cambiate: number }>> {
  const no = impedimento()
  if (no) return no
  const db = await withArchivio()
  if (!db.ok) return db
  const esito = await pullBanca(db.value, (args) => call('risposte_concorso', args), id_concorso)
  if (esito.ok) sincronia.ultima = oraIso()
  else console.warn('pull', esito.error.codice, esito.error.detail ?? '')
  await countWaiting()
  return esito
}

const FASE = { fermo: 'ferma', in_attesa: 'ferma', in_corso: 'in_corso', rinviato: 'rinviata' } as const

function tell(stato: StatoInvio): void {
  // An empty push at rest is nothing to show.
  sincronia.fase =
    stato.fase === 'in_corso' && sincronia.in_attesa + sincronia.simulazioni === 0 ? 'ferma' : FASE[stato.fase]
  if (stato.fase === 'rinviato') console.warn('push', stato.guasto.codice, stato.guasto.detail ?? '')
}

let avviata = false

/** Sends what waits in the background, and at once when the network is back or the page is left (spec §4, reliability §4.5). */
export function startSincronizzazione(): void {
  if (avviata) return
  avviata = true
  startSalute()
  const pianificatore = createPianificatore(push, tell, {
    now: () => Date.now(),
    setTimeout: (f, ms) => setTimeout(f, ms),
    clearTimeout: (t) => clearTimeout(t as ReturnType<typeof setTimeout>),
  })
  registerPush(pianificatore.flush)
  onScadenza(pianificatore.changed)
  onScadute((quante) => showToast({ testo: aperte.scadute(quante) }))
  // What another tab changed counts here too; the owner sends it if that tab is gone before it could.
  const count = gather(countWaiting)
  onNovita(({ tipo }) => {
    if (tipo === 'record' || tipo === 'annullata' || tipo === 'inviate' || tipo === 'ricevute') count()
    if ((tipo === 'record' || tipo === 'annullata') && archivio.proprietario) pianificatore.changed()
  })
  registerLavoro({
    changed: () => {
      void countWaiting()
      pianificatore.changed()
    },
    pull,
  })
  const flush = () => {
    if (sincronia.in_attesa + sincronia.simulazioni > 0 && !impedimento()) void pianificatore.flush()
  }
  addEventListener('online', () => queueMicrotask(flush))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush()
  })
  // The store opens with answers of an earlier visit, or the person has signed in again.
  let prima = archivio.stato
  subscribe(archivio, () => {
    const aperto = archivio.stato === 'aperto' && prima !== 'aperto'
    prima = archivio.stato
    if (aperto) void deliverScadute()
    if (aperto && sincronia.in_attesa > 0) pianificatore.changed()
    else if (aperto) void countWaiting()
  })
  subscribe(sessione, () => sessione.credenziale && !sessione.scaduta && flush())
  if (archivio.stato !== 'aperto') return
  void deliverScadute()
  flush()
}
