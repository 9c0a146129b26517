import { start } from '#workers/start'

// Loaded as the product's own worker is.
start(import('./nudo-solo.ts'))
