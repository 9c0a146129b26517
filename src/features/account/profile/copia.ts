import { type CopiaFigures, type CopiaPreview, copiaFile, type Punto } from '#contract/copia'
import type { Domanda } from '#contract/database'
import { parseWith } from '#contract/parse'
import { fail, ok, type Result } from '#contract/result'
import { formatIso, instantOf } from '#rules/dates'
import { chiaveValida, correctPosition } from '#rules/esito'
import { newId } from '../../../platform/ids.ts'
import { nowIso } from '../../../platform/network.ts'
import { correctedIso } from '../../../platform/server-now.ts'
import { onStore } from '../../../store/on-store.ts'
import { recordChanged } from '../../../sync/requests.ts'
import { toCsv } from '../../../ui/csv.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { copiaText as texts } from './copia-text.ts'

const dayOf = (iso: string): string => iso.slice(0, 10)

/** Saves the copy of everything into the browser's downloads. */
export async function saveCopia(): Promise<Result<null>> {
  const at = correctedIso()
  const read = await onStore((db) => db.exportCopia({ at }))
  if (!read.ok) return read
  saveFile(texts.file(dayOf(at)), read.value, 'application/json')
  return ok(null)
}

/** Saves every answer as a table, if any; returns how many. */
export async function saveRisposte(): Promise<Result<number>> {
  const read = await onStore((db) => db.listRisposteDate())
  if (!read.ok) return read
  const rows = read.value.map((r) => [
    r.at,
    r.concorso,
    r.id_ufficiale,
    r.testo,
    r.risposta,
    texts.esiti[r.esito] ?? r.esito,
  ])
  if (rows.length > 0) saveFile(texts.file_csv(dayOf(nowIso())), toCsv(texts.colonne, rows), 'text/csv;charset=utf-8')
  return ok(rows.length)
}

/** Saves the questions to repeat, if any, as a text that Anki imports; returns how many. */
export async function saveAnki(): Promise<Result<number>> {
  const read = await onStore((db) => db.listDaRipetere())
  if (!read.ok) return read
  const { text, n } = toAnki(read.value)
  if (n > 0) saveFile(texts.file_anki(dayOf(nowIso())), text, 'text/plain;charset=utf-8')
  return ok(n)
}

const LETTERS = 'ABCDE'
const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
/** Replaces separators and line ends, and escapes a first hash, which begins a comment in Anki. */
const oneLine = (html: string) =>
  html
    .replaceAll('\t', ' ')
    .replaceAll(/\r\n?|\n/g, '<br>')
    .replace(/^(\s*)#/, '$1&#35;')
/** Returns HTML on one line, with quotation marks escaped, because a first one opens a quoted field. */
const field = (text: string, html: boolean) => oneLine(html ? text.replaceAll('"', '&quot;') : escapeHtml(text))
const tag = (text: string) => text.trim().replaceAll(/[\s"]+/g, '_')

/** Writes Anki's text format: front with the answers, back with the right one, tags. Leaves out questions without a key. */
export function toAnki(domande: readonly (Domanda & { concorso: string })[]): { text: string; n: number } {
  const lines = domande.flatMap((d) => {
    const right = correctPosition(chiaveValida(d))
    const answer = right === null ? undefined : d.risposte[right - 1]
    if (right === null || answer === undefined) return []
    const show = (text: string) => (d.html ? markup(text) : field(text, false))
    const options = d.risposte.map((text, i) => `${LETTERS[i]}) ${show(text)}`)
    const tags = [
      d.concorso,
      d.materia ?? '',
      d.statistica.preferiti === 1 ? texts.tag_preferita : '',
      isToRepeat(d) ? texts.tag_da_ripetere : '',
    ]
    const front = [show(d.testo), '', ...options].join('<br>')
    return [[front, `${LETTERS[right - 1]}) ${show(answer)}`, tags.filter(Boolean).map(tag).join(' ')].join('\t')]
  })
  const head = ['#separator:tab', '#html:true', '#tags column:3']
  return { text: `${[...head, ...lines].join('\n')}\n`, n: lines.length }
}

const isToRepeat = ({ statistica: { livello_conoscenza: l } }: Domanda) => l !== -99 && l !== 1
/** Escapes a first quotation mark alone, because quoted attributes inside a field open no quoted field. */
const markup = (html: string) => oneLine(html).replace(/^"/, '&quot;')

/** Checks a file that the person chose; returns its text and what it would add. COPIA_NON_VALIDA. */
export async function openCopia(file: Blob): Promise<Result<{ testo: string; anteprima: CopiaPreview }>> {
  const testo = await readText(file)
  if (testo === null) return fail('COPIA_NON_VALIDA')
  const preview = await onStore((db) => db.previewCopia({ testo }))
  return preview.ok ? ok({ testo, anteprima: preview.value }) : preview
}

/** Returns null for a file without the shape of a copy. */
async function readText(file: Blob): Promise<string | null> {
  try {
    const testo = await file.text()
    return parseWith(copiaFile, JSON.parse(testo)).ok ? testo : null
  } catch {
    return null
  }
}

/** Adds the contents of a copy, which are sent like any change. */
export async function addCopia(testo: string): Promise<Result<CopiaFigures>> {
  const done = await onStore((db) => db.importCopia({ testo, id: newId(), at: correctedIso() }))
  if (done.ok) recordChanged()
  return done
}

/** Goes back to a restore point; returns how many questions moved. */
export async function goBack({ nome }: Punto): Promise<Result<number>> {
  const done = await onStore(async (db) => {
    const read = await db.readPunto({ nome })
    return read.ok ? db.restoreCopia({ testo: read.value, id: newId(), at: correctedIso() }) : read
  })
  if (!done.ok) return done
  recordChanged()
  return ok(done.value.domande)
}

export const readPunti = (): Promise<Result<Punto[]>> => onStore((db) => db.listPunti())

/** Saves a restore point as a copy into the browser's downloads. */
export async function savePunto({ nome, at }: Punto): Promise<Result<null>> {
  const read = await onStore((db) => db.readPunto({ nome }))
  if (!read.ok) return read
  saveFile(texts.file(dayOf(formatIso(instantOf(at), 60))), read.value, 'application/json')
  return ok(null)
}
