import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { type Cifra, cifra, readOpzioni, report } from './lib/cifre.ts'
import { importInBrowser } from './lib/importa-browser.ts'
import { atRest } from './lib/quiete.ts'

// What the operator's command takes to read a bank, from its start to its report: seconds and the most memory that it held. Beside what was
// asked for. The PDFs are real ones, where BANCHE_VERE says that they are. Then the same sheet as a person's own bank in real Chromium:
// how long it takes, and the longest frame while it is read, shown and kept beside the longest of the same page at rest.
const QUESTIONS = 13_000
const opzioni = readOpzioni(QUESTIONS)
const SHEET = { seconds: 5, mb: 500 }
const PDF = { seconds: 120, mb: 1000 }
/** Milliseconds from which a task holds the page up. */
const LONG_TASK = 50

/** A sheet as bodies publish it: number, subject, question, four answers and the letter of the right one. */
function makeSheet(n: number): Uint8Array {
  const rows = Array.from({ length: n }, (_, i) => [
    i + 1,
    `Materia ${1 + (i % 12)}`,
    `Quale dei seguenti atti, secondo la disciplina del procedimento numero ${i + 1}, spetta al responsabile dell’ufficio?`,
    ...['A', 'B', 'C', 'D'].map(
      (letter) => `L’atto che la lettera ${letter} descrive al comma ${i + 1}, salvo diversa previsione`,
    ),
    'ABCD'[i % 4],
  ])
  const header = [
    'Numero',
    'Materia',
    'Domanda',
    'Risposta A',
    'Risposta B',
    'Risposta C',
    'Risposta D',
    'Risposta esatta',
  ]
  const sheet = utils.aoa_to_sheet([header, ...rows])
  return write(
    { SheetNames: ['Banca'], Sheets: { Banca: sheet } },
    { type: 'buffer', bookType: 'xlsx', compression: true },
  )
}

/** Said at its end by the process that is measured. */
const TELL_MEMORY = `data:text/javascript,process.on('exit',()=>console.error('RSS '+process.resourceUsage().maxRSS))`

/** Reads a file by the command; how long it took, and how much it held. */
async function read(file: string): Promise<{ seconds: number; mb: number; questions: number }> {
  const start = performance.now()
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--import', TELL_MEMORY, 'server/idoneo.ts', 'importa', file, '--prova', '--json'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let out = ''
  let said = ''
  child.stdout.on('data', (text) => {
    out += text
  })
  child.stderr.on('data', (text) => {
    said += text
  })
  const code = await new Promise((done) => child.on('close', done))
  const memory = /RSS (\d+)/.exec(said)?.[1]
  if (code !== 0 || memory === undefined) throw new Error(`${basename(file)}: ${said.slice(-500)}`)
  return { seconds: (performance.now() - start) / 1000, mb: Number(memory) / 1024, questions: JSON.parse(out).domande }
}

const folder = mkdtempSync(join(tmpdir(), 'idoneo-importa-'))
const figures: Cifra[] = []
try {
  const sheet = join(folder, 'banca.xlsx')
  writeFileSync(sheet, makeSheet(opzioni.n))
  const files = [{ name: 'xlsx', file: sheet, limit: SHEET }]
  const real = process.env.BANCHE_VERE
  if (!real) console.error('BANCHE_VERE is not set: no PDF is read')
  else
    for (const [name, path] of [
      ['pdf_5000', 'polizia-commissari-2023/banca-dati-11-aprile.pdf'],
      ['pdf_3000', 'infermieri-puglia-2026/banca-dati-infermieri-27-06.pdf'],
    ] as const)
      if (existsSync(join(real, path))) files.push({ name, file: join(real, path), limit: PDF })
  for (const { name, file, limit } of files) {
    await atRest()
    const { seconds, mb, questions } = await read(file)
    console.error(`${name}: ${questions} questions`)
    figures.push(cifra(`${name}_seconds`, seconds, 's', 'wanted', limit.seconds))
    figures.push(cifra(`${name}_memory`, mb, 'MB', 'wanted', limit.mb))
  }
  const { read: reading, keep, rest, busy } = await importInBrowser(sheet)
  figures.push(cifra('browser_read_seconds', reading, 's', 'wanted', SHEET.seconds))
  figures.push(cifra('browser_keep_seconds', keep, 's', 'wanted', SHEET.seconds))
  figures.push(cifra('browser_longest_frame', busy.frame, 'ms', 'at rest', rest.frame))
  figures.push(cifra('browser_longest_task', busy.task, 'ms', 'wanted', LONG_TASK))
  report('importa', opzioni, figures)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
