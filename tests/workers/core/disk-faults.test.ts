import { describe, expect, it, vi } from 'vitest'
import { errorMessage } from '#src/text/errors'
import { hearEngine, takeCause } from '#wasm/error-cause'
import { faultOf } from '#workers/core/guard'
import { withCause } from '#workers/engine/error-cause'

const sqlite = (resultCode: number, cause?: unknown) =>
  Object.assign(new Error('disk I/O error'), {
    name: 'SQLite3Error',
    resultCode,
    ...(cause !== undefined && { cause }),
  })
const browser = (name: string, message: string) => new DOMException(message, name)
const FULL = 'INDEXEDDB_NOT_ENOUGH_SPACE'
const BROKEN = 'INDEXEDDB_GENERIC_ERROR'

describe('a failure of the disk', () => {
  it.each([
    ['SQLITE_FULL', sqlite(13), FULL, undefined],
    ['a quota', browser('QuotaExceededError', 'x'), FULL, undefined],
    ['Firefox’s quota', browser('NS_ERROR_DOM_QUOTA_REACHED', 'x'), FULL, undefined],
    ['IOERR over a quota', sqlite(10, browser('QuotaExceededError', 'No capacity available')), FULL, undefined],
    ['a journal without room', sqlite(14, browser('QuotaExceededError', 'No capacity available')), FULL, undefined],
    ['a write cut short', sqlite(10, new Error('Unknown write() failure.')), FULL, undefined],
    ['LevelDB’s full disk', browser('UnknownError', 'IO error: FILE_ERROR_NO_SPACE'), FULL, undefined],
    ['a closed handle', sqlite(10, browser('InvalidStateError', 'The file was already closed')), BROKEN, 'perso'],
    ['a removed file', sqlite(10, browser('NotFoundError', 'A file could not be found')), BROKEN, 'perso'],
    [
      'WebKit’s lost server',
      browser('UnknownError', 'Connection to Indexed Database server lost. Refresh the page to try again'),
      BROKEN,
      'perso',
    ],
    ['a failed read', sqlite(10, browser('InvalidStateError', 'Failed to read the content')), BROKEN, 'lettura'],
    ['IOERR_READ', sqlite(266), BROKEN, 'lettura'],
    ['IOERR_SHORT_READ', sqlite(522), BROKEN, 'lettura'],
    ['IOERR_WRITE', sqlite(778), BROKEN, undefined],
    ['IOERR_FSYNC', sqlite(1034), BROKEN, undefined],
    ['a failed write', sqlite(10, browser('InvalidStateError', 'Failed to write')), BROKEN, undefined],
    ['IOERR of nobody knows what', sqlite(10), BROKEN, undefined],
    ['a constraint', sqlite(19), BROKEN, undefined],
    ['a mistake in a program', new TypeError('Cannot read properties of undefined'), BROKEN, undefined],
    ['a header read short', new Error('Expected to read 8192 bytes but read 100.'), BROKEN, 'lettura'],
  ])('%s [ER2][ER3]', (_, error, codice, disco) => {
    const failure = faultOf(error)
    expect({ codice: failure.codice, disco: failure.dati?.disco }).toEqual({ codice, disco })
  })

  it('has its own sentence for no room, for a read, for a write and for a lost archive [ER2][ER3]', () => {
    const said = [
      faultOf(sqlite(13)),
      faultOf(sqlite(522)),
      faultOf(sqlite(778)),
      faultOf(sqlite(10, browser('InvalidStateError', 'The file was already closed'))),
    ].map((g) => errorMessage(g).text)
    expect(said.map((testo) => testo.match(/spazio|leggere|salvare|ha tolto/)?.[0])).toEqual([
      'spazio',
      'leggere',
      'salvare',
      'ha tolto',
    ])
  })
})

describe('what the engine says of its storage', () => {
  it('is heard in silence and is the cause of the failure that follows, once', () => {
    const console_ = vi.spyOn(console, 'error').mockImplementation(() => {})
    const full = Object.assign(browser('QuotaExceededError', 'x'), { sqlite3Rc: 10 })
    hearEngine('idoneo-7:', full)
    expect(console_).not.toHaveBeenCalled()
    const failing = () =>
      withCause(() => {
        throw sqlite(10)
      })
    expect(failing).toThrow(expect.objectContaining({ cause: full }))
    expect(failing).toThrow(expect.not.objectContaining({ cause: expect.anything() }))
    console_.mockRestore()
  })

  it('a failure that is none of the storage has no cause, and other words reach the console', () => {
    const console_ = vi.spyOn(console, 'error').mockImplementation(() => {})
    hearEngine('idoneo-7:', Object.assign(browser('QuotaExceededError', 'x'), { sqlite3Rc: 10 }))
    expect(() =>
      withCause(() => {
        throw sqlite(19)
      }),
    ).toThrow(expect.not.objectContaining({ cause: expect.anything() }))
    takeCause()
    hearEngine('something else')
    expect(console_).toHaveBeenCalledWith('something else')
    console_.mockRestore()
  })
})
