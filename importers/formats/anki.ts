import { parse } from 'csv-parse/browser/esm/sync'
import type { ImportedImage } from '#contract/domanda'
import { type AnkiNote, readCollection } from '../anki/collection.ts'
import { readNote } from '../anki/notes.ts'
import { openPackage } from '../archive.ts'
import { Refusal } from '../refusal.ts'
import { toContent } from './explicit.ts'
import type { FileContent, Format } from './format.ts'
import { isZip, listZipNames, peekText } from './peek.ts'
import { readText } from './text-source.ts'

const COLLECTION = /^collection\.anki2/

/**
 * Reads Anki decks, as packages and as exported texts. Only cards of multiple choice with an evident key are questions.
 */
export const anki: Format = {
  id: 'anki',
  sniff(bytes) {
    if (isZip(bytes))
      return listZipNames(bytes).some((name) => COLLECTION.test(name)) ? { strength: 1, reason: 'collection' } : null
    return /^#separator:/.test(peekText(bytes)) ? { strength: 0.98, reason: 'separator_line' } : null
  },
  async read(source): Promise<FileContent> {
    if (!isZip(source.bytes)) return finish(readNotesText((await readText(source)).testo), [])
    const files = await openPackage(source.bytes)
    // Prefer the newer collection: in the old one a newer package keeps a note that asks to update.
    const collection = files.get('collection.anki21') ?? files.get('collection.anki2')
    if (!collection || files.has('collection.anki21b')) throw new Refusal('format_refused', { format: 'apkg-new' })
    return finish(await readCollection(collection), listMedia(files))
  },
}

function finish(notes: readonly AnkiNote[], images: ImportedImage[]): FileContent {
  const taken = notes.map((note, i) => readNote(note, i + 1))
  if (!taken.some((t) => 'question' in t)) throw new Refusal('format_refused', { format: 'apkg' })
  return { ...toContent(taken), images }
}

/** Lists the files of a package, which are named by numbers, with their names in the notes. */
function listMedia(files: ReadonlyMap<string, Uint8Array>): ImportedImage[] {
  try {
    const names = JSON.parse(new TextDecoder().decode(files.get('media'))) as Record<string, unknown>
    return Object.entries(names).flatMap(([file, name]): ImportedImage[] => {
      const byte = files.get(file)
      return byte && typeof name === 'string' && /\.(png|jpe?g|gif|webp|svg)$/i.test(name) ? [{ nome: name, byte }] : []
    })
  } catch {
    return []
  }
}

const SEPARATORS: Readonly<Record<string, string>> = {
  tab: '\t',
  comma: ',',
  semicolon: ';',
  space: ' ',
  pipe: '|',
  colon: ':',
}

/** Reads notes of a text: lines of settings that begin with `#`, then one note a row. */
function readNotesText(text: string): AnkiNote[] {
  const lines = text.split(/\r?\n/)
  const first = lines.findIndex((line) => !line.startsWith('#'))
  const settings = new Map(
    lines.slice(0, Math.max(0, first)).map((line): [string, string] => {
      const at = line.indexOf(':')
      return [line.slice(1, at).trim().toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
  const named = settings.get('separator')?.toLowerCase() ?? 'tab'
  const delimiter = SEPARATORS[named] ?? named
  const aside = ['guid column', 'notetype column', 'deck column', 'tags column'].map((name) =>
    Number(settings.get(name)),
  )
  const names = settings.get('columns')?.split(delimiter) ?? []
  const rows = parse(lines.slice(Math.max(0, first)).join('\n'), {
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
  }) as string[][]
  const deckAt = Number(settings.get('deck column'))
  const escaped = settings.get('html') === 'false'
  return rows.map((row) => ({
    fields: row.flatMap((value, i): [string, string][] =>
      aside.includes(i + 1) ? [] : [[names[i] ?? String(i + 1), escaped ? value.replace(/\n/g, '<br>') : value]],
    ),
    deck: (row[deckAt - 1] ?? settings.get('deck'))?.split('::').at(-1)?.trim() || null,
  }))
}
