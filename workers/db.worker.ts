import { expose } from 'comlink'
import { createDatabase } from './db/database.ts'
import { opfsPlatform } from './db/drivers/opfs.ts'

expose(createDatabase(opfsPlatform()))
