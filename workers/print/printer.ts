import { transfer } from 'comlink'
import { jsPDF } from 'jspdf'
import type { PrintedDomanda, PrintedImage, Printer, PrintJob } from '#contract/print'
import { fail, ok, type Result } from '#contract/result'
import { contentsPages, drawContents, drawFeet, drawKey, type KeyEntry, materiaName } from './contents.ts'
import { createDomande, type ImageInfo } from './domanda.ts'
import { createFlow, SIZES } from './flow.ts'
import { drawSheet, type SheetEntry } from './sheet.ts'
import { createTypeface, isPlain, settleSigns } from './typeface.ts'

/** Reads the typeface of the signs that Helvetica lacks (TrueType); rejects when it is unavailable. */
export type LoadSigns = () => Promise<Uint8Array>

/** Joins a full page into one text, and drops it once it is in the file. */
function saveMemory(doc: jsPDF): void {
  // Cast: the package's types omit these two fields of `internal`.
  const { events, pages } = doc.internal as unknown as {
    events: { subscribe: (name: string, hear: (page: { pageNumber: number }) => void) => void }
    pages: string[][]
  }
  events.subscribe('addPage', ({ pageNumber }) => {
    const full = pages[pageNumber - 1]
    full?.splice(0, full.length, full.join('\n'))
  })
  events.subscribe('putPage', ({ pageNumber }) => pages[pageNumber - 1]?.splice(0))
}

function open(job: PrintJob) {
  const doc = new jsPDF({ unit: 'pt', format: 'a4', compress: true, putOnlyUsedFonts: true })
  saveMemory(doc)
  doc.setProperties({ title: job.title, creator: 'Idoneo', subject: job.lines.join(' · ') })
  doc.setLanguage('it')
  const type = createTypeface(doc)
  for (let page = 1; page < contentsPages(job.materie.length); page++) doc.addPage()
  const flow = createFlow(doc, job.size)
  flow.breakPage()
  const images = new Map<string, ImageInfo | null>()
  return {
    doc,
    job,
    type,
    flow,
    images,
    draw: createDomande(doc, type, flow, (nome) => images.get(nome) ?? null, job),
    key: [] as (KeyEntry & SheetEntry)[],
    pages: job.materie.map((): number | null => null),
    signsTried: false,
  }
}
type Document = ReturnType<typeof open>

const settle = (d: PrintedDomanda): PrintedDomanda => ({
  ...d,
  number: settleSigns(d.number),
  testo: settleSigns(d.testo),
  risposte: d.risposte.map(settleSigns),
  spiegazione: d.spiegazione === null ? null : settleSigns(d.spiegazione),
})
const textsOf = (d: PrintedDomanda) => [d.number, d.testo, ...d.risposte, d.spiegazione ?? '']

function addImage({ doc, images }: Document, { nome, tipo, byte }: PrintedImage): void {
  if (images.has(nome)) return
  try {
    const { width, height } = doc.getImageProperties(byte)
    // Draw the image outside of the sheet once: its alias then stands for it wherever it is repeated.
    const format = tipo === 'image/png' ? 'PNG' : 'JPEG'
    doc.addImage(byte, format, -10, -10, 1, 1, nome, 'FAST')
    images.set(nome, { alias: nome, format, width, height })
  } catch {
    images.set(nome, null)
  }
}

function drawDomanda(document: Document, d: PrintedDomanda): void {
  const { flow, type, job, pages, key, doc } = document
  if (pages[d.materia] === null) {
    const s = SIZES[job.size]
    const style = { size: s.heading, bold: true }
    const name = settleSigns(materiaName(job.materie[d.materia]?.materia ?? null))
    const lines = type.wrap(name, flow.width, style)
    flow.skip(s.after)
    flow.reserve(lines.length * s.heading * 1.3 + s.text * 6)
    for (const line of lines) type.draw(line, flow.x(), flow.take(s.heading * 1.3) + s.heading, style)
    flow.skip(s.after)
    pages[d.materia] = flow.page()
    doc.outline.add(null, name, { pageNumber: flow.page() })
  }
  document.draw(d)
  key.push({ number: d.number, materia: d.materia, right: d.right, answers: d.risposte.length })
}

/** Makes one PDF after the other; `begin` drops an unfinished one. */
export function createPrinter(loadSigns: LoadSigns): Printer {
  const printer = { document: null as Document | null }
  const attempt = async <T>(work: () => Promise<Result<T>>): Promise<Result<T>> => {
    try {
      return await work()
    } catch (error) {
      printer.document = null
      return fail('PDF_NON_CREATO', { detail: String(error) })
    }
  }
  /**
   * Fetches the typeface of signs for the first text that needs it; without it a sign is a question mark, not a
   * failure.
   */
  async function needSigns(document: Document, texts: readonly string[]): Promise<void> {
    if (document.signsTried || texts.every(isPlain)) return
    document.signsTried = true
    const file = await loadSigns().catch(() => null)
    if (file) document.type.addSigns(file)
  }
  return {
    begin: (job) =>
      attempt(async () => {
        const settled = {
          ...job,
          title: settleSigns(job.title),
          materie: job.materie.map((m) => ({ ...m, materia: m.materia === null ? null : settleSigns(m.materia) })),
        }
        printer.document = open(settled)
        await needSigns(printer.document, [settled.title, ...settled.materie.map((m) => m.materia ?? '')])
        return ok(null)
      }),
    add: (domande, images) =>
      attempt(async () => {
        const { document } = printer
        if (!document) return fail('PDF_NON_CREATO', { detail: 'not begun' })
        const settled = domande.map(settle)
        await needSigns(document, settled.flatMap(textsOf))
        for (const image of images) addImage(document, image)
        for (const d of settled) drawDomanda(document, d)
        return ok(null)
      }),
    finish: () =>
      attempt(async () => {
        const { document } = printer
        if (!document) return fail('PDF_NON_CREATO', { detail: 'not begun' })
        const { doc, type, flow, job, key, pages } = document
        if (job.sheet) drawSheet(doc, type, key)
        if (job.keyPlace === 'fondo') drawKey(type, flow, job, key)
        drawContents(doc, type, job, pages)
        drawFeet(doc, type, job)
        const byte = new Uint8Array(doc.output('arraybuffer'))
        printer.document = null
        return ok(transfer({ byte, pages: doc.getNumberOfPages() }, [byte.buffer]))
      }),
  }
}
