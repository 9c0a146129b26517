import { runInPage } from './lib/browser.ts'
import { cifra, median, readOpzioni, report } from './lib/cifre.ts'

// Bank ready after its bytes arrived, against the specification's v9 stores on Dexie (data-engine §1).
const opzioni = readOpzioni(10_000)
const { nostri, v9 } = await runInPage<{ nostri: number[]; v9: number[] }>('ready', opzioni.n, 4)
report('ready', opzioni, [cifra('bank_ready', median(nostri), 'ms', 'dexie', median(v9))])
