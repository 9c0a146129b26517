import type { Database, DownloadProgress, Opening, Rung } from '#contract/database'
import { type Failure, fail, type Result } from '#contract/result'
import type { ConcorsoScaricabile } from '#contract/schemi'
import type { StoreChange, TabNotice } from '#contract/tabs'
import { type Annuncio, channelOf, readAnnuncio } from './messaggi.ts'
import { byName, type Metodo, novitaOf } from './metodi.ts'
import type { Mondo } from './mondo.ts'
import { createOspita } from './ospita.ts'
import { createOspite } from './ospite.ts'

/** Pause before the next attempt when the lock is free and the files are still held elsewhere, milliseconds. */
const PAUSA_MS = 100

type OnAvanzamento = ((a: DownloadProgress) => void) | undefined

export type Gruppo = ReturnType<typeof createGruppo>

/**
 * The tabs of one account as this tab sees them. One of them owns the store, chosen by the lock of the platform; this one
 * waits for the lock in the background and sends its calls to the owner meanwhile.
 */
export function createGruppo(
  local: Database,
  mondo: Mondo,
  id_utente: number,
  notify: (n: TabNotice) => void,
  onFine: () => void,
  gradino?: Rung,
) {
  const io = mondo.nome
  let stato: 'ospite' | 'apre' | 'proprietario' | 'fuori' = 'ospite'
  let servito: string | null = null
  /** The page was told that the store is not there: it wants to know when it is. */
  let negato = false
  let giro = 0
  /** Every ownership has its own name: what was asked of an earlier one is not served by a later one. */
  let turno = 0
  /** The rung that the account's data is on, as far as anybody said. */
  let noto = gradino
  const openLocal = (altro: { attendi?: boolean; ruba?: boolean } = {}) =>
    local.open({ id_utente, ...(noto && { rung: noto }), ...altro })
  const titolo = () => `${io}.${turno}`
  let ingresso: Promise<Result<Opening>> | null = null

  const canale = mondo.canale(channelOf(id_utente), onAnnuncio)
  const announce = (a: Annuncio) => canale.posta(a)
  const ospita = createOspita(mondo, id_utente, titolo, run)
  const ospite = createOspite(mondo, id_utente, {
    ask: () => announce({ tipo: 'ciao', scheda: io }),
    silent: () => {
      if (stato === 'ospite') compete(true)
    },
    onFollow: (proprietario) => serveBy(proprietario),
  })

  function onAnnuncio(dato: unknown): void {
    const a = readAnnuncio(dato)
    if (!a || stato === 'fuori') return
    if (a.tipo === 'ciao') {
      if (stato === 'proprietario') ospita.welcome(a.scheda)
      else if (stato === 'apre') announce({ tipo: 'apro', proprietario: titolo() })
    } else if (a.tipo === 'apro') ospite.heard()
    else if (a.tipo === 'qui') ospite.follow(a.proprietario)
    else if (a.da !== io) hear(a.novita)
  }

  function hear(novita: StoreChange): void {
    if (novita.tipo === 'cancellato') {
      giro++
      void local.close()
    }
    notify({ tipo: 'novita', novita })
    // Whoever asked for it still waits to hear that it is done.
    if (novita.tipo === 'cancellato' && !ospite.awaits('clearUser')) leave()
  }

  function tell(novita: StoreChange, da: string): void {
    announce({ tipo: 'novita', proprietario: titolo(), da, novita })
    if (da !== io) notify({ tipo: 'novita', novita })
  }

  function serveBy(proprietario: string): void {
    if (servito === proprietario) return
    servito = proprietario
    const mio = stato === 'proprietario'
    notify({ tipo: 'proprietario', proprietario, mio })
    if (negato && !mio) void ospite.call('open', { id_utente }).then((e) => e.ok && admit(e.value as Opening))
  }

  function admit(apertura: Opening): void {
    if (!negato) return
    negato = false
    notify({ tipo: 'aperto', apertura })
  }

  /** First in the queue of the lock opens the store; `ruba` goes before everybody, because the owner is silent. */
  function compete(ruba: boolean): void {
    const mio = ++giro
    void (async () => {
      for (let forza = ruba; ; forza = false) {
        const esito = await openLocal({ attendi: true, ruba: forza })
        if (giro !== mio) return
        if (esito.ok) return become(esito.value)
        if (esito.error.codice !== 'ARCHIVIO_OCCUPATO') return giveUp(esito.error)
        stato = 'ospite'
        await new Promise<void>((done) => mondo.dopo(PAUSA_MS, done))
        if (giro !== mio) return
      }
    })()
  }

  function become(apertura: Opening): void {
    noto = apertura.rung
    stato = 'proprietario'
    announce({ tipo: 'qui', proprietario: titolo() })
    for (const c of ospite.takePending()) void run(c.metodo, c.args, io, c.onAvanzamento).then(c.fine)
    serveBy(titolo())
    admit(apertura)
  }

  /** The lock is ours and the store does not open: nobody is served by waiting. */
  function giveUp(guasto: Failure): void {
    leave(guasto)
    notify({ tipo: 'chiuso', guasto })
  }

  /** One call on the store of this tab, for itself or for another; the others hear what it changed. */
  async function run(
    metodo: Metodo,
    args: unknown,
    da: string,
    onAvanzamento: OnAvanzamento,
  ): Promise<Result<unknown>> {
    if (metodo === 'clearUser') return clear(da)
    if (metodo === 'open') return openLocal()
    const follow = metodo === 'downloadBanca' ? followDownload(args, da) : null
    const avanza = (a: DownloadProgress) => {
      onAvanzamento?.(a)
      follow?.(a)
    }
    const esito = await byName(local, metodo)(args, avanza)
    follow?.(null)
    // The store was taken while this was written, and nothing of it is kept: the next owner is asked.
    if (!esito.ok && esito.error.codice === 'ARCHIVIO_OCCUPATO' && isGuest())
      return fail('ARCHIVIO_NON_APERTO', { detail: 'taken meanwhile' })
    const novita = esito.ok ? novitaOf(metodo, args, esito.value) : null
    if (novita) tell(novita, da)
    return esito
  }

  /** Tells the others of a download from its first moment. */
  function followDownload(args: unknown, da: string): (a: DownloadProgress | null) => void {
    const { id_concorso = 0, dimensione_zip = 0 } = (args as { concorso?: Partial<ConcorsoScaricabile> }).concorso ?? {}
    const follow = (avanzamento: DownloadProgress | null) => tell({ tipo: 'scarico', id_concorso, avanzamento }, da)
    follow({ fase: 'domande', ricevuti: 0, totali: dimensione_zip })
    return follow
  }

  /** The others leave before the lock is free again, so that none of them opens what was just emptied. */
  async function clear(da: string): Promise<Result<null>> {
    tell({ tipo: 'cancellato' }, da)
    const esito = await local.clearUser({ id_utente })
    // After the answer has gone out.
    mondo.dopo(0, () => leave())
    return esito
  }

  function leave(guasto: Failure = { codice: 'ARCHIVIO_NON_APERTO', detail: 'closed' }): void {
    if (stato === 'fuori') return
    giro++
    stato = 'fuori'
    ospite.stop({ ok: false, error: guasto })
    ospita.stop()
    canale.chiudi()
    onFine()
  }

  async function enter(): Promise<Result<Opening>> {
    const esito = await openLocal()
    if (stato === 'fuori') return fail('ARCHIVIO_NON_APERTO', { detail: 'closed' })
    if (esito.ok) {
      become(esito.value)
      return esito
    }
    if (esito.error.codice !== 'ARCHIVIO_OCCUPATO') {
      leave()
      return esito
    }
    stato = 'ospite'
    compete(false)
    announce({ tipo: 'ciao', scheda: io })
    return ask()
  }

  async function ask(): Promise<Result<Opening>> {
    const esito = (await call('open', { id_utente }, undefined)) as Result<Opening>
    negato = !esito.ok && stato !== 'fuori'
    if (esito.ok) noto = esito.value.rung
    return esito
  }

  async function call(metodo: Metodo, args: unknown, onAvanzamento: OnAvanzamento): Promise<Result<unknown>> {
    if (stato === 'proprietario') {
      const esito = await run(metodo, args, io, onAvanzamento)
      const stolen = !esito.ok && esito.error.codice === 'ARCHIVIO_NON_APERTO' && isGuest()
      if (!stolen) return esito
    }
    return ospite.call(metodo, args, onAvanzamento)
  }
  const isGuest = () => stato === 'ospite' || stato === 'apre'

  return {
    id_utente,
    /** Opens the store here or finds who has it; asked again, it goes on waiting for its turn. */
    open(): Promise<Result<Opening>> {
      ingresso ??= (giro === 0 && stato !== 'proprietario' ? enter() : ask()).finally(() => {
        ingresso = null
      })
      return ingresso
    },
    call,
    leave,
    /** The lock is held, the store is about to open. */
    taken(): void {
      if (stato === 'fuori') return
      stato = 'apre'
      turno++
      announce({ tipo: 'apro', proprietario: titolo() })
    },
    /** Another tab took the store: back among those who wait. */
    lost(): void {
      if (stato === 'fuori') return
      stato = 'ospite'
      servito = null
      ospita.stop()
      compete(false)
      announce({ tipo: 'ciao', scheda: io })
    },
  }
}
