import { proxy } from 'valtio'
import type { StoreChange } from '#contract/tabs'
import { accountMemory } from '../../session/account.ts'
import { showError } from '../../session/notices.ts'
import { onStoreChange } from '../../store/changes.ts'
import { recordChanged } from '../../sync/requests.ts'
import { type DomandaRef, readNota, saveNota } from './domanda-extra.ts'

/** From the last key to the writing, milliseconds. */
export const NOTA_WAIT_MS = 600

/** `non_letta`: what is there is not known, and nothing may take its place. */
type NotaState = 'lettura' | 'non_letta' | 'vuota' | 'salvo' | 'salvata' | 'non_salvata'

/** Written and not in the store yet, by question: kept when the note is closed, for as long as the page lives. */
const memory = accountMemory(() => ({ unsaved: new Map<number, string>() }))

/** The notes in sight. */
const inSight = new Map<number, () => Promise<void>>()
function hear(n: StoreChange): void {
  if (n.tipo === 'nota') void inSight.get(n.id_domanda)?.()
  if (n.tipo === 'giornale') for (const follow of inSight.values()) void follow()
}

/** A note as its window shows it. `testo`: null until it was read. */
export type OpenNota = {
  view: { testo: string | null; stato: NotaState }
  /** Reads it, or tries again what did not work. */
  open: () => Promise<void>
  type: (text: string) => void
  /** Writes at once what is still to be written. */
  save: () => Promise<void>
  /** Writes what is still to be written, and tells when that fails. */
  close: () => void
}

/**
 * The person's own note of a question: it saves itself. One that could not be read is never written over (an empty text deletes it);
 * one that could not be written is told, even after its window was closed, and its text kept.
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
    // Typed meanwhile, or the account has changed: this writing has nothing to say.
    if (memory.unsaved.get(id_domanda) !== text) return
    if (result.ok) {
      memory.unsaved.delete(id_domanda)
      recordChanged()
    }
    view.stato = !result.ok ? 'non_salvata' : text.trim() === '' ? 'vuota' : 'salvata'
    if (!result.ok && !opened) showError(result.error, { riprova: () => void save() })
  }

  const show = (text: string) => Object.assign(view, { testo: text, stato: text === '' ? 'vuota' : 'salvata' })

  /** Another tab wrote it: going on from what was read before would write over that. What is typed here is newer. */
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
