import { expose } from 'comlink'
import { expectSqlite } from '#wasm/consegna'
import { createDatabase } from './db/database.ts'
import { opfsPlatform } from './db/drivers/opfs.ts'
import { browserPioli, scala } from './db/drivers/scala.ts'
import { browserCura } from './db/recupero/browser.ts'
import { workerMondo } from './schede/mondo.ts'
import { createScheda } from './schede/scheda.ts'

const platform = { ...scala(browserPioli(opfsPlatform(expectSqlite()))), ...browserCura() }
expose(createScheda((eventi) => createDatabase(platform, eventi), workerMondo()))
