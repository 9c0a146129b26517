import type { ImportedDomanda, NumberedDomanda } from '#contract/domanda'
import type { OwnBank, OwnBankReader } from '#contract/own-bank'
import { ok } from '#contract/result'
import { describeReading, explainRefusal, refuseFile, toImportOptions } from '#importers/choices'
import { type ImportedBank, importBank } from '#importers/import-bank'
import { buildBanca, computeVersione } from '#importers/package/build-bank'
import { buildManifest } from '#importers/package/manifest'
import { writeImages } from '#importers/package/write-package'
import { isPropria, PROPRIE_TO } from '#rules/raccolta'
import { loadSqlite } from '#wasm/sqlite'
import { guard } from '../core/guard.ts'

/** Largest file that is read, bytes: larger ones would take the memory of a phone. */
const MAX_FILE_BYTES = 100 * 1024 * 1024
/** Questions of the preview. */
const EXAMPLES = 10

/** The person's own banks from files. @param address of SQLite's binary; the package's own when absent. */
export function createOwnBankReader(address?: string): OwnBankReader {
  let current: ImportedBank | null = null
  return {
    async read({ file, nome, scelte }, told) {
      current = null
      if (file.size > MAX_FILE_BYTES) return refuseFile(`Il file supera ${MAX_FILE_BYTES / 1024 / 1024} MB.`)
      const byte = new Uint8Array(await file.arrayBuffer())
      const read = await importBank({
        nome,
        byte,
        opzioni: { ...toImportOptions(scelte), ...(told && { onStep: told }) },
      })
      if (!read.ok) return read.error.codice === 'FILE_RIFIUTATO' ? explainRefusal(read.error) : read
      current = read.value
      return ok(describeReading(read.value, EXAMPLES))
    },
    build: ({ id_concorso, concorso }) =>
      guard(async () => {
        if (!current) throw new Error('nothing was read')
        return buildOwnBank(await loadSqlite(address), current, { id_concorso, concorso })
      }),
  }
}

/** Questions whose neighbours are looked for on a device: a phone takes some seconds for them. */
const MAX_COMPARED = 6_000

/** The bank file with its numbers: questions and subjects follow the bank's own. Throws RangeError beyond what numbers there are. */
function buildOwnBank(
  sqlite: Awaited<ReturnType<typeof loadSqlite>>,
  { domande, immagini }: ImportedBank,
  { id_concorso, concorso }: { id_concorso: number; concorso: string },
): OwnBank {
  if (!isPropria(id_concorso) || id_concorso + domande.length > PROPRIE_TO) throw new RangeError('no numbers left')
  const materie = [...new Set(domande.flatMap((d) => d.materia ?? []))].map((materia, i) => ({
    id_materia: id_concorso + 1 + i,
    materia,
  }))
  const idOf = new Map(materie.map(({ materia, id_materia }) => [materia, id_materia]))
  const numbered = domande.map((d, i) => toNumbered(d, i, id_concorso, idOf.get(d.materia ?? '') ?? null))
  const vicini = numbered.length <= MAX_COMPARED
  const bank = { id_concorso, concorso, domande: numbered, materie, totali: numbered.length, vicini }
  const versione = computeVersione(bank)
  const bytes = new Uint8Array(buildBanca(sqlite, { ...bank, versione }))
  const images = immagini.length > 0 ? writeImages(immagini) : null
  if (images && !images.ok) throw new Error(JSON.stringify(images.error))
  return {
    manifest: buildManifest({ ...bank, versione, domande: numbered.length, domande_totali: numbered.length }, bytes),
    bytes,
    immagini: images ? new Uint8Array(images.value) : null,
    spiegazioni: domande.flatMap(({ spiegazione, fonte }, i) =>
      spiegazione === null ? [] : [{ id_domanda: id_concorso + 1 + i, spiegazione, fonte }],
    ),
  }
}

function toNumbered(
  { riga: _r, id_origine: _o, materia: _m, spiegazione, fonte: _f, ...d }: ImportedDomanda,
  i: number,
  id_concorso: number,
  id_materia: number | null,
): NumberedDomanda {
  const spiegata = spiegazione !== null
  return { ...d, id_domanda: id_concorso + 1 + i, id_materia, posizione: i + 1, argomenti: null, spiegata }
}
