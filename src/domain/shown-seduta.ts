import { ref } from 'valtio'
import type { Domanda } from '#contract/database'
import type { Failure } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import { session } from '../session/session.ts'
import { onStoreChange } from '../store/changes.ts'
import { createLatestWins } from '../store/latest-wins.ts'
import { createPendingWrites } from '../store/pending-writes.ts'
import { createQuestionCache, MISSING_BANCA, type Places } from './question-cache.ts'

/** What every sitting on screen has, an exercise or a trial. */
export type ShownSeduta = {
  fase: 'chiusa' | 'caricamento' | 'pronta' | 'guasto'
  error: Failure | null
  n: number
  indice: number
  /** Null while it is read. */
  domanda: Domanda | null
  /** Why this place has no question: its bank is not on the device any more. The others go on. */
  missing: Failure | null
  /** Grows when something that is read by place changes. */
  version: number
  /** Another device has taken it over since it was opened here. */
  altrove: boolean
}

const CLOSED = { fase: 'chiusa', error: null, domanda: null, missing: null, altrove: false } as const
export const noSeduta = (): ShownSeduta => ({ ...CLOSED, n: 0, indice: 0, version: 0 })

const NO_PLACES: Places = { id_domande: new Int32Array(), id_concorsi: new Int32Array() }

/** What showing a place means to the way of sitting that shows it. */
type PlacePolicy = {
  /** The place is on screen, with its question if it was known. */
  onPlace: () => void
  /** Its question came later. */
  onArrival?: () => void
  onFailure: (error: Failure) => void
}

/**
 * Opens, shows and closes a sitting, whatever its policy: `state` is what the screen reads, `hear` what another tab changed. What is
 * answered or marked, and when it counts, is of who uses it.
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
    /** Whoever ends or pauses the sitting waits for them. */
    pending: createPendingWrites(),
    idDomande: (): Int32Array => places.id_domande,
    load: (indice: number) => pages.load(places, indice),
    close,
    /** Begins to open. What it answers is false once the person has gone elsewhere: the sitting does not come back. */
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
    /** Shows the question at a place; one whose bank was removed is said in its place. */
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
