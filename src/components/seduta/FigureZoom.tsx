import { useEffect, useRef, useState } from 'react'
import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { Button } from '../../ui/Button.tsx'
import { Digits, Row } from '../../ui/base.tsx'
import { IconMinus, IconPlus, IconX } from '../../ui/icons.ts'
import { useModal } from '../../ui/modal.ts'
import css from './figure.module.css'
import { clampZoom, MAX_ZOOM, zoomIn, zoomOut, zoomPinch } from './zoom.ts'

const distance = ({ touches: [a, b] }: TouchEvent): number =>
  a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0

/** Figure on the whole window. Two fingers, the wheel with Ctrl, the keys + − 0 and the buttons enlarge it; arrows move it. */
export function FigureZoom({ url, alt, onClose }: { url: string; alt: string; onClose: () => void }) {
  const ref = useModal()
  const canvas = useRef<HTMLElement>(null)
  const [zoom, setZoom] = useState(1)
  const last = useRef(zoom)
  last.current = zoom
  useEffect(() => {
    const node = canvas.current
    if (!node) return
    let before: { zoom: number; distance: number } | null = null
    const start = (e: TouchEvent) => {
      before = e.touches.length === 2 ? { zoom: last.current, distance: distance(e) } : null
    }
    // Listen without `passive`, because the browser would enlarge the whole page.
    const move = (e: TouchEvent) => {
      if (!before || e.touches.length !== 2) return
      e.preventDefault()
      setZoom(zoomPinch(before, distance(e)))
    }
    const wheel = (e: WheelEvent) => {
      if (!e.ctrlKey) return
      e.preventDefault()
      setZoom((z) => clampZoom(z * Math.exp(-e.deltaY / 300)))
    }
    node.addEventListener('touchstart', start, { passive: true })
    node.addEventListener('touchmove', move, { passive: false })
    node.addEventListener('touchend', start, { passive: true })
    node.addEventListener('wheel', wheel, { passive: false })
    return () => {
      node.removeEventListener('touchstart', start)
      node.removeEventListener('touchmove', move)
      node.removeEventListener('touchend', start)
      node.removeEventListener('wheel', wheel)
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className={css.ingrandita}
      aria-label={alt}
      onCancel={(e) => {
        e.preventDefault()
        onClose()
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
            aria-disabled={zoom === MAX_ZOOM}
            onClick={() => setZoom(zoomIn)}
          />
          <span role="status">
            <Digits>{testi.zoom(Math.round(zoom * 100))}</Digits>
          </span>
          {zoom !== 1 && <Button onClick={() => setZoom(1)}>{testi.adatta}</Button>}
        </Row>
        <Button iconOnly data-primo label={testi.chiudi} icon={<IconX size={20} />} onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section ref={canvas} className={css.tela} tabIndex={0} aria-label={alt}>
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
