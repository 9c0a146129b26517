import { clamp } from '#rules/numbers'

/** How many times its fitted size a figure may be shown. */
export const MAX_ZOOM = 6
const ZOOM_STEP = 1.25

/** Within its limits, 1 being the whole figure in sight. */
export const clampZoom = (zoom: number): number => clamp(zoom, 1, 1, MAX_ZOOM)
export const zoomIn = (zoom: number): number => clampZoom(zoom * ZOOM_STEP)
export const zoomOut = (zoom: number): number => clampZoom(zoom / ZOOM_STEP)

/** Of two fingers: how far apart they are now against when they touched. */
export const zoomPinch = (before: { zoom: number; distance: number }, distance: number): number =>
  before.distance > 0 ? clampZoom((before.zoom * distance) / before.distance) : before.zoom
