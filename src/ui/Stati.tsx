import { type ReactNode, useEffect, useRef, useState } from 'react'
import { stati } from '../text/comuni.ts'
import { Card, Stack, VisuallyHidden } from './base.tsx'
import { cx } from './cx.ts'
import { IconRight } from './icone.ts'
import css from './Stati.module.css'

/** What comes sooner than this is shown at once, without a skeleton that flashes. */
const RITARDO_MS = 200

/** True once something has been pending for 200 ms. */
export function useRitardo(): boolean {
  const [passato, setPassato] = useState(false)
  useEffect(() => {
    const t = setTimeout(() => setPassato(true), RITARDO_MS)
    return () => clearTimeout(t)
  }, [])
  return passato
}

/** A grey bar with the measure of what will stand there. */
export const Skeleton = ({ larghezza = '100%', altezza = 16 }: { larghezza?: string; altezza?: number }) => (
  <span className={css.sk} style={{ width: larghezza, height: altezza }} />
)

/** Cards that are on their way; nothing for the first 200 ms. */
export function SkeletonCards({ quante = 3, etichetta = stati.caricamento }: { quante?: number; etichetta?: string }) {
  const visibile = useRitardo()
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{etichetta}</VisuallyHidden>
      {visibile && (
        <Stack>
          {[...Array(quante).keys()].map((posto) => (
            <Card come="div" key={posto}>
              <Stack>
                <Skeleton larghezza="62%" altezza={20} />
                <Skeleton larghezza="40%" altezza={14} />
                <Skeleton altezza={12} />
              </Stack>
            </Card>
          ))}
        </Stack>
      )}
    </div>
  )
}

/** A state alone in the window, where no shell gives it its margins. */
export const Sola = ({ children }: { children: ReactNode }) => <div className={css.sola}>{children}</div>

/** Nothing here yet, or something went wrong: says so and shows the way on. */
export const EmptyState = ({
  icona,
  titolo,
  testo,
  tono = 'neutro',
  azioni,
}: {
  icona: ReactNode
  titolo: string
  testo?: ReactNode
  tono?: 'neutro' | 'errore'
  azioni?: ReactNode
}) => (
  <div className={css.vuoto} role={tono === 'errore' ? 'alert' : undefined}>
    <span className={cx(css.tondo, tono === 'errore' && css.errore)}>{icona}</span>
    <h2>{titolo}</h2>
    {testo !== undefined && <p>{testo}</p>}
    {azioni !== undefined && <div className={css.azioni}>{azioni}</div>}
  </div>
)

/** Seconds that a notice stays, unless the pointer or the focus is on it. */
export const DURATA_TOAST_MS = 6_000

type Avviso = { id: number; testo: string; annullabile: boolean }
/** Time is over, or the person took it back. */
type Fine = (annullato: boolean) => void

/** A short notice that may be undone; its region always exists, so that screen readers speak it. */
export const ToastRegion = ({ avviso, onFine }: { avviso: Avviso | null; onFine: Fine }) => (
  <div role="status">{avviso && <Toast key={avviso.id} avviso={avviso} onFine={onFine} />}</div>
)

/** Its time is its own: one that goes from under the pointer, which it never sees leave, holds up no other. */
function Toast({ avviso, onFine }: { avviso: Avviso; onFine: Fine }) {
  const [fermo, setFermo] = useState(false)
  const fine = useRef(onFine)
  fine.current = onFine
  useEffect(() => {
    if (fermo) return
    const t = setTimeout(() => fine.current(false), DURATA_TOAST_MS)
    return () => clearTimeout(t)
  }, [fermo])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the clock, it does nothing else
    <div
      className={css.toast}
      onPointerEnter={() => setFermo(true)}
      onPointerLeave={() => setFermo(false)}
      onFocus={() => setFermo(true)}
      onBlur={() => setFermo(false)}
    >
      <IconRight size={20} />
      <span>{avviso.testo}</span>
      {avviso.annullabile && (
        <button type="button" onClick={() => onFine(true)}>
          {stati.annulla}
        </button>
      )}
    </div>
  )
}
