import { expose } from 'comlink'
import { expectSqlite } from '#wasm/handover'
import { browserRungs, ladder } from './backends/ladder.ts'
import { opfsPlatform } from './backends/opfs.ts'
import { browserCare } from './recovery/index.ts'
import { createDatabase } from './store/database.ts'
import { workerEnvironment } from './tabs/environment.ts'
import { createTab } from './tabs/tab.ts'

const platform = { ...ladder(browserRungs(opfsPlatform(expectSqlite()))), ...browserCare() }
expose(createTab((events) => createDatabase(platform, events), workerEnvironment()))
