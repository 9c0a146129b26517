/** Milliseconds after which a request is given up (spec §7, §9) [CO10]. */
export const TIMEOUT_MS = 60_000
