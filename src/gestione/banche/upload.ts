import type { ScelteImportazione } from '#contract/gestione/importazioni'
import { fail, type Result } from '#contract/result'
import { sendConsoleFile } from '../api.ts'
import type { FileToSend } from '../send-file.ts'

/** Longest name of a file, in characters. */
const MAX_NAME = 255

/** The file of the import on screen: a corrected column sends it again. Gone with the page. */
const kept = { id: 0, file: null as File | null }

/** Returns the file of an import, where this page sent it. */
export const keptFile = (id: number): File | null => (kept.id === id ? kept.file : null)

type Asked = Omit<FileToSend, 'file'> & {
  file: File
  scelte?: ScelteImportazione
  /** The choices are those of the bank's last file: one with other columns is read without them. */
  diPrima?: boolean
  id_concorso?: number | null
}

/** Sends a file to be read; returns the number of its import. */
export async function uploadBanca({
  scelte = {},
  diPrima = false,
  id_concorso,
  ...carico
}: Asked): Promise<Result<{ id: number }>> {
  const { file } = carico
  if (file.size === 0) return fail('RICHIESTA_NON_VALIDA', { dati: { vuoto: file.name } })
  const query = {
    // The end of a long name has its kind.
    nome: file.name.slice(-MAX_NAME),
    scelte: JSON.stringify(scelte),
    ...(diPrima && { di_prima: 'si' as const }),
    ...(id_concorso && { id_concorso }),
  }
  const sent = await sendConsoleFile('carica_banca', { query, carico })
  if (sent.ok) Object.assign(kept, { id: sent.value.id, file })
  return sent
}
