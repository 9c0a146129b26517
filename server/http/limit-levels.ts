import type { LimitLevel } from '../configuration.ts'

/** How many times wider each level is than the documented limits; null for none. */
export const FACTOR: Record<LimitLevel, number | null> = { normali: 1, ampi: 10, aperti: null }
