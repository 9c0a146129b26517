import { parseArgs } from 'node:util'

/** One figure beside its peer, measured in the same run. `ratio` = ours / peer's: below 1 is faster for times. */
export type Cifra = { name: string; value: number; unit: string; peer: string; peer_value: number; ratio: number }

export type Opzioni = { n: number; json: boolean; only: readonly string[] }

/** `--n N` (questions or records) and `--json`; `predefinito` when no N is given. `only`: names given beside them, where `named`. */
export function readOpzioni(predefinito: number, named = false): Opzioni {
  const { values, positionals: only } = parseArgs({
    options: { n: { type: 'string' }, json: { type: 'boolean' } },
    allowPositionals: named,
  })
  const n = values.n === undefined ? predefinito : Number(values.n)
  if (!Number.isInteger(n) || (n < 1 && values.n !== undefined)) {
    console.error('--n vuole un numero intero positivo')
    process.exit(2)
  }
  return { n, json: values.json ?? false, only }
}

/** The value below which `q` (0..1) of the samples lie. */
export function percentile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  if (sorted.length === 0) return Number.NaN
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN
}
export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

const round = (x: number) => (x >= 100 ? Math.round(x) : Number(x.toPrecision(3)))

export const cifra = (name: string, value: number, unit: string, peer: string, peer_value: number): Cifra => ({
  name,
  value: round(value),
  unit,
  peer,
  peer_value: round(peer_value),
  ratio: Number((value / peer_value).toPrecision(3)),
})

/** The figures as aligned columns under a title. */
export function formatTable(title: string, figures: readonly Cifra[]): string {
  const rows = figures.map((f) => [f.name, `${f.value} ${f.unit}`, f.peer, `${f.peer_value} ${f.unit}`, `${f.ratio}`])
  const all = [['figure', 'ours', 'peer', "peer's", 'ratio'], ...rows]
  const widths = all[0]?.map((_, i) => Math.max(...all.map((r) => r[i]?.length ?? 0))) ?? []
  return [title, ...all.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '))].join('\n')
}

/** Prints the table, or with `--json` one object on standard output. */
export function report(bench: string, { n, json }: Pick<Opzioni, 'n' | 'json'>, figures: readonly Cifra[]): void {
  if (json) console.log(JSON.stringify({ bench, n, figures }))
  else console.log(formatTable(`${bench}, n = ${n}`, figures))
}
