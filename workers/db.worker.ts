import { start } from './start.ts'

start(import('./serve-db.ts'))
