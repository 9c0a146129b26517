import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSnapshot } from 'valtio'
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'
import type { Domanda, SearchHits } from '#contract/database'
import { togglePreferita } from '../../domain/preferiti.ts'
import { showError } from '../../session/notices.ts'
import { ricercaText as texts } from '../../text/ricerca.ts'
import { type HitHandlers, HitRow, PendingHitRow } from './HitRow.tsx'
import css from './hits.module.css'
import { keepListPosition, type ListPosition, lastListPosition } from './list-position.ts'
import { recountRicerca } from './ricerca-state.ts'
import { ricercaRows } from './rows.ts'
import { useFastScroll } from './useFastScroll.ts'
import { useListKeys } from './useListKeys.ts'
import type { Selection } from './useSelection.ts'

/** Height of a row before it is measured, pixels. */
const ESTIMATED_PX = 124

/** List of the hits. Only rows in sight exist; their questions are read as they come into view. */
export function HitList({
  trovate,
  searchKey: domanda,
  query,
  banche,
  selection,
  jump,
}: {
  trovate: SearchHits
  /** Whole query as a key, by which the position of the list is found again. */
  searchKey: string
  query: string
  /** Names of the banks by id; null where there is only one. */
  banche: ReadonlyMap<number, string> | null
  selection: Selection
  /** Receives the function that brings a place into view. */
  jump: Ref<(place: number) => void>
}) {
  const n = trovate.id_domande.length
  const list = useRef<WindowVirtualizerHandle>(null)
  const { version } = useSnapshot(ricercaRows.stato)
  const [expanded, expand] = useExpanded()
  const { isFast, measure, settle } = useFastScroll(list)
  const { view, look } = useRowsInView(n, list)

  const latest = useRef(selection)
  latest.current = selection
  const keys = useListKeys({
    n,
    view,
    list,
    selection: latest,
    onExpand: (place) => expand(trovate.id_domande[place] as number),
  })
  const { setHere, rest, handled } = keys
  const position = useKeptPosition({ domanda, n, list, selection: latest })
  // biome-ignore lint/correctness/useExhaustiveDependencies: new hits are read from their start
  useEffect(() => {
    look()
    rest()
  }, [look, trovate])
  const handlers = useHitHandlers({ expand, setHere, handled, selection: latest })
  useImperativeHandle(jump, () => (place: number) => keys.focus(place, 'start'))
  const HitLi = useMemo(() => rowOf(n), [n])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the checkboxes inside
    <div
      className={css.elenco}
      onKeyDown={keys.onKeyDown}
      onPointerDown={keys.onPointerDown}
      onFocus={keys.onFocus}
      data-versione={version}
    >
      <WindowVirtualizer
        ref={list}
        data={trovate.id_domande}
        as={HitUl}
        item={HitLi}
        itemSize={ESTIMATED_PX}
        {...(position?.n === n && { cache: position.heights })}
        bufferSize={320}
        onScroll={() => {
          measure()
          look()
        }}
        onScrollEnd={() => {
          settle()
          rest()
        }}
        onResize={look}
      >
        {(id, place) => {
          // Row at the tab stop is drawn in full even during a fast scroll.
          const domanda = isFast() && place !== keys.tabStop ? undefined : ricercaRows.at(place)
          return domanda ? (
            <HitRow
              key={id}
              domanda={domanda}
              place={place}
              query={query}
              banca={banche?.get(domanda.id_concorso) ?? null}
              chosen={selection.has(id)}
              expanded={expanded.has(id)}
              tabStop={place === keys.tabStop}
              handlers={handlers}
            />
          ) : (
            <PendingHitRow key={id} />
          )
        }}
      </WindowVirtualizer>
    </div>
  )
}

/** Returns the places in view; `look` measures them and requests their questions. */
function useRowsInView(n: number, list: RefObject<WindowVirtualizerHandle | null>) {
  const view = useRef({ da: 0, a: 0 })
  const look = useCallback(() => {
    const v = list.current
    if (!v) return
    const da = v.findItemIndex(v.scrollOffset)
    const a = Math.min(n - 1, v.findItemIndex(v.scrollOffset + v.viewportSize))
    ricercaRows.want(da, a)
    view.current = { da, a }
  }, [n, list])
  return { view, look }
}

/** Returns the ids of the open rows and a function that opens or closes one. */
function useExpanded(): [ReadonlySet<number>, (id: number) => void] {
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(() => new Set())
  const expand = useCallback(
    (id: number) =>
      setExpanded((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  return [expanded, expand]
}

/** Restores the position of this search's list, and keeps the new one when the screen closes. */
function useKeptPosition({
  domanda,
  n,
  list,
  selection,
}: {
  domanda: string
  n: number
  list: RefObject<WindowVirtualizerHandle | null>
  selection: RefObject<Selection>
}): ListPosition | null {
  const [position] = useState(() => lastListPosition(domanda))
  const now = useRef({ domanda, n })
  now.current = { domanda, n }
  useLayoutEffect(() => {
    if (position) scrollTo(0, position.y)
    return () => {
      const heights = list.current?.cache
      if (!heights) return
      const chosen = new Set(selection.current.ids())
      keepListPosition(now.current.domanda, { n: now.current.n, heights, y: scrollY, chosen })
    }
  }, [position, list, selection])
  return position
}

/** Returns the handlers of a row, the same functions for the life of the list, so that rows are not redrawn. */
function useHitHandlers({
  expand,
  setHere,
  handled,
  selection,
}: {
  expand: (id: number) => void
  setHere: (place: number) => void
  /** True when the key behind this click has already acted. */
  handled: RefObject<boolean>
  selection: RefObject<Selection>
}): HitHandlers {
  return useMemo(
    () => ({
      onPick: (place, range) => {
        if (handled.current) return
        setHere(place)
        if (range) selection.current.range(place)
        else selection.current.toggle(place)
      },
      onExpand: expand,
      onStar: (domanda) => void mark(domanda),
    }),
    [expand, setHere, handled, selection],
  )
}

/** Marks or unmarks a favourite, updates its row and the counts; the server gets the mark later. */
async function mark(domanda: Domanda): Promise<void> {
  const result = await togglePreferita(domanda)
  if (!result.ok) return showError(result.error, { riprova: () => void mark(domanda) })
  ricercaRows.put(result.value)
  await recountRicerca()
}

const HitUl = ({
  ref,
  style,
  children,
}: {
  ref?: Ref<HTMLUListElement>
  style: CSSProperties
  children: ReactNode
}) => (
  <ul ref={ref} style={style} aria-label={texts.risultati}>
    {children}
  </ul>
)

/** Row states its place in the whole list, because most rows are not in the page. */
const rowOf = (n: number) =>
  function HitLi({
    ref,
    style,
    index,
    children,
  }: {
    ref?: Ref<HTMLLIElement>
    style: CSSProperties
    index: number
    children: ReactNode
  }) {
    return (
      <li ref={ref} style={style} data-posto={index} aria-setsize={n} aria-posinset={index + 1}>
        {children}
      </li>
    )
  }
