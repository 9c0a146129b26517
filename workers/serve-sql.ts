import { expose } from 'comlink'
import { SQLITE_WASM } from '#wasm/address'
import { createFinestra } from './sql/finestra.ts'

expose(createFinestra(SQLITE_WASM))
