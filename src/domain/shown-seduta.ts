import { ref } from 'valtio'
import type { Domanda } from '#contract/database'
import type { Failure, Result } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import { session } from '../session/session.ts'
import { onStoreChange } from '../store/changes.ts'
import { createLatestWins } from '../store/latest-wins.ts'
import { createQuestionCache, MISSING_BANCA, type Places } from './question-cache.ts'

/** State of every sitting on screen, an exercise or a trial. */
export type ShownSeduta = {
  fase: 'chiusa' | 'caricamento' | 'pronta' | 'guasto'
  error: Failure | null
  n: number
  indice: number
  /** Null while the question is read. */
  domanda: Domanda | null
  /** Failure of a place whose bank is no longer on the device. Other places work. */
  missing: Failure | null
  /** Grows when a value read by place changes. */
  version: number
  /** True after another device took the sitting over since it was opened here. */
  altrove: boolean
}

const CLOSED = { fase: 'chiusa', error: null, domanda: null, missing: null, altrove: false } as const
export const noSeduta = (): ShownSeduta => ({ ...CLOSED, n: 0, indice: 0, version: 0 })

const NO_PLACES: Places = { id_domande: new Int32Array(), id_concorsi: new Int32Array() }

/** Creates a list of running writes, each of a sitting. The next question and the end or pause of the sitting wait for them. */
function createPendingWrites() {
  const running = new Map<Promise<Result<unknown>>, string>()
  const own = (id: string) => [...running].flatMap(([write, owner]) => (owner === id ? [write] : []))
  return {
    follow<T>(id: string, write: Promise<Result<T>>): Promise<Result<T>> {
      running.set(write, id)
      return write.finally(() => running.delete(write))
    },
    /** Returns true when all writes of the sitting succeeded; one refused for TEMPO_SCADUTO counts as done. */
    async settled(id: string): Promise<boolean> {
      let written = true
      // Wait for the writes that begin meanwhile too.
      for (let live = own(id); live.length > 0; live = own(id))
        for (const e of await Promise.all(live)) written &&= e.ok || e.error.codice === 'TEMPO_SCADUTO'
      return written
    },
  }
}

/** Callbacks of a kind of sitting for showing a place. */
type PlacePolicy = {
  /** Called when the place is on screen, with its question if it was cached. */
  onPlace: () => void
  /** Called when the question was read later. */
  onArrival?: () => void
  onFailure: (error: Failure) => void
}

/**
 * Opens, shows and closes a sitting, whatever its policy. `state` is for the screen; `hear` receives the changes of another tab.
 * The caller decides on answers and marks, and when they count.
 */
export function createShownSeduta(state: ShownSeduta, hear: (n: StoreChange) => void) {
  const pages = createQuestionCache()
  let places = NO_PLACES
  /** Grows when a sitting is opened or closed. */
  let epoch = 0

  const close = (): void => {
    epoch++
    session.in_seduta = false
    places = NO_PLACES
    pages.clear()
    Object.assign(state, CLOSED)
  }
  return {
    pages,
    latest: createLatestWins(),
    /** Writes that the next question and the end or pause of the sitting wait for. */
    pending: createPendingWrites(),
    idDomande: (): Int32Array => places.id_domande,
    load: (indice: number) => pages.load(places, indice),
    close,
    /** Begins to open. The returned function is false once the person has left; the sitting does not return. */
    begin(): () => boolean {
      close()
      onStoreChange(hear)
      state.fase = 'caricamento'
      session.in_seduta = true
      const mine = epoch
      return () => mine === epoch
    },
    fail(error: Failure): void {
      state.fase = 'guasto'
      state.error = ref(error)
    },
    setPlaces({ id_domande, id_concorsi }: Places): void {
      places = { id_domande, id_concorsi }
      state.n = id_domande.length
    },
    /** Shows the question at a place, or the failure in its place when its bank was removed. */
    async show(indice: number, { onPlace, onArrival, onFailure }: PlacePolicy): Promise<void> {
      const mine = epoch
      state.indice = indice
      const ready = pages.peek(places.id_domande[indice] as number)
      state.domanda = ready ? ref(ready) : null
      state.missing = null
      onPlace()
      const result = await pages.load(places, indice)
      if (mine !== epoch || state.indice !== indice) return
      if (result.ok) {
        if (ready) return
        state.domanda = ref(result.value)
        onArrival?.()
      } else if (MISSING_BANCA.has(result.error.codice)) state.missing = ref(result.error)
      else onFailure(result.error)
    },
  }
}
