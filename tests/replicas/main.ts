import { parseArgs } from 'node:util'
import type { S3Settings } from '#server/configuration'
import { runJourney } from './journey.ts'
import { killUnderPushes } from './kills.ts'
import { runPages } from './pages.ts'
import { findTag, rehearseRelease } from './release.ts'
import { ROWS, type Row } from './rows.ts'
import { openStage } from './stage.ts'

// Two replicas of the built product behind nginx on one PostgreSQL. Ends with 1 where a row does not hold.
const PARTS = ['righe', 'pagina', 'uccisioni', 'rilascio'] as const
const PEOPLE = 3

const { values, positionals } = parseArgs({
  options: { secondi: { type: 'string' }, prima: { type: 'string' } },
  allowPositionals: true,
})
const seconds = Number(values.secondi ?? 180)
const unknown = positionals.find((name) => !PARTS.some((part) => part === name))
if (unknown !== undefined || !(seconds > 0)) {
  console.error(`npm run replicas -- [${PARTS.join('|')}]… [--secondi N] [--prima REF]`)
  process.exit(2)
}
const isAsked = (part: (typeof PARTS)[number]) => positionals.length === 0 || positionals.includes(part)

/** Variables of the S3 store that the script started; null where it started none. */
function readStore(): Record<string, string> | null {
  const { url, bucket, keyId, key }: Partial<S3Settings> = JSON.parse(process.env.DEPOSITO_VERO ?? '{}')
  if (!url || !bucket || !keyId || !key) return null
  return { S3_URL: url, S3_SECCHIO: bucket, S3_CHIAVE_ID: keyId, S3_CHIAVE: key }
}

const rows: Row[] = []
const note = (row: Row) => {
  console.error(`${row.holds ? 'ok  ' : 'FAIL'} ${row.row}: ${row.seen}`)
  rows.push(row)
}
const attempt = (row: string, work: () => Promise<Omit<Row, 'row'>>) =>
  work().then(
    (seen) => note({ row, ...seen }),
    (error) => note({ row, seen: (error as Error).message, holds: false }),
  )

if (isAsked('righe') || isAsked('uccisioni')) {
  const store = readStore()
  const stage = await openStage(store ? { apart: true, env: store } : {})
  try {
    if (isAsked('righe')) {
      await attempt(`${PEOPLE} journeys of the API at once, a replica drawn for each call`, async () => {
        const passed = stage.countPassed()
        await Promise.all(Array.from({ length: PEOPLE }, (_, n) => runJourney(stage, n)))
        const each = stage.countPassed().map((calls, i) => calls - passed[i]!)
        return { seen: `${each.join(' and ')} calls`, holds: each.every((calls) => calls > 0) }
      })
      for (const [row, check] of Object.entries(ROWS)) await attempt(row, () => check(stage))
    }
    if (isAsked('uccisioni')) note(await killUnderPushes(stage, seconds))
  } finally {
    await stage.close()
  }
}
if (isAsked('pagina')) note(await runPages())
if (isAsked('rilascio')) {
  const ref = values.prima ?? findTag()
  const missing = 'no tag in this clone: git fetch --tags, or --prima REF'
  if (ref) for (const row of await rehearseRelease(ref)) note(row)
  else if (positionals.includes('rilascio')) note({ row: 'release before', seen: missing, holds: false })
  else console.error(`release before, left out: ${missing}`)
}
console.table(rows.map(({ row, seen, holds }) => ({ row, seen, holds: holds ? 'yes' : 'NO' })))
process.exit(rows.every(({ holds }) => holds) ? 0 : 1)
