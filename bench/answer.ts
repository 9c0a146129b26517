import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInPage } from './lib/browser.ts'
import { cifra, median, percentile, readOpzioni, report } from './lib/cifre.ts'
import { answerNatively } from './lib/nativo.ts'

const GIRI = 400

// A durable answer from tap to acknowledgement, against the same transaction in native SQLite and against v9 on Dexie.
const opzioni = readOpzioni(10_000)
const { nostri, v9 } = await runInPage<{ nostri: number[]; v9: number[] }>('answer', opzioni.n, GIRI)
const dir = mkdtempSync(join(tmpdir(), 'idoneo-bench-nativo-'))
const nativi = answerNatively(join(dir, 'utente.db'), opzioni.n, GIRI)
rmSync(dir, { recursive: true })
report('answer', opzioni, [
  cifra('answer_p50', median(nostri), 'ms', 'native', median(nativi)),
  cifra('answer_p99', percentile(nostri, 0.99), 'ms', 'native', percentile(nativi, 0.99)),
  cifra('answer_p50', median(nostri), 'ms', 'dexie', median(v9)),
  cifra('answer_p99', percentile(nostri, 0.99), 'ms', 'dexie', percentile(v9, 0.99)),
])
