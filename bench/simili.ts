import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import sqlite3InitModule from '@sqlite.org/sqlite-wasm'
import type { NumberedDomanda } from '#contract/domanda'
import { importBank } from '#importers/import-bank'
import { buildBanca, openBanca } from '#importers/package/build-bank'
import { permute } from '#rules/shuffle'
import { findVicini, type TipoVicino, VICINO } from '#rules/vicini'

// Twins, traps and neighbours of a real bank of BANCHE_VERE: how many there are, what they cost when the package is built and when one
// question is read, and a sample to be read by a person: `npm run bench -- simili --campione 100 --tipo gemella --banca FILE`.
const BANK = 'ripam-3997/domande.ndjson.gz'
/** Questions that the time and memory are told for: those of the bank, again and again until there are so many. */
const QUESTIONS = 13_000
const READS = 500

const asked = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}

async function readBank(file: string): Promise<NumberedDomanda[]> {
  const folder = process.env.BANCHE_VERE
  if (!folder) throw new Error('BANCHE_VERE is not set: this reads a real bank')
  const read = await importBank({ nome: file, byte: readFileSync(join(folder, file)) })
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const materie = [...new Set(read.value.domande.map((d) => d.materia))]
  return read.value.domande.map((d, i) => ({
    ...d,
    id_domanda: i + 1,
    posizione: i + 1,
    id_materia: d.materia === null ? null : 1 + materie.indexOf(d.materia),
    argomenti: null,
  }))
}

const line = ({ testo, risposte, corretta }: NumberedDomanda): string =>
  `${testo} => ${corretta === null ? '–' : risposte[corretta - 1]}`

/** Pairs, or questions with all their neighbours, drawn by a seed. */
function printSample(domande: readonly NumberedDomanda[], tipo: TipoVicino, n: number): void {
  const found = findVicini(domande).filter((v) => v.tipo === tipo && (tipo === 'vicina' || v.di < v.vicina))
  const firsts = tipo === 'vicina' ? [...new Set(found.map(({ di }) => di))] : found.map((_, i) => i)
  for (const [k, first] of permute(Int32Array.from(firsts), 40).slice(0, n).entries()) {
    const pairs = tipo === 'vicina' ? found.filter(({ di }) => di === first) : found.slice(first, first + 1)
    console.log(`\n${k + 1}. ${line(domande[pairs[0]?.di ?? 0] as NumberedDomanda)}`)
    for (const { vicina } of pairs) console.log(`   ${line(domande[vicina] as NumberedDomanda)}`)
  }
}

async function measure(bank: readonly NumberedDomanda[]): Promise<void> {
  const domande = Array.from({ length: QUESTIONS }, (_, i) => ({
    ...(bank[i % bank.length] as NumberedDomanda),
    id_domanda: i + 1,
    posizione: i + 1,
  }))
  const before = process.memoryUsage().rss
  const cpu = process.cpuUsage()
  const start = performance.now()
  const found = findVicini(domande)
  const ms = performance.now() - start
  const used = process.cpuUsage(cpu).user / 1000
  console.log(
    `${QUESTIONS} questions: ${Math.round(ms)} ms, ${Math.round(used)} ms of CPU, ${Math.round((process.memoryUsage().rss - before) / 2 ** 20)} MiB`,
  )
  for (const tipo of VICINO) console.log(`  ${tipo}: ${found.filter((v) => v.tipo === tipo).length} rows`)
  const sqlite = await sqlite3InitModule()
  const written = { id_concorso: 1, concorso: 'Banca', domande, materie: [], totali: domande.length }
  const [without, whole] = [false, true].map((vicini) => buildBanca(sqlite, { ...written, vicini }))
  const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(2)
  if (!without || !whole) return
  console.log(`file ${mib(without.length)} -> ${mib(whole.length)} MiB, `)
  console.log(`zip ${mib(deflateRawSync(without).length)} -> ${mib(deflateRawSync(whole).length)} MiB`)
  const db = openBanca(sqlite, whole)
  const times = Array.from({ length: READS }, (_, i) => {
    const id = 1 + ((i * 7919) % QUESTIONS)
    const at = performance.now()
    db.selectObjects('SELECT * FROM vicini v JOIN domande d ON d.id_domanda = v.id_vicina WHERE v.id_domanda = ?', [id])
    return performance.now() - at
  }).sort((a, b) => a - b)
  db.close()
  console.log(`neighbours of one question: p95 ${times[Math.floor(READS * 0.95)]?.toFixed(2)} ms`)
}

const domande = await readBank(asked('banca') ?? BANK)
const tipo = VICINO.find((name) => name === asked('tipo'))
const campione = asked('campione')
if (campione !== undefined && tipo) printSample(domande, tipo, Number(campione))
else await measure(domande)
