import { start } from './start.ts'

start(import('./serve-print.ts'))
