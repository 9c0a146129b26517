import { clamp } from '#rules/numbers'

/** Largest zoom of a figure, in times its fitted size. */
export const MAX_ZOOM = 6
const ZOOM_STEP = 1.25

/** Returns the zoom within its limits, 1 being the whole figure in sight. */
export const clampZoom = (zoom: number): number => clamp(zoom, 1, 1, MAX_ZOOM)
export const zoomIn = (zoom: number): number => clampZoom(zoom * ZOOM_STEP)
export const zoomOut = (zoom: number): number => clampZoom(zoom / ZOOM_STEP)

/** Returns the zoom by two fingers, in the ratio of their distance now to that at the touch. */
export const zoomPinch = (before: { zoom: number; distance: number }, distance: number): number =>
  before.distance > 0 ? clampZoom((before.zoom * distance) / before.distance) : before.zoom
