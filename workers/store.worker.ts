import { start } from './start.ts'

start(import('./serve-store.ts'))
