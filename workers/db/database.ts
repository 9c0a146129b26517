import { transfer } from 'comlink'
import { type Database, lockName, type Opening } from '#contract/database'
import type { Result } from '#contract/result'
import { parseIso } from '#rules/data'
import type { Archivio } from './archivio.ts'
import { deleteBanca, listBanche, registerBanche, selectBanca } from './banche.ts'
import { assignChiave } from './chiavi.ts'
import { completamento } from './completamento.ts'
import { copyArchivio, measureCopie } from './copie.ts'
import { readDomande } from './domande.ts'
import type { Platform } from './drivers/platform.ts'
import { durably, freeing, mend, stillOpen } from './durevole.ts'
import { deleteFiltro, listFiltri, saveFiltro } from './filtri-salvati.ts'
import { countDomande, selectDomande } from './filtro.ts'
import { guard, StoreFault } from './guard.ts'
import { closeArchivio, closeFiles, type Eventi, type Modo, openArchivio } from './open.ts'
import { readImmagine } from './pacchetti/immagini.ts'
import { cancelDownload, downloadBanca } from './pacchetti/installa.ts'
import { throttle } from './pacchetti/throttle.ts'
import { deliverProva } from './prove/consegna.ts'
import { createProva } from './prove/crea.ts'
import {
  deleteModello,
  listDaSpedire,
  listInCorso,
  listModelli,
  listProve,
  markSpedita,
  readNota,
  saveModello,
  saveNota,
} from './prove/elenchi.ts'
import { stepProva } from './prove/passo.ts'
import { readProva } from './prove/riga.ts'
import { resumeProva } from './prove/ripresa.ts'
import { listStoria } from './prove/storia.ts'
import { keepUp, readStatoArchivio, verifyArchivio } from './recupero/verifica.ts'
import { countRicerca, searchDomande } from './ricerca/ricerca.ts'
import { answer, undo } from './risposte.ts'
import { createSeduta, listAperte, readSeduta, updateSeduta } from './sedute.ts'
import { setLivello, setPreferiti } from './segni.ts'
import { readSegni, saveSegno } from './segni-seduta.ts'
import { applyRemote, countUnsynced, listUnsynced, markSynced, pullState, quarantine } from './sincronizza.ts'
import { readSpiegazione, saveSpiegazione } from './spiegazioni.ts'
import { isSvuotato } from './svuotato.ts'
import { removeCura } from './sweep.ts'
import { migrateVecchio } from './vecchio/migra.ts'

/** The local store of the contract over a platform: every method answers a Result, typed arrays are transferred. */
export function createDatabase(platform: Platform, { onPreso, onPerso }: Eventi = {}): Database {
  let archivio: Archivio | undefined
  /** A store that was stolen, letting go of its files. */
  let leaving: Promise<void> = Promise.resolve()
  let opening: { id_utente: number; modo: Modo; abort: AbortController; done: Promise<Archivio> } | undefined

  async function open({
    id_utente,
    attendi = false,
    ruba = false,
    rung: noto,
  }: Parameters<Database['open']>[0]): Promise<Opening> {
    const a = await openStore(id_utente, { attendi, ruba, gradino: noto })
    const { gradino: rung, avvisi = [] } = a.driver
    return durably(a, () => ({
      rung,
      avvisi: isSvuotato(a) ? [...avvisi, 'ARCHIVIO_SVUOTATO'] : [...avvisi],
      versione: a.versione,
      banche: listBanche(a),
      // A delivered simulation may have no answers: it waits all the same.
      da_sincronizzare: countUnsynced(a).totale + listDaSpedire(a).length,
    }))
  }

  /** The account's store: the one open, the one being opened, or a new one in the place of any other. */
  function openStore(id_utente: number, modo: Modo): Promise<Archivio> {
    const before = opening
    const same = before?.id_utente === id_utente && before.modo.attendi === modo.attendi && !modo.ruba
    if (same) return before.done
    if (!before && archivio?.id_utente === id_utente && !archivio.perso) return Promise.resolve(archivio)
    const abort = new AbortController()
    const done = replace(before, abort.signal, id_utente, modo).finally(() => {
      if (opening?.done === done) opening = undefined
    })
    opening = { id_utente, modo, abort, done }
    return done
  }

  async function replace(before: typeof opening, signal: AbortSignal, id_utente: number, modo: Modo) {
    before?.abort.abort()
    await before?.done.catch(() => {})
    await closeCurrent()
    await leaving
    const givenUp = new StoreFault('ARCHIVIO_NON_APERTO', 'given up')
    if (signal.aborted) throw givenUp
    const eventi = { onPreso, onPerso: lose }
    archivio = await openArchivio(platform, id_utente, modo, signal, eventi).catch((error: unknown) => {
      throw signal.aborted ? givenUp : error
    })
    return archivio
  }

  /** Another tab took the lock: from here on nothing of the store can be asked, and its files are let go. */
  function lose(stolen: Archivio): void {
    if (archivio === stolen) archivio = undefined
    leaving = closeArchivio(stolen).catch(() => {})
    onPerso?.(stolen.id_utente)
  }

  async function close(): Promise<null> {
    opening?.abort.abort()
    await opening?.done.catch(() => {})
    await closeCurrent()
    return null
  }

  async function closeCurrent(): Promise<void> {
    const open = archivio
    archivio = undefined
    if (open) await closeArchivio(open)
  }

  async function clearUser({ id_utente }: { id_utente: number }): Promise<null> {
    if (opening) await close()
    const mine = archivio?.id_utente === id_utente ? archivio : undefined
    if (mine) archivio = undefined
    // The lock is kept meanwhile: a tab that waits for it would open what is being deleted.
    if (mine) await closeFiles(mine)
    const unlock = mine?.release ?? (await platform.lock(lockName(id_utente), false, new AbortController().signal))
    if (!unlock) throw new StoreFault('ARCHIVIO_OCCUPATO')
    try {
      await forget(id_utente)
    } finally {
      unlock()
    }
    return null
  }

  /**
   * The store goes last: whatever ends this halfway leaves it was, to be cleared again, and never something beside it that
   * would bring back what is gone.
   */
  async function forget(id_utente: number): Promise<void> {
    const { specchio } = platform
    await specchio?.clear(id_utente)
    const vecchio = await specchio?.readVecchio()
    if (specchio && vecchio?.id_utente === id_utente && vecchio.fino_ms !== null)
      await specchio.writeVecchio({ ...vecchio, svuotato: true })
    // Where there are no files there is nothing in them either.
    const files = await platform.openFiles(id_utente).catch(() => null)
    if (files) await removeCura(files)
    await platform.removeAll(id_utente)
  }

  function current(): Archivio {
    if (!archivio) throw new StoreFault('ARCHIVIO_NON_APERTO')
    return archivio
  }

  /** A method of the open store. */
  const on =
    <A, T>(work: (a: Archivio, args: A) => T | Promise<T>) =>
    (args: A): Promise<Result<T>> =>
      guard(() => {
        const a = current()
        return durably(a, () => work(a, args))
      })

  /** The same for methods that write. */
  const writing = <A, T>(work: (a: Archivio, args: A) => T | Promise<T>) =>
    on(async (a: Archivio, args: A) => {
      await keepUp(a, mend)
      while (a.rilettura) await a.rilettura
      stillOpen(a)
      return work(a, args)
    })

  const checked =
    <A extends { at: string }, T>(work: (a: Archivio, args: A) => T | Promise<T>) =>
    (a: Archivio, args: A): T | Promise<T> => {
      if (parseIso(args.at) === null) throw new StoreFault('RICHIESTA_NON_VALIDA', args.at, { campi: ['at'] })
      return work(a, args)
    }

  /** The same for methods that write a date: one that cannot be read would poison every later comparison. */
  const dated = <A extends { at: string }, T>(work: (a: Archivio, args: A) => T | Promise<T>) => writing(checked(work))

  /** The same for methods whose answer carries typed arrays: they are moved, not copied. */
  const moving =
    <A, T>(method: (args: A) => Promise<Result<T>>, arrays: (value: T) => ArrayBufferView[]) =>
    async (args: A): Promise<Result<T>> => {
      const result = await method(args)
      if (!result.ok) return result
      return transfer(
        result,
        arrays(result.value).map(({ buffer }) => buffer as ArrayBuffer),
      )
    }

  return {
    open: (args) => guard(() => open(args)),
    close: () => guard(close),
    listBanche: () => on((a: Archivio) => listBanche(a))(undefined),
    registerBanche: writing(registerBanche),
    selectBanca: dated(selectBanca),
    downloadBanca: (args, onAvanzamento) =>
      dated((a: Archivio, { concorso }: typeof args) => downloadBanca(a, concorso, throttle(onAvanzamento)))(args),
    cancelDownload: on((a, { id_concorso }) => cancelDownload(a, id_concorso)),
    deleteBanca: ({ id_concorso, dallaLista }) =>
      guard(async () => {
        const a = current()
        await freeing(a, () => deleteBanca(a, id_concorso, dallaLista))
        return null
      }),
    readImmagine: moving(on(readImmagine), ({ byte }) => [byte]),
    countDomande: on(countDomande),
    selectDomande: moving(on(selectDomande), ({ id_domande, posizioni }) => [id_domande, posizioni]),
    searchDomande: moving(on(searchDomande), ({ id_domande, id_concorsi, posizioni }) => [
      id_domande,
      id_concorsi,
      posizioni,
    ]),
    countRicerca: on(countRicerca),
    readDomande: on(readDomande),
    completamento: on(completamento),
    answer: dated(answer),
    setLivello: dated(setLivello),
    setPreferiti: dated(setPreferiti),
    assignChiave: dated(assignChiave),
    undo: dated(undo),
    createSeduta: moving(dated(createSeduta), ({ id_domande, id_concorsi }) => [id_domande, id_concorsi]),
    readSeduta: moving(on(readSeduta), ({ id_domande, id_concorsi }) => [id_domande, id_concorsi]),
    listAperte: on(listAperte),
    updateSeduta: dated(updateSeduta),
    readSegni: on(readSegni),
    saveSegno: writing(saveSegno),
    createProva: dated(createProva),
    readProva: dated(readProva),
    resumeProva: dated(resumeProva),
    stepProva: dated(stepProva),
    deliverProva: dated(deliverProva),
    listInCorso: on(listInCorso),
    listDaSpedire: () => on(listDaSpedire)(undefined),
    markSpedita: writing(markSpedita),
    listProve: on(listProve),
    listStoria: on(listStoria),
    listModelli: () => on(listModelli)(undefined),
    saveModello: writing(saveModello),
    deleteModello: writing(deleteModello),
    readNota: on(readNota),
    saveNota: dated(saveNota),
    readSpiegazione: on(readSpiegazione),
    saveSpiegazione: writing(saveSpiegazione),
    listFiltri: () => on(listFiltri)(undefined),
    saveFiltro: writing(saveFiltro),
    deleteFiltro: writing(deleteFiltro),
    countUnsynced: () => on((a: Archivio) => countUnsynced(a))(undefined),
    listUnsynced: on(listUnsynced),
    markSynced: writing(markSynced),
    quarantine: writing(quarantine),
    pullState: on(pullState),
    applyRemote: writing(applyRemote),
    measureCopie: () => on(measureCopie)(undefined),
    copyArchivio: on(copyArchivio),
    readStatoArchivio: () => on(readStatoArchivio)(undefined),
    migrateVecchio: dated(migrateVecchio),
    // It compares by itself, after it has looked for damage.
    verifyArchivio: on(checked((a, args: { at: string; completa: boolean }) => verifyArchivio(a, args, mend))),
    clearUser: (args) => guard(() => clearUser(args)),
  }
}
