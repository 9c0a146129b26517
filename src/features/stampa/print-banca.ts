import type { BancaLocale, Domanda, Filtro, Ordine } from '#contract/database'
import type { KeyPlace, PrintedImage, Printer, PrintSize } from '#contract/print'
import { fail, ok, type Result } from '#contract/result'
import type { Spiegazione } from '#contract/spiegazioni'
import { newSeed } from '../../platform/ids.ts'
import { nowIso } from '../../platform/network.ts'
import { session } from '../../session/session.ts'
import { onStore } from '../../store/on-store.ts'
import { ordiniText } from '../../text/banca.ts'
import { formatDate } from '../../text/formats.ts'
import { startPrinter } from './print-worker.ts'
import { stampaText as texts } from './text.ts'
import { toPrinted } from './to-printed.ts'

export type PrintOptions = {
  keyPlace: KeyPlace
  size: PrintSize
  foglio: boolean
  mescola: boolean
  images: boolean
  spiegazioni: boolean
}
export type PrintRequest = {
  banca: BancaLocale
  filtro: Filtro
  ordine: Ordine
  /** Subjects of the bank in its own order; questions without one come last. */
  materie: readonly { id_materia: number | null; materia: string }[]
  options: PrintOptions
  /**
   * Limits the print to these of the filtered questions, under their own title. With `inOrder` they print as they stand, without
   * filters and subjects.
   */
  scelte?: { titolo: string; id_domande: readonly number[]; inOrder?: boolean }
}
/** `missing` counts the questions whose image is not on this device. */
export type PrintedBanca = { file: Blob; name: string; pages: number; missing: number }

/** Questions read and drawn at once, as many as the store returns in one call. */
const BATCH = 100

type Group = { materia: string | null; ids: number[] }

/** Selects the filtered questions subject by subject, each in the requested order. */
async function selectGroups({ filtro, ordine, materie, scelte }: PrintRequest, seme: number): Promise<Result<Group[]>> {
  if (scelte?.inOrder) return ok([{ materia: null, ids: [...scelte.id_domande] }])
  const all = await onStore((db) => db.selectDomande({ filtro, ordine, seme }))
  if (!all.ok) return all
  const chosen = scelte && new Set(scelte.id_domande)
  const left = new Set(all.value.id_domande.filter((id) => chosen?.has(id) ?? true))
  const groups: Group[] = []
  for (const { id_materia, materia } of materie) {
    if (id_materia === null || (filtro.materie && !filtro.materie.includes(id_materia))) continue
    const own = await onStore((db) => db.selectDomande({ filtro: { ...filtro, materie: [id_materia] }, ordine, seme }))
    if (!own.ok) return own
    const ids = [...own.value.id_domande].filter((id) => left.delete(id))
    if (ids.length > 0) groups.push({ materia, ids })
  }
  if (left.size > 0) groups.push({ materia: null, ids: [...all.value.id_domande].filter((id) => left.has(id)) })
  return groups.length === 0 ? fail('NESSUNA_DOMANDA') : ok(groups)
}

const fileName = (title: string): string =>
  `${
    title
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80) || 'banca-dati'
  }.pdf`

/** Reads the texts of a batch and its images as the printer takes them. */
async function readBatch(id_concorso: number, ids: readonly number[], options: PrintOptions, drawn: Set<string>) {
  const domande = await onStore((db) => db.readDomande({ id_concorso, id_domande: ids }))
  if (!domande.ok) return domande
  const kept = options.spiegazioni
    ? await onStore((db) => db.readSpiegazioni({ id_domande: ids }))
    : ok([] as Spiegazione[])
  if (!kept.ok) return kept
  const images: PrintedImage[] = []
  const here = new Set<string>()
  for (const nome of options.images ? imageNames(domande.value) : []) {
    const key = `${id_concorso}/${nome}`
    if (drawn.has(key)) here.add(nome)
    else {
      const image = await onStore((db) => db.readImmagine({ id_concorso, nome }))
      if (!image.ok) continue
      images.push({ nome: key, ...image.value })
      drawn.add(key)
      here.add(nome)
    }
  }
  const spiegazioni = new Map(kept.value.map((s) => [s.id_domanda, s]))
  return ok({ domande: domande.value, images, here, spiegazioni })
}
const imageNames = (domande: readonly Domanda[]): string[] => [
  ...new Set(domande.flatMap((d) => (d.immagine === null ? [] : [d.immagine]))),
]

const chosenLines = ({ banca, ordine, scelte }: PrintRequest, n: number): string[] =>
  scelte
    ? [texts.elenco(scelte.titolo, n)]
    : [texts.scelte(n, ordiniText[ordine].nome), ...(n < banca.n_domande ? [texts.filtrate] : [])]

async function print(
  printer: Printer,
  request: PrintRequest,
  signal: AbortSignal,
  told: (done: number, all: number) => void,
): Promise<Result<PrintedBanca>> {
  const { banca, filtro, options } = request
  const seme = newSeed()
  const groups = await selectGroups(request, seme)
  if (!groups.ok) return groups
  const all = groups.value.reduce((n, g) => n + g.ids.length, 0)
  const lines = [
    [banca.ente, banca.anno, banca.profilo].filter((x) => x !== null).join(' · '),
    ...chosenLines(request, all),
    texts.stampata(formatDate(nowIso())),
  ]
  const begun = await printer.begin({
    title: banca.concorso,
    lines,
    mark: texts.copia(banca.concorso, session.credentials?.utente.email_comunicazioni ?? ''),
    keyPlace: options.keyPlace,
    sheet: options.foglio,
    size: options.size,
    materie: groups.value.map((g) => ({ materia: g.materia, n: g.ids.length })),
  })
  if (!begun.ok) return begun
  const drawn = new Set<string>()
  let done = 0
  let missing = 0
  for (const [materia, { ids }] of groups.value.entries())
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = await readBatch(filtro.id_concorso, ids.slice(from, from + BATCH), options, drawn)
      if (!batch.ok) return batch
      const { domande, images, here, spiegazioni } = batch.value
      const printed = domande.map((d) =>
        toPrinted(d, {
          seme: options.mescola ? seme : null,
          materia,
          hasImage: d.immagine !== null && here.has(d.immagine),
          withImages: options.images,
          spiegazione: spiegazioni.get(d.id_domanda) ?? null,
        }),
      )
      const added = await printer.add(printed, images)
      if (!added.ok) return added
      if (signal.aborted) return fail('PDF_NON_CREATO', { detail: 'aborted' })
      done += domande.length
      if (options.images) missing += printed.filter((d) => d.missing !== null).length
      told(done, all)
    }
  const finished = await printer.finish()
  if (!finished.ok) return finished
  const { byte, pages } = finished.value
  const file = new Blob([byte as Uint8Array<ArrayBuffer>], { type: 'application/pdf' })
  const name = fileName([banca.concorso, request.scelte?.titolo].filter(Boolean).join(' '))
  return ok({ file, name, pages, missing })
}

/**
 * Prints the filtered questions of a bank in a worker (spec §6) [AC8]. Returns PDF_NON_CREATO or the failure of the store. An
 * abort of `signal` ends it at once.
 */
export async function printBanca(
  request: PrintRequest,
  signal: AbortSignal,
  told: (done: number, all: number) => void,
): Promise<Result<PrintedBanca>> {
  const printer = startPrinter()
  signal.addEventListener('abort', printer.end, { once: true })
  try {
    return await print(printer, request, signal, told)
  } finally {
    signal.removeEventListener('abort', printer.end)
    printer.end()
  }
}
