import { proxy } from 'valtio'
import type { StoreChange } from '#contract/tabs'
import { accountMemory } from '../../session/account.ts'
import { showError } from '../../session/notices.ts'
import { onStoreChange } from '../../store/changes.ts'
import { recordChanged } from '../../sync/requests.ts'
import { type DomandaRef, readNota, saveNota } from './domanda-extra.ts'

/** Milliseconds from the last key to the write. */
export const NOTA_WAIT_MS = 600

/** `non_letta` means that the stored text is unknown, so that no write may replace it. */
type NotaState = 'lettura' | 'non_letta' | 'vuota' | 'salvo' | 'salvata' | 'non_salvata'

/** Texts not in the store yet, by question, kept after the note is closed for as long as the page lives. */
const memory = accountMemory(() => ({ unsaved: new Map<number, string>() }))

/** Notes in sight, by question. */
const inSight = new Map<number, () => Promise<void>>()
function hear(n: StoreChange): void {
  if (n.tipo === 'nota') void inSight.get(n.id_domanda)?.()
  if (n.tipo === 'giornale') for (const follow of inSight.values()) void follow()
}

/** Note as its window shows it. `testo` is null until the note is read. */
export type OpenNota = {
  view: { testo: string | null; stato: NotaState }
  /** Reads the note, or retries the step that failed. */
  open: () => Promise<void>
  type: (text: string) => void
  /** Writes any pending text at once. */
  save: () => Promise<void>
  /** Writes any pending text, and shows an error when that fails. */
  close: () => void
}

/**
 * Creates the person's own note of a question, which saves itself. A note that could not be read is never overwritten (an empty
 * text deletes it). A failed write is shown, even after its window was closed, and its text kept.
 */
export function createNota(ref: DomandaRef): OpenNota {
  const { id_domanda } = ref
  const view = proxy({ testo: null as string | null, stato: 'lettura' as NotaState })
  let opened = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const save = async (): Promise<void> => {
    clearTimeout(timer)
    const text = memory.unsaved.get(id_domanda)
    if (text === undefined) return
    const result = await saveNota(ref, text)
    // Stop when the text or the account has changed meanwhile, because this write is then outdated.
    if (memory.unsaved.get(id_domanda) !== text) return
    if (result.ok) {
      memory.unsaved.delete(id_domanda)
      recordChanged()
    }
    view.stato = !result.ok ? 'non_salvata' : text.trim() === '' ? 'vuota' : 'salvata'
    if (!result.ok && !opened) showError(result.error, { riprova: () => void save() })
  }

  const show = (text: string) => Object.assign(view, { testo: text, stato: text === '' ? 'vuota' : 'salvata' })

  /** Reads the text of another tab, which going on from the old text would overwrite. Text typed here is newer and stays. */
  const follow = async (): Promise<void> => {
    const before = view.testo
    const result = await readNota(ref)
    if (result.ok && opened && view.testo === before && !memory.unsaved.has(id_domanda)) show(result.value)
  }

  const open = async (): Promise<void> => {
    opened = true
    inSight.set(id_domanda, follow)
    onStoreChange(hear)
    const unsavedText = memory.unsaved.get(id_domanda)
    if (unsavedText !== undefined) {
      view.testo = unsavedText
      return save()
    }
    const result = await readNota(ref)
    if (!result.ok) view.stato = 'non_letta'
    else if (view.testo === null) show(result.value)
  }

  return {
    view,
    open,
    save,
    type: (text) => {
      if (view.testo === null) return
      Object.assign(view, { testo: text, stato: 'salvo' })
      memory.unsaved.set(id_domanda, text)
      clearTimeout(timer)
      timer = setTimeout(() => void save(), NOTA_WAIT_MS)
    },
    close: () => {
      opened = false
      if (inSight.get(id_domanda) === follow) inSight.delete(id_domanda)
      void save()
    },
  }
}
