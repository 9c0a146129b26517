import { expose } from 'comlink'
import { SQLITE_WASM } from '#wasm/address'
import { createOwnBankReader } from './proprie/reader.ts'

expose(createOwnBankReader(SQLITE_WASM))
