import { useEffect, useRef, useState } from 'react'
import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { Button } from '../../ui/Button.tsx'
import { Digits, Row } from '../../ui/base.tsx'
import { IconMinus, IconPlus, IconX } from '../../ui/icons.ts'
import { useModal } from '../../ui/modal.ts'
import css from './figura.module.css'
import { clampZoom, ZOOM_MASSIMO, zoomIn, zoomOut, zoomPinch } from './zoom.ts'

const distanza = ({ touches: [a, b] }: TouchEvent): number =>
  a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0

/** A figure on the whole window: two fingers, the wheel with Ctrl, the keys + − 0 and the buttons enlarge it; arrows move it. */
export function Ingrandita({ url, alt, onChiudi }: { url: string; alt: string; onChiudi: () => void }) {
  const rif = useModal()
  const tela = useRef<HTMLElement>(null)
  const [zoom, setZoom] = useState(1)
  const ultimo = useRef(zoom)
  ultimo.current = zoom
  useEffect(() => {
    const nodo = tela.current
    if (!nodo) return
    let prima: { zoom: number; distanza: number } | null = null
    const inizio = (e: TouchEvent) => {
      prima = e.touches.length === 2 ? { zoom: ultimo.current, distanza: distanza(e) } : null
    }
    // Not passive: the browser would enlarge the whole page.
    const mossa = (e: TouchEvent) => {
      if (!prima || e.touches.length !== 2) return
      e.preventDefault()
      setZoom(zoomPinch(prima, distanza(e)))
    }
    const rotella = (e: WheelEvent) => {
      if (!e.ctrlKey) return
      e.preventDefault()
      setZoom((z) => clampZoom(z * Math.exp(-e.deltaY / 300)))
    }
    nodo.addEventListener('touchstart', inizio, { passive: true })
    nodo.addEventListener('touchmove', mossa, { passive: false })
    nodo.addEventListener('touchend', inizio, { passive: true })
    nodo.addEventListener('wheel', rotella, { passive: false })
    return () => {
      nodo.removeEventListener('touchstart', inizio)
      nodo.removeEventListener('touchmove', mossa)
      nodo.removeEventListener('touchend', inizio)
      nodo.removeEventListener('wheel', rotella)
    }
  }, [])
  return (
    <dialog
      ref={rif}
      className={css.ingrandita}
      aria-label={alt}
      onCancel={(e) => {
        e.preventDefault()
        onChiudi()
      }}
      onKeyDown={(e) => {
        if (e.ctrlKey || e.metaKey || e.altKey) return
        if (e.key === '+' || e.key === '=') setZoom(zoomIn)
        if (e.key === '-') setZoom(zoomOut)
        if (e.key === '0') setZoom(1)
      }}
    >
      <div className={css.comandi}>
        <Row>
          <Button
            iconOnly
            label={testi.riduci}
            icon={<IconMinus size={20} />}
            aria-disabled={zoom === 1}
            onClick={() => setZoom(zoomOut)}
          />
          <Button
            iconOnly
            label={testi.dimensione_vera}
            icon={<IconPlus size={20} />}
            aria-disabled={zoom === ZOOM_MASSIMO}
            onClick={() => setZoom(zoomIn)}
          />
          <span role="status">
            <Digits>{testi.zoom(Math.round(zoom * 100))}</Digits>
          </span>
          {zoom !== 1 && <Button onClick={() => setZoom(1)}>{testi.adatta}</Button>}
        </Row>
        <Button iconOnly data-primo label={testi.chiudi} icon={<IconX size={20} />} onClick={onChiudi} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={tela} className={css.tela} tabIndex={0} aria-label={alt}>
        <img
          src={url}
          alt=""
          className={zoom === 1 ? css.intera : css.zoomata}
          style={zoom === 1 ? undefined : { width: `${zoom * 100}%` }}
        />
      </section>
    </dialog>
  )
}
