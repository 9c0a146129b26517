import type { Archivio } from '../archivio.ts'
import type { Connection } from '../drivers/platform.ts'
import type { RawFile } from '../drivers/raw.ts'
import { PAGINA } from '../drivers/registro.ts'
import { Danno } from './guasto.ts'
import { FRAME_HEADER, HEADER, Registro } from './log.ts'
import { sumsOf } from './somma.ts'
import { encodeSomme, nomeSomme, readSomme, type Somme } from './somme.ts'

/** Bytes of the log from which it is written back into the database: a thousand pages. */
export const LOG_PIENO = 1000 * PAGINA
/** Bytes of log that no moment of quiet is waited for any more. */
export const LOG_TROPPO = 4 * LOG_PIENO
/** Bytes of log that an opening writes back: each owner that dies before its moment of quiet leaves more to the next. */
export const LOG_LASCIATO = 2 * LOG_PIENO
/** Frames of the log read, and pages of the database checked, between two looks at what waits: about a millisecond. */
const FETTA = 64
/** The same while nothing waits: the store is being opened. */
export const FETTA_LUNGA = 512

/** What is known of the bytes of an open store. */
export type Custodia = {
  registro: Registro | null
  /** Null: not known yet; the file is taken as it is at the next seal. */
  somme: Somme | null
  letta: boolean
  /** The sums may be those of before the last time that the log was written back (somme.ts). */
  dubbie: boolean
  /**
   * Bytes of log of an earlier visit: its pages may have been half written back. What is in the log since was written from the
   * file as it lay, which must be as its sums say: else a damaged page would be taken for good as soon as it is written to.
   */
  apertura: number
  /** Every page was looked at since the store was opened. */
  guardata: boolean
  /** Pages found damaged at the last look. */
  guaste: ReadonlySet<number>
  /** Work on the bytes goes one at a time. */
  coda: Promise<unknown>
  /** Care is due after the method that has just answered. */
  in_attesa: boolean
  /** Methods answered so far. */
  chiamate: number
}

export const newCustodia = (apertura = 0): Custodia => ({
  registro: null,
  somme: null,
  letta: false,
  dubbie: false,
  apertura,
  guardata: false,
  guaste: new Set(),
  coda: Promise.resolve(),
  in_attesa: false,
  chiamate: 0,
})

/** One after the other, whatever the one before came to. */
export function inCoda<T>({ custodia }: Archivio, work: () => Promise<T>): Promise<T> {
  const done = custodia.coda.then(work, work)
  custodia.coda = done.catch(() => {})
  return done
}

/** Frames of the log that SQLite reads; 0 without one. */
export const framesOf = (db: Connection): number =>
  Math.max(0, db.get<{ log: number }>('PRAGMA main.wal_checkpoint(NOOP)')?.log ?? 0)

/** Bytes of log up to the end of what SQLite reads. */
export function logEnd(db: Connection): number {
  const frames = framesOf(db)
  return frames === 0 ? 0 : HEADER + frames * (FRAME_HEADER + PAGINA)
}

/**
 * Reads what the log has by now, in slices. Each is twice what was written since the one before, and some more: whoever answers
 * without a pause, however fast, does not keep the end away.
 */
export async function readRegistro(a: Archivio, fetta = FETTA): Promise<Registro | null> {
  const { custodia, platform } = a
  if (!custodia.registro) {
    const file = a.db.raw?.('main', true)
    if (!file) return null
    custodia.registro = new Registro(file)
  }
  const { registro } = custodia
  for (let end = logEnd(a.db), before = end; ; before = end, end = logEnd(a.db)) {
    const written = Math.max(0, end - before) / (FRAME_HEADER + PAGINA)
    if (!registro.advance(fetta + 2 * written, end)) return registro
    await platform.wait(0)
  }
}

export async function knownSomme(a: Archivio): Promise<Somme | null> {
  const { custodia } = a
  if (!custodia.letta) {
    const { somme, dubbie } = await readSomme(a.files)
    Object.assign(custodia, { somme, dubbie, letta: true })
  }
  return custodia.somme
}

/**
 * Writes the log back into the database's file. The file changes nowhere else: so the sums of its pages, written just before,
 * say for ever what it must hold, and no answer pays for them. The order is what a crash needs: sums of what will be,
 * durable; then the pages. In between, a page is either as its sum says or still in the log. `fetta`: frames read at a time.
 */
export function seal(a: Archivio, fetta = FETTA): Promise<void> {
  return inCoda(a, async () => {
    const registro = await readRegistro(a, fetta)
    await knownSomme(a)
    // Sums that may be of another time are looked at before they are continued.
    if (a.custodia.dubbie) await look(a)
    const before = a.custodia.somme
    const main = a.db.raw?.('main')
    if (!registro || !main || (a.custodia.dubbie && a.chiuso)) return
    if (!before) return firstSeal(a)
    const provate = new Set<number>()
    while (checkBases(a, { main, registro, somme: before.somme, provate })) await a.platform.wait(0)
    const generazione = before.generazione + 1
    const file = await a.files.open(nomeSomme(generazione))
    try {
      // From here on nothing else runs until the log is empty.
      const end = logEnd(a.db)
      while (registro.advance(FETTA, end));
      while (checkBases(a, { main, registro, somme: before.somme, provate }));
      if (registro.totale === 0) return
      const somme = before.somme.slice(0, registro.totale)
      for (const [numero, somma] of registro.pagine) somme[numero - 1] = somma
      for (let i = 0; i < registro.totale; i++) if (somme[i] === undefined) return dropSomme(a)
      const after = { ...before, generazione, somme }
      writeFile(file, encodeSomme(after))
      writeBack(a, after)
    } finally {
      file.close()
    }
  })
}

type Basi = { main: RawFile; registro: Registro; somme: readonly number[]; provate: Set<number> }

/**
 * Looks at some of the pages that the log is to be written over, before they are gone: one that is not as its sum says was
 * damaged before something was written to it, and what was written holds the damage. False when all were looked at.
 */
function checkBases(a: Archivio, { main, registro, somme, provate }: Basi): boolean {
  const { custodia } = a
  let n = 0
  for (const [numero, at] of registro.prime) {
    if (provate.has(numero) || at < custodia.apertura || numero > somme.length) continue
    provate.add(numero)
    if (sumsOf(main.read((numero - 1) * PAGINA, PAGINA), PAGINA)[0] !== somme[numero - 1]) {
      if (custodia.dubbie) {
        dropSomme(a)
        throw new Error('the sums are of another time')
      }
      custodia.guaste = new Set([...custodia.guaste, numero])
      throw new Danno(`page ${numero} was damaged before it was written to`)
    }
    if (++n === FETTA) return true
  }
  return false
}

type File = Awaited<ReturnType<Archivio['files']['open']>>

function writeFile(file: File, bytes: Uint8Array<ArrayBuffer>): void {
  file.truncate(0)
  if (file.write(bytes, { at: 0 }) !== bytes.length) throw new Error('sums not written')
  file.flush()
}

/** Once the log is begun to be written back, only the sums on the storage are true, and pages may be half written until its end. */
function writeBack({ custodia, ...a }: Archivio, after: Somme): void {
  Object.assign(custodia, { somme: null, letta: false, registro: null, apertura: Number.POSITIVE_INFINITY })
  checkpoint(a)
  Object.assign(custodia, { somme: after, dubbie: false, letta: true, apertura: 0 })
}

function checkpoint(a: Pick<Archivio, 'db'>): void {
  const done = a.db.get<{ busy: number }>('PRAGMA main.wal_checkpoint(TRUNCATE)')
  if (done?.busy !== 0) throw new Error('the log could not be written back')
}

/** Sums that cannot be continued are forgotten: the next seal takes the file as it is. */
function dropSomme({ custodia }: Archivio): void {
  Object.assign(custodia, { somme: null, dubbie: false })
}

/** A store without sums, new or of an earlier version of this program: the file becomes what it is now, page by page. */
async function firstSeal(a: Archivio): Promise<void> {
  const main = a.db.raw?.('main')
  if (!main) return
  checkpoint(a)
  const page = a.db.get<{ page_size: number }>('PRAGMA main.page_size')?.page_size ?? 0
  const somme: number[] = []
  const total = main.size() / page
  for (let i = 0; i < total; i += FETTA) {
    somme.push(...sumsOf(main.read(i * page, FETTA * page), page))
    await a.platform.wait(0)
  }
  const { somme: old } = await readSomme(a.files)
  const first = { generazione: (old?.generazione ?? 0) + 1, page, somme }
  const file = await a.files.open(nomeSomme(first.generazione))
  try {
    writeFile(file, encodeSomme(first))
    Object.assign(a.custodia, { somme: first, dubbie: false, letta: true, apertura: 0 })
  } finally {
    file.close()
  }
}

/** Numbers of the pages whose bytes are not what was sealed; those that the log of an earlier visit has wait for it. */
export const brokenPages = (a: Archivio): Promise<number[]> => inCoda(a, () => look(a))

async function look(a: Archivio): Promise<number[]> {
  const known = await knownSomme(a)
  const registro = await readRegistro(a)
  const main = a.db.raw?.('main')
  if (!known || !main) {
    a.custodia.guardata = true
    return []
  }
  const broken: number[] = []
  const { page, somme } = known
  const before = (numero: number) => (registro?.prime.get(numero) ?? Number.POSITIVE_INFINITY) < a.custodia.apertura
  for (let i = 0; i < somme.length; i += FETTA) {
    const found = sumsOf(main.read(i * page, FETTA * page), page)
    for (let k = i; k < Math.min(i + FETTA, somme.length); k++)
      if (found[k - i] !== somme[k] && !before(k + 1)) broken.push(k + 1)
    await a.platform.wait(0)
    if (a.chiuso) return broken
  }
  // Only now: who asks meanwhile waits for the end.
  a.custodia.guardata = true
  if (a.custodia.dubbie && broken.length > 0) {
    // Then they are: SQLite's own check is all that is left, and the file becomes what it is now.
    dropSomme(a)
    return []
  }
  a.custodia.guaste = new Set(broken)
  return broken
}
