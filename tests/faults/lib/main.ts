// `npm run faults -- NAME [--n N | --night] [--seed S [--from LIFE]] [--json]`: standard output belongs to the result, progress goes to standard error.
import { parseArgs } from 'node:util'
import { FAULTS, type FaultName, type FaultResult, isFault, type Run } from './fault.ts'

type Report = { fault: FaultName; tried: number; survived: number; lost: number; seed: number; seconds: number }

type Order = { fault: FaultName; n: number; seed: number; from: number | undefined }

/** Runs one programme and answers its report. */
async function runFault({ fault, n, seed, from }: Order): Promise<Report & FaultResult> {
  const { run } = (await import(new URL(`../${fault}.ts`, import.meta.url).href)) as { run: Run }
  const start = performance.now()
  const result = await run({ n, seed, from, log: (line) => console.error(`[${fault}] ${line}`) })
  const seconds = Math.round((performance.now() - start) / 100) / 10
  const { tried, survived, lost, ...more } = result
  return { fault, tried, survived, lost, seed, seconds, ...more }
}

function usage(why: string): never {
  const names = Object.keys(FAULTS).join(', ')
  console.error(
    `${why}\nUsage: npm run faults -- NAME [--n N | --night] [--seed S [--from LIFE]] [--json]   NAME is one of: ${names}`,
  )
  process.exit(2)
}

const whole = (text: string | undefined, name: string, smallest: number): number | undefined => {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < smallest)
    usage(`--${name} must be a whole number from ${smallest}, not "${text}"`)
  return value
}

function readArgs(argv: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        n: { type: 'string' },
        seed: { type: 'string' },
        from: { type: 'string' },
        json: { type: 'boolean', default: false },
        night: { type: 'boolean', default: false },
      },
    })
    const [name = '', ...others] = positionals
    if (others.length > 0) usage(`Unexpected: ${others.join(' ')}`)
    if (!isFault(name)) usage(name === '' ? 'Which fault?' : `There is no fault "${name}".`)
    const n = whole(values.n, 'n', 1) ?? FAULTS[name][values.night ? 'night' : 'ci']
    const seed = whole(values.seed, 'seed', 0) ?? Math.floor(Math.random() * 2 ** 31)
    const from = whole(values.from, 'from', 0)
    return { fault: name, n, seed, from, json: values.json }
  } catch (error) {
    return usage((error as Error).message)
  }
}

const { json, ...order } = readArgs(process.argv.slice(2))
// Stopped from outside, it still takes its browsers with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const { fault, n, seed } = order
console.error(`[${fault}] ${n} times, seed ${seed}`)
const { findings = [], figures = {}, ...report } = await runFault(order)
for (const line of findings) console.error(`[${fault}] ${line}`)
if (json) console.log(JSON.stringify({ ...report, ...figures }))
else console.table([{ ...report, ...figures }])
// Browsers and servers of the programme are gone by now; whatever else is open must not keep the command waiting.
process.exit(report.lost > 0 || report.tried < n ? 1 : 0)
