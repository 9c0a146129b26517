import { proxy, subscribe } from 'valtio'
import { type AnnuncioRecupero, CANALE_RECUPERO, type Recupero, type StatoArchivio } from '#contract/cura'
import { isDovuta } from '#rules/cadenza'
import { archivio, withArchivio } from './archivio.ts'
import { showGuasto } from './avvisi.ts'
import { reloadBanche } from './banche.ts'
import { onCambioUtente, sessione } from './credenziale.ts'
import { oraIso, rete } from './rete.ts'
import { downloadBanca } from './scarichi.ts'
import { pullConcorso, recordChanged } from './sincronizzazione.ts'

/** How the store is. `esito`: what the last check that the person asked for came to. */
export const salute = proxy({
  stato: null as StatoArchivio | null,
  in_corso: false,
  esito: null as 'sano' | 'riparato' | 'fallita' | null,
})
onCambioUtente(() => Object.assign(salute, { stato: null, in_corso: false, esito: null }))

/** Quiet after the store has opened, before anything is checked, milliseconds. */
const DOPO_MS = 3_000
/** Every byte is checked in the background when the last time is so long ago, and the page has been open for a while. */
const OGNI_MS = 20 * 3_600_000
const CALMA_MS = 60_000

/** Reads how the store is; nothing is checked. */
export async function loadSalute(): Promise<void> {
  const db = await withArchivio()
  const stato = db.ok ? await db.value.readStatoArchivio() : db
  if (stato.ok) salute.stato = stato.value
}

/** Checks every byte now, because the person asks. */
export async function checkSalute(): Promise<void> {
  if (salute.in_corso) return
  salute.in_corso = true
  salute.esito = null
  const recupero = await verify(true)
  salute.in_corso = false
  salute.esito = recupero === undefined ? 'fallita' : recupero ? 'riparato' : 'sano'
}

/** Undefined when it could not be done. */
async function verify(completa: boolean): Promise<Recupero | null | undefined> {
  const db = await withArchivio()
  if (!db.ok) return undefined
  const esito = await db.value.verifyArchivio({ at: oraIso(), completa })
  if (!esito.ok) {
    console.warn('store check', esito.error.codice, esito.error.detail ?? '')
    return undefined
  }
  salute.stato = esito.value.stato
  const { recupero } = esito.value
  if (recupero) void followRecupero(recupero)
  return recupero
}

/** Says in one sentence what was damaged, then brings back from the server what it has. */
async function followRecupero(recupero: Recupero): Promise<void> {
  await reloadBanche()
  await afterProva()
  if (recupero.utente)
    showGuasto(
      { codice: 'ARCHIVIO_RIPARATO', dati: { eventi: recupero.eventi, mancanti: recupero.mancanti } },
      { continua: () => undefined },
    )
  if (recupero.banche.length > 0)
    showGuasto(
      // A bank whose list was lost with its file has no name here.
      { codice: 'BANCA_DANNEGGIATA', dati: { banche: recupero.banche.flatMap((b) => b.concorso || []).join(', ') } },
      { continua: () => undefined },
    )
  await online()
  for (const { id_concorso, concorso } of recupero.banche) await downloadBanca(id_concorso, concorso)
  if (!recupero.utente) return
  const db = await withArchivio()
  const banche = db.ok ? await db.value.listBanche() : db
  if (banche.ok) for (const { id_concorso } of banche.value) await pullConcorso(id_concorso)
  recordChanged()
  await reloadBanche()
}

/** Nothing may cover a sitting. */
const afterProva = () => until(sessione, () => !sessione.in_prova)
const online = () => until(rete, () => rete.online)

function until(of: object, holds: () => boolean): Promise<void> {
  if (holds()) return Promise.resolve()
  return new Promise((done) => {
    const stop = subscribe(of, () => {
      if (!holds()) return
      stop()
      done()
    })
  })
}

let avviata = false

/** Looks after the store while the page is open, in the tab that owns it; further calls change nothing. */
export function startSalute(): void {
  if (avviata) return
  avviata = true
  if (typeof BroadcastChannel !== 'undefined')
    new BroadcastChannel(CANALE_RECUPERO).onmessage = ({ data }: MessageEvent<AnnuncioRecupero>) => {
      if (data.id_utente === archivio.id_utente && archivio.proprietario) void verify(false)
    }
  let timer: ReturnType<typeof setTimeout> | undefined
  let aperto = false
  const look = () => {
    const ora = archivio.stato === 'aperto' && archivio.proprietario
    if (ora === aperto) return
    aperto = ora
    clearTimeout(timer)
    if (aperto) timer = setTimeout(() => void begin(), DOPO_MS)
  }
  const begin = async () => {
    await migrate()
    await verify(false)
    if (isDue()) timer = setTimeout(() => void onIdle(() => aperto && isDue() && void verify(true)), CALMA_MS)
  }
  subscribe(archivio, look)
  look()
}

const isDue = (): boolean => isDovuta(salute.stato?.ultima_verifica, Date.now(), OGNI_MS)

function onIdle(f: () => void): void {
  if (typeof requestIdleCallback === 'undefined') f()
  else requestIdleCallback(f, { timeout: CALMA_MS })
}

/** An old database 'concorsi' in this browser becomes this account's, once (D31). */
async function migrate(): Promise<void> {
  const db = await withArchivio()
  const esito = db.ok ? await db.value.migrateVecchio({ at: oraIso() }) : db
  if (!esito.ok || esito.value.stato !== 'fatta') return
  await reloadBanche()
  recordChanged()
}
