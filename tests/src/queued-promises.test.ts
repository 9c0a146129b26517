import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from '#contract/errors'
import { errorMessage } from '#src/text/errors'

/** What says that something written here leaves by itself. */
const PROMISE = /\b(?:l[aeio] )?(?:inviamo|invieremo)\b|\bpart(?:e|ono) da sol[aei]\b|salvat[oa] qui\b/i

/** Where it may be said, and what keeps the thing that leaves later. */
const QUEUES: Readonly<Record<string, string>> = {
  'src/text/shell.ts': 'answers: src/sync/push.ts',
  'src/gestione/coda/text.ts': 'answers: src/sync/push.ts',
  'src/text/account.ts': 'extra time: src/domain/extra-time.ts',
  'src/text/simulazioni.ts': 'simulations: src/sync/push-simulazioni.ts',
  'src/features/richieste/text.ts': 'src/sync/outbox.ts',
  'src/features/sedute/domanda-text.ts': 'src/sync/outbox.ts',
}

const ROOT = join(import.meta.dirname, '../..')
const VALUES = { rete: 1, scarico: 1, archivio: 1, secondi: 30, percentuale: 40, banche: 'Vigili', livello: 1 } as const

describe('what is said to leave later is kept somewhere', () => {
  // Any screen may show any code, also for an act that nothing keeps: a support message, a download, a payment.
  it.each(ERROR_CODES)('%s promises nothing of the kind', (codice) => {
    for (const dati of [{}, VALUES, ...Object.entries(VALUES).map(([k, v]) => ({ [k]: v }))])
      expect(errorMessage({ codice, dati }).text).not.toMatch(PROMISE)
  })

  it('a server that does not answer leaves what is on the device as it was', () => {
    for (const codice of ['REMOTE_REQUEST_FAILED', 'ERRORE_INTERNO'] as const)
      expect(errorMessage({ codice })).toMatchObject({
        text: expect.stringMatching(/Riprova tra poco: quello che è su questo dispositivo resta\.$/),
        actions: ['riprova'],
      })
  })

  it('every other sentence that promises it is of a queue', () => {
    const said = readdirSync(join(ROOT, 'src'), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) =>
        readFileSync(path, 'utf8')
          .split('\n')
          .some((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && PROMISE.test(line)),
      )
      .map((path) => relative(ROOT, path).split(sep).join('/'))
    expect(said.sort()).toEqual(Object.keys(QUEUES).sort())
  })
})
