import { start } from './start.ts'

start(import('./serve-import.ts'))
