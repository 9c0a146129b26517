import { transfer } from 'comlink'
import { type Database, lockName, type Opening } from '#contract/database'
import type { Result } from '#contract/result'
import { parseIso } from '#rules/dates'
import { deleteBanca, listBanche, registerBanche, selectBanca } from '../banche/banche.ts'
import { readDomande } from '../banche/domande.ts'
import { readImmagine } from '../banche/immagini.ts'
import { cancelDownload, downloadBanca } from '../banche/install.ts'
import { throttle } from '../banche/progress-throttle.ts'
import { readSpiegazione, saveSpiegazione } from '../banche/spiegazioni.ts'
import type { StoreContext } from '../core/context.ts'
import { guard, StoreFault } from '../core/guard.ts'
import type { Platform } from '../core/platform.ts'
import { migrateOld } from '../legacy/migrate.ts'
import { createProva } from '../prove/create.ts'
import { deliverProva } from '../prove/deliver.ts'
import { listStoria } from '../prove/history.ts'
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
} from '../prove/lists.ts'
import { resumeProva } from '../prove/resume.ts'
import { readProva } from '../prove/row.ts'
import { stepProva } from '../prove/step.ts'
import { removeUpkeepFiles } from '../recovery/sweep.ts'
import { keepUp, readStoreState, verifyStore } from '../recovery/verify.ts'
import { deleteFiltro, listFiltri, saveFiltro } from '../ricerca/filtri-salvati.ts'
import { countDomande, selectDomande } from '../ricerca/filtro.ts'
import { countRicerca, searchDomande } from '../ricerca/search.ts'
import { createSeduta, listAperte, readSeduta, updateSeduta } from '../sedute/sedute.ts'
import { readSegni, saveSegno } from '../sedute/segni.ts'
import { assignChiave } from '../statistiche/assign-chiave.ts'
import { completamento } from '../statistiche/completamento.ts'
import { readOggi } from '../statistiche/oggi.ts'
import { setLivello, setPreferiti } from '../statistiche/person-marks.ts'
import { answer, undo } from '../statistiche/risposte.ts'
import { applyRemote, countUnsynced, listUnsynced, markSynced, pullState, quarantine } from '../statistiche/sync.ts'
import { copyArchivio, measureCopie } from './copies.ts'
import { durably, freeing, mend, stillOpen } from './durable.ts'
import { isEmptied } from './emptied.ts'
import { closeFiles, closeStore, type Mode, type OwnershipEvents, openStore } from './open.ts'

/** The local store of the contract over a platform: every method answers a Result, typed arrays are transferred. */
export function createDatabase(platform: Platform, { onTaken, onLost }: OwnershipEvents = {}): Database {
  let store: StoreContext | undefined
  /** A store that was stolen, letting go of its files. */
  let leaving: Promise<void> = Promise.resolve()
  let opening: { id_utente: number; mode: Mode; abort: AbortController; done: Promise<StoreContext> } | undefined

  async function open({
    id_utente,
    wait = false,
    steal = false,
    rung: knownRung,
  }: Parameters<Database['open']>[0]): Promise<Opening> {
    const a = await storeOf(id_utente, { wait, steal, rung: knownRung })
    const { rung, notices = [] } = a.driver
    return durably(a, () => ({
      rung,
      avvisi: isEmptied(a) ? [...notices, 'ARCHIVIO_SVUOTATO'] : [...notices],
      versione: a.version,
      banche: listBanche(a),
      // A delivered simulation may have no answers: it waits all the same.
      da_sincronizzare: countUnsynced(a).totale + listDaSpedire(a).length,
    }))
  }

  /** The account's store: the one open, the one being opened, or a new one in the place of any other. */
  function storeOf(id_utente: number, mode: Mode): Promise<StoreContext> {
    const before = opening
    const same = before?.id_utente === id_utente && before.mode.wait === mode.wait && !mode.steal
    if (same) return before.done
    if (!before && store?.id_utente === id_utente && !store.lost) return Promise.resolve(store)
    const abort = new AbortController()
    const done = replace(before, abort.signal, id_utente, mode).finally(() => {
      if (opening?.done === done) opening = undefined
    })
    opening = { id_utente, mode, abort, done }
    return done
  }

  async function replace(before: typeof opening, signal: AbortSignal, id_utente: number, mode: Mode) {
    before?.abort.abort()
    await before?.done.catch(() => {})
    await closeCurrent()
    await leaving
    const givenUp = new StoreFault('ARCHIVIO_NON_APERTO', 'given up')
    if (signal.aborted) throw givenUp
    const events = { onTaken, onLost: lose }
    store = await openStore(platform, id_utente, mode, signal, events).catch((error: unknown) => {
      throw signal.aborted ? givenUp : error
    })
    return store
  }

  /** Another tab took the lock: from here on nothing of the store can be asked, and its files are let go. */
  function lose(stolen: StoreContext): void {
    if (store === stolen) store = undefined
    leaving = closeStore(stolen).catch(() => {})
    onLost?.(stolen.id_utente)
  }

  async function close(): Promise<null> {
    opening?.abort.abort()
    await opening?.done.catch(() => {})
    await closeCurrent()
    return null
  }

  async function closeCurrent(): Promise<void> {
    const open = store
    store = undefined
    if (open) await closeStore(open)
  }

  async function clearUser({ id_utente }: { id_utente: number }): Promise<null> {
    if (opening) await close()
    const mine = store?.id_utente === id_utente ? store : undefined
    if (mine) store = undefined
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
    const { mirror } = platform
    await mirror?.clear(id_utente)
    const old = await mirror?.readOld()
    if (mirror && old?.id_utente === id_utente && old.fino_ms !== null)
      await mirror.writeOld({ ...old, svuotato: true })
    // Where there are no files there is nothing in them either.
    const files = await platform.openFiles(id_utente).catch(() => null)
    if (files) await removeUpkeepFiles(files)
    await platform.removeAll(id_utente)
  }

  function current(): StoreContext {
    if (!store) throw new StoreFault('ARCHIVIO_NON_APERTO')
    return store
  }

  /** A method of the open store. */
  const on =
    <A, T>(work: (ctx: StoreContext, args: A) => T | Promise<T>) =>
    (args: A): Promise<Result<T>> =>
      guard(() => {
        const a = current()
        return durably(a, () => work(a, args))
      })

  /** The same for methods that write. */
  const writing = <A, T>(work: (ctx: StoreContext, args: A) => T | Promise<T>) =>
    on(async (ctx: StoreContext, args: A) => {
      await keepUp(ctx, mend)
      while (ctx.rereading) await ctx.rereading
      stillOpen(ctx)
      return work(ctx, args)
    })

  const checked =
    <A extends { at: string }, T>(work: (ctx: StoreContext, args: A) => T | Promise<T>) =>
    (ctx: StoreContext, args: A): T | Promise<T> => {
      if (parseIso(args.at) === null) throw new StoreFault('RICHIESTA_NON_VALIDA', args.at, { campi: ['at'] })
      return work(ctx, args)
    }

  /** The same for methods that write a date: one that cannot be read would poison every later comparison. */
  const dated = <A extends { at: string }, T>(work: (ctx: StoreContext, args: A) => T | Promise<T>) =>
    writing(checked(work))

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
    listBanche: () => on((ctx: StoreContext) => listBanche(ctx))(undefined),
    registerBanche: writing(registerBanche),
    selectBanca: dated(selectBanca),
    downloadBanca: (args, onProgress) =>
      dated((ctx: StoreContext, { concorso }: typeof args) => downloadBanca(ctx, concorso, throttle(onProgress)))(args),
    cancelDownload: on((a, { id_concorso }) => cancelDownload(a, id_concorso)),
    deleteBanca: ({ id_concorso, dallaLista: fromList }) =>
      guard(async () => {
        const a = current()
        await freeing(a, () => deleteBanca(a, id_concorso, fromList))
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
    readOggi: moving(on(checked(readOggi)), ({ scelte }) => [scelte]),
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
    countUnsynced: () => on((ctx: StoreContext) => countUnsynced(ctx))(undefined),
    listUnsynced: on(listUnsynced),
    markSynced: writing(markSynced),
    quarantine: writing(quarantine),
    pullState: on(pullState),
    applyRemote: writing(applyRemote),
    measureCopie: () => on(measureCopie)(undefined),
    copyArchivio: on(copyArchivio),
    readStatoArchivio: () => on(readStoreState)(undefined),
    migrateVecchio: dated(migrateOld),
    // It compares by itself, after it has looked for damage.
    verifyArchivio: on(checked((a, args: { at: string; completa: boolean }) => verifyStore(a, args, mend))),
    clearUser: (args) => guard(() => clearUser(args)),
  }
}
