import type { LimitLevel } from '../configuration.ts'

/** Factor of each level over the documented limits; null for none. */
export const FACTOR: Record<LimitLevel, number | null> = { normali: 1, ampi: 10, aperti: null }
