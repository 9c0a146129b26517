import { start } from './start.ts'

start(import('./serve-sql.ts'))
