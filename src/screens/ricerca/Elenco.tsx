import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSnapshot } from 'valtio'
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'
import type { Domanda, Trovate } from '#contract/database'
import { showGuasto } from '../../state/avvisi.ts'
import { recountRicerca } from '../../state/ricerca.ts'
import { righe } from '../../state/righe.ts'
import { togglePreferita } from '../../state/segni.ts'
import { ricerca as testi } from '../../text/ricerca.ts'
import css from './elenco.module.css'
import { leaveLista, leftLista } from './ritorno.ts'
import { useCorsa } from './useCorsa.ts'
import type { Selezione } from './useSelezione.ts'
import { useTastiElenco } from './useTastiElenco.ts'
import { type Gesti, Voce, VoceInArrivo } from './Voce.tsx'

/** Height of a row before it is measured, pixels. */
const STIMA = 124

/** The hits: only the rows in sight exist, whatever their number; their questions are read as they come into view. */
export function Elenco({
  trovate,
  domanda,
  query,
  banche,
  selezione,
  vai,
}: {
  trovate: Trovate
  /** All that was asked for: what the list is found again by. */
  domanda: string
  query: string
  /** Names of the banks; null where there is only one. */
  banche: ReadonlyMap<number, string> | null
  selezione: Selezione
  /** Called with what brings a place into view. */
  vai: Ref<(posto: number) => void>
}) {
  const n = trovate.id_domande.length
  const lista = useRef<WindowVirtualizerHandle>(null)
  const { versione } = useSnapshot(righe.stato)
  const vista = useRef({ da: 0, a: 0 })
  const [aperte, setAperte] = useState<ReadonlySet<number>>(() => new Set())

  const { inCorsa, misura, ferma } = useCorsa(lista)
  const look = useCallback(() => {
    const v = lista.current
    if (!v) return
    const da = v.findItemIndex(v.scrollOffset)
    const a = Math.min(n - 1, v.findItemIndex(v.scrollOffset + v.viewportSize))
    righe.want(da, a)
    vista.current = { da, a }
  }, [n])

  const espandi = useCallback(
    (id: number) =>
      setAperte((prima) => {
        const nuove = new Set(prima)
        if (!nuove.delete(id)) nuove.add(id)
        return nuove
      }),
    [],
  )
  const ultima = useRef(selezione)
  ultima.current = selezione
  const tasti = useTastiElenco({
    n,
    vista,
    lista,
    selezione: ultima,
    onEspandi: (posto) => espandi(trovate.id_domande[posto] as number),
  })
  const { setQui, rest, gestita } = tasti
  const [lasciata] = useState(() => leftLista(domanda))
  const ora = useRef({ domanda, n })
  ora.current = { domanda, n }
  useLayoutEffect(() => {
    if (lasciata) scrollTo(0, lasciata.y)
    return () => {
      const altezze = lista.current?.cache
      if (!altezze) return
      const { current: scelte } = ultima
      leaveLista(ora.current.domanda, { n: ora.current.n, altezze, y: scrollY, scelte: new Set(scelte.ids()) })
    }
  }, [lasciata])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other hits are looked at from their start
  useEffect(() => {
    look()
    rest()
  }, [look, trovate])
  const gesti: Gesti = useMemo(
    () => ({
      onSeleziona: (posto, intervallo) => {
        if (gestita.current) return
        setQui(posto)
        if (intervallo) ultima.current.range(posto)
        else ultima.current.toggle(posto)
      },
      onEspandi: espandi,
      onStella: (domanda) => void mark(domanda),
    }),
    [espandi, setQui, gestita],
  )
  useEffect(() => {
    const apri = (posto: number) => tasti.focus(posto, 'start')
    if (typeof vai === 'function') vai(apri)
    else if (vai) vai.current = apri
  })
  const Riga = useMemo(() => rowOf(n), [n])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the checkboxes inside
    <div
      className={css.elenco}
      onKeyDown={tasti.onKeyDown}
      onPointerDown={tasti.onPointerDown}
      onFocus={tasti.onFocus}
      data-versione={versione}
    >
      <WindowVirtualizer
        ref={lista}
        data={trovate.id_domande}
        as={Lista}
        item={Riga}
        itemSize={STIMA}
        {...(lasciata?.n === n && { cache: lasciata.altezze })}
        bufferSize={320}
        onScroll={() => {
          misura()
          look()
        }}
        onScrollEnd={() => {
          ferma()
          rest()
        }}
        onResize={look}
      >
        {(id, posto) => {
          // The row with the keyboard's place stays what it is.
          const domanda = inCorsa() && posto !== tasti.tappa ? undefined : righe.at(posto)
          return domanda ? (
            <Voce
              key={id}
              domanda={domanda}
              posto={posto}
              query={query}
              banca={banche?.get(domanda.id_concorso) ?? null}
              scelta={selezione.has(id)}
              aperta={aperte.has(id)}
              tappa={posto === tasti.tappa}
              gesti={gesti}
            />
          ) : (
            <VoceInArrivo key={id} />
          )
        }}
      </WindowVirtualizer>
    </div>
  )
}

/** Marks or unmarks a favourite: the row, the other rows' counts and, later, the server know it. */
async function mark(domanda: Domanda): Promise<void> {
  const esito = await togglePreferita(domanda)
  if (!esito.ok) return showGuasto(esito.error, { riprova: () => void mark(domanda) })
  righe.put(esito.value)
  await recountRicerca()
}

const Lista = ({
  ref,
  style,
  children,
}: {
  ref?: Ref<HTMLUListElement>
  style: CSSProperties
  children: ReactNode
}) => (
  <ul ref={ref} style={style} aria-label={testi.risultati}>
    {children}
  </ul>
)

/** A row says its place among all of them: most of the others do not exist. */
const rowOf = (n: number) =>
  function Riga({
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
