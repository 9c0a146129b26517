import { proxy, ref } from 'valtio'
import type { Opening, Rung } from '#contract/database'
import type { Failure } from '#contract/result'
import { fail, ok, type Result } from '#contract/result'
import type { TabNotice } from '#contract/tabs'
import { forgetCredenziale, onCambioUtente, sessione } from './credenziale.ts'
import { tellApertura, tellGuastoArchivio } from './gradino.ts'
import { tellCambioProprietario, tellNovita } from './novita.ts'
import { sincronia } from './sincronia.ts'

/** `occupato`: another tab owns the store and does not answer. */
export const archivio = proxy({
  stato: 'chiuso' as 'chiuso' | 'in_apertura' | 'aperto' | 'occupato' | 'guasto',
  id_utente: null as number | null,
  gradino: null as Rung | null,
  guasto: null as Failure | null,
  /** It has been opening for so long that the browser may never answer. */
  lento: false,
  /** This tab owns the store and serves the others; false when it is served by one of them. */
  proprietario: false,
})

/** What is written stays after the page: not on the lowest rung (D32). */
export const isConservato = (): boolean => archivio.gradino !== 'nessuno'

/** An opening that takes longer is told, milliseconds: a browser whose files hang answers nothing, and no error either. */
const LENTO_MS = 10_000

let apertura: Promise<Result<Opening>> | null = null

/** Opens the signed-in account's store, once. When the tab that owns it does not answer the page says so. */
export function openArchivio(): Promise<Result<Opening>> {
  const id_utente = sessione.credenziale?.utente.id_utente_idoneo
  if (id_utente === undefined) return Promise.resolve(fail('SESSIONE_SCADUTA'))
  if (apertura && archivio.id_utente === id_utente) return apertura
  archivio.id_utente = id_utente
  apertura = run(id_utente)
  return apertura
}

async function run(id_utente: number): Promise<Result<Opening>> {
  // Who was told that another tab has it keeps reading that until it is open here.
  if (archivio.stato !== 'occupato') archivio.stato = 'in_apertura'
  const attesa = setTimeout(() => {
    archivio.lento = true
  }, LENTO_MS)
  try {
    const { openDb, onNotizia, onRiapertura } = await import('../db.ts')
    onRiapertura((esito) => tell(esito))
    onNotizia(hear)
    return tell(await openDb({ id_utente }))
  } catch (error) {
    // The page's own code for the store did not come, as after a new version.
    return tell(fail('ARCHIVIO_NON_APERTO', { detail: String(error) }))
  } finally {
    clearTimeout(attesa)
    archivio.lento = false
  }
}

function tell(esito: Result<Opening>): Result<Opening> {
  if (esito.ok) {
    archivio.stato = 'aperto'
    archivio.guasto = null
    archivio.gradino = esito.value.rung
    sincronia.in_attesa = esito.value.da_sincronizzare
    tellApertura(esito.value, archivio.id_utente ?? undefined)
    return ok(esito.value)
  }
  archivio.stato = esito.error.codice === 'ARCHIVIO_OCCUPATO' ? 'occupato' : 'guasto'
  archivio.guasto = ref(esito.error)
  tellGuastoArchivio(esito.error)
  apertura = null
  return esito
}

function hear(n: TabNotice): void {
  if (n.tipo === 'novita') {
    // The account signed out in another tab and its data is going: nobody goes on here.
    if (n.novita.tipo === 'cancellato') forgetCredenziale('USCITA_ALTROVE')
    else tellNovita(n.novita)
  } else if (n.tipo === 'proprietario') {
    archivio.proprietario = n.mio
    tellCambioProprietario()
  } else if (archivio.id_utente !== null) {
    const esito = n.tipo === 'aperto' ? ok(n.apertura) : fail(n.guasto.codice, n.guasto)
    apertura = Promise.resolve(esito)
    tell(esito)
  }
}

/** The store of the signed-in account, opened if it is not. */
export async function withArchivio() {
  const esito = await openArchivio()
  if (!esito.ok) return esito
  return ok(await (await import('../db.ts')).db())
}

// The account left: its store is closed and stays as it is (D5).
onCambioUtente(() => {
  if (archivio.stato !== 'chiuso' && archivio.id_utente !== sessione.credenziale?.utente.id_utente_idoneo)
    void closeArchivio()
})

/** Closes the store: nothing of the account stays open. */
export async function closeArchivio(): Promise<void> {
  apertura = null
  archivio.stato = 'chiuso'
  archivio.id_utente = null
  archivio.proprietario = false
  // Without the page's own code for the store nothing of it was ever opened.
  await (await import('../db.ts').catch(() => null))?.closeDb()
}
