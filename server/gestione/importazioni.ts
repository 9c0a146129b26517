import { MAX_FILE_BYTES, scelteImportazione } from '#contract/gestione/importazioni'
import { parseWith } from '#contract/parse'
import { fail, ok } from '#contract/result'
import { chooseDoubtful, listDoubtfulRows } from '../importazioni/doubtful.ts'
import { addImport, cancelImport, listImports, readImport, startReading } from '../importazioni/imports.ts'
import { isLineFull } from '../importazioni/line.ts'
import { cancelPublication, compareImport, publishImport } from '../importazioni/publish-import.ts'
import { removeUpload, saveUpload } from '../importazioni/upload.ts'
import { describeUpdate } from '../pacchetti/describe-update.ts'
import type { ConsoleHandlers } from './handler.ts'

/** Changes of each kind that a comparison shows. */
const SHOWN = 50

type Calls =
  | 'carica_banca'
  | 'importazioni'
  | 'importazione'
  | 'dubbie_importazione'
  | 'scegli_dubbia'
  | 'confronta_importazione'
  | 'annulla_importazione'
  | 'pubblica_importazione'
  | 'annulla_pubblicazione'

/** Parses the choices of a reading; null where they are none. */
function parseChoices(text: string | undefined) {
  try {
    const parsed = parseWith(scelteImportazione, JSON.parse(text ?? '{}'))
    return parsed.ok ? parsed.value : null
  } catch {
    return null
  }
}

const shorten = <T>(rows: readonly T[]) => ({ totale: rows.length, righe: rows.slice(0, SHOWN) })

/** Files that become banks. */
export const importazioniHandlers: ConsoleHandlers<Calls> = {
  carica_banca: async ({ deps, world, gestore, query, file, note }) => {
    const scelte = parseChoices(query.scelte)
    if (!scelte || !file) return fail('RICHIESTA_NON_VALIDA', { campi: [file ? 'scelte' : 'file'] })
    if (isLineFull()) return fail('SERVIZIO_NON_PRONTO')
    const saved = await saveUpload(deps, file, MAX_FILE_BYTES)
    if (!saved.ok) return saved
    const { nome } = query
    const told = {
      nome,
      id_concorso: query.id_concorso ?? null,
      scelte,
      di_prima: query.di_prima === 'si',
      creata_da: gestore.id_utente,
    }
    note({ oggetto: `file ${nome}`, dopo: { byte: saved.value.byte, id_concorso: told.id_concorso, scelte } })
    const added = await addImport(deps, told, saved.value.byte)
    if (!added.ok) {
      await removeUpload(saved.value.file)
      return added
    }
    startReading(world, added.value, told, saved.value)
    return ok({ id: added.value })
  },
  importazioni: async ({ deps }) => ok({ elementi: await listImports(deps) }),
  importazione: ({ deps, query }) => readImport(deps, query.id),
  dubbie_importazione: ({ deps, query: { id, ...filter } }) => listDoubtfulRows(deps, id, filter),
  scegli_dubbia: async ({ deps, body: { id, posto, scelta }, note }) => {
    const chosen = await chooseDoubtful(deps, id, posto, scelta)
    if (!chosen.ok) return chosen
    note({ oggetto: `importazione ${id}`, prima: { posto, scelta: chosen.value }, dopo: { posto, scelta } })
    return ok(null)
  },
  confronta_importazione: async ({ deps, query }) => {
    const compared = await compareImport(deps, query.id)
    if (!compared.ok) return compared
    const { modificate, chiave_cambiata, aggiunte, tolte, materia_cambiata, numero_cambiato, ...rest } = describeUpdate(
      compared.value,
    )
    return ok({
      ...rest,
      versione: compared.value.versione,
      modificate: shorten(modificate),
      chiave_cambiata: shorten(chiave_cambiata),
      aggiunte: shorten(aggiunte),
      tolte: shorten(tolte),
      materia_cambiata: shorten(materia_cambiata),
      numero_cambiato: shorten(numero_cambiato),
    })
  },
  annulla_importazione: async ({ deps, body, note }) => {
    note({ oggetto: `importazione ${body.id}` })
    const done = await cancelImport(deps, body.id)
    return done.ok ? readImport(deps, body.id) : done
  },
  annulla_pubblicazione: async ({ deps, body, note }) => {
    note({ oggetto: `importazione ${body.id}` })
    const done = await cancelPublication(deps, body.id)
    return done.ok ? readImport(deps, body.id) : done
  },
  pubblica_importazione: async ({ deps, world, body: { id, ...publication }, note }) => {
    const { scheda, motivo } = publication
    const done = await publishImport(deps, world, id, publication, (id_concorso, numbers) =>
      note({
        oggetto: `banca ${id_concorso}`,
        ...(numbers && { prima: { versione: numbers.before } }),
        dopo: {
          importazione: id,
          ...(numbers && { versione: numbers.after }),
          motivo,
          ...(scheda && { concorso: scheda.concorso, ente: scheda.ente }),
        },
      }),
    )
    return done.ok ? readImport(deps, id) : done
  },
}
