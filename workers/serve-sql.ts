import { expose } from 'comlink'
import { SQLITE_WASM } from '#wasm/address'
import { createSqlWindow } from './sql/sql-window.ts'

expose(createSqlWindow(SQLITE_WASM))
