/** How many times its fitted size a figure may be shown. */
export const ZOOM_MASSIMO = 6
const PASSO = 1.25

/** Within its limits, 1 being the whole figure in sight. */
export const clampZoom = (zoom: number): number => Math.min(ZOOM_MASSIMO, Math.max(1, zoom))
export const zoomIn = (zoom: number): number => clampZoom(zoom * PASSO)
export const zoomOut = (zoom: number): number => clampZoom(zoom / PASSO)

/** Of two fingers: how far apart they are now against when they touched. */
export const zoomPinch = (prima: { zoom: number; distanza: number }, distanza: number): number =>
  prima.distanza > 0 ? clampZoom((prima.zoom * distanza) / prima.distanza) : prima.zoom
