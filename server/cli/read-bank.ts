import { basename } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { ImportedImage } from '#contract/domanda'
import { type ImportedBank, importBank } from '#importers/import-bank'
import type { ImportOptions } from '#importers/options'
import { isField } from '#importers/recognition/mapping'
import { sentenceOfRefusal } from '#importers/refusal'
import { optionsOf, type ValuesOf, WrongUsage } from './exit.ts'
import { readBytes, readImmagini } from './files.ts'
import { Refused } from './refused.ts'

/** Options of every command that reads a bank from a file. */
export const READ_OPTIONS = optionsOf(
  [
    'immagini',
    'separatore',
    'codifica',
    'foglio',
    'colonne',
    'campi',
    'esatta',
    'base',
    'pagine',
    'chiavi',
    'correzioni',
  ],
  ['forza'],
)

/** Growth of the heap between two collections, percent. V8's own value doubles the memory of a large file. */
const HEAP_GROWTH = 25

export type ReadValues = ValuesOf<typeof READ_OPTIONS>

/** Parses `campo=nome,…` to a map; throws WrongUsage on a field that importing lacks. */
function readMapping(option: 'colonne' | 'campi', text: string): Map<string, string> {
  const mapping = new Map<string, string>()
  for (const pair of text.split(',')) {
    const at = pair.indexOf('=')
    const [field, name] = [pair.slice(0, Math.max(0, at)).trim(), pair.slice(at + 1).trim()]
    if (at < 1 || name === '') throw new WrongUsage(`--${option} vuole campo=nome,… e non "${pair.trim()}"`)
    if (!isField(field)) throw new WrongUsage(`--${option}: il campo "${field}" non esiste`)
    mapping.set(field, name)
  }
  return mapping
}

/** Parses `2-40`, or one page alone. */
function readPages(text: string): [number, number] {
  const [, from, to] = /^\s*([1-9]\d*)\s*(?:-\s*([1-9]\d*))?\s*$/.exec(text) ?? []
  const pages: [number, number] = [Number(from), Number(to ?? from)]
  if (from === undefined || pages[1] < pages[0]) throw new WrongUsage(`--pagine vuole pagine come 2-40, non "${text}"`)
  return pages
}

function readOptions(values: ReadValues): ImportOptions {
  const { separatore, codifica, foglio, colonne, campi, esatta, base, pagine, forza } = values
  if (colonne && campi) throw new WrongUsage('--colonne e --campi non stanno insieme')
  if (base !== undefined && base !== '0' && base !== '1') throw new WrongUsage(`--base vuole 0 o 1, non "${base}"`)
  if (esatta !== undefined && !/^[a-e]$/i.test(esatta)) throw new WrongUsage(`--esatta vuole una lettera da A a E`)
  return {
    ...(separatore ? { separator: separatore === '\\t' ? '\t' : separatore } : {}),
    ...(codifica ? { encoding: codifica } : {}),
    ...(foglio ? { sheet: /^\d+$/.test(foglio) ? Number(foglio) : foglio } : {}),
    ...(colonne ? { mapping: readMapping('colonne', colonne) } : {}),
    ...(campi ? { mapping: readMapping('campi', campi) } : {}),
    ...(base === undefined ? {} : { base: base === '0' ? 0 : 1 }),
    ...(esatta ? { rightLetter: esatta } : {}),
    ...(pagine ? { pages: readPages(pagine) } : {}),
    ...(forza ? { force: true } : {}),
  }
}

/**
 * Reads the file as a bank, with the images of the options or else the kept ones. Refuses a file that is no bank, with
 * row and reason.
 */
export async function readBank(
  file: string,
  values: ReadValues,
  kept: readonly ImportedImage[] = [],
): Promise<ImportedBank> {
  const opzioni = readOptions(values)
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`)
  if (values.chiavi) opzioni.keys = { nome: basename(values.chiavi), byte: await readBytes(values.chiavi) }
  if (values.correzioni) opzioni.review = await readBytes(values.correzioni)
  const immagini = values.immagini ? await readImmagini(values.immagini) : kept
  const result = await importBank({ nome: basename(file), byte: await readBytes(file), immagini, opzioni })
  if (result.ok) return result.value
  const { riga: row } = result.error.dati ?? {}
  const motivo = sentenceOfRefusal(result.error)
  throw new Refused({ file, ...(row === undefined ? {} : { riga: Number(row) }), motivo })
}
