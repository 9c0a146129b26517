import { proxy } from 'valtio'
import { showGuasto } from './avvisi.ts'
import { onCambioUtente } from './credenziale.ts'
import { type Quale, readNota, saveNota } from './domanda-altro.ts'
import { onNovita } from './novita.ts'

/** From the last key to the writing, milliseconds. */
export const ATTESA_NOTA_MS = 600

/** `non_letta`: what is there is not known, and nothing may take its place. */
export type StatoNota = 'lettura' | 'non_letta' | 'vuota' | 'salvo' | 'salvata' | 'non_salvata'

/** Written and not in the store yet, by question: kept when the note is closed, for as long as the page lives. */
const da_salvare = new Map<number, string>()
onCambioUtente(() => da_salvare.clear())

/** The notes in sight. */
const in_vista = new Map<number, () => Promise<void>>()
onNovita((n) => {
  if (n.tipo === 'nota') void in_vista.get(n.id_domanda)?.()
})

/** A note as its window shows it. `testo`: null until it was read. */
export type NotaAperta = {
  vista: { testo: string | null; stato: StatoNota }
  /** Reads it, or tries again what did not work. */
  apri: () => Promise<void>
  scrivi: (testo: string) => void
  /** Writes at once what is still to be written. */
  salva: () => Promise<void>
  /** Writes what is still to be written, and tells when that fails. */
  chiudi: () => void
}

/**
 * The person's own note of a question: it saves itself. One that could not be read is never written over (an empty text deletes it);
 * one that could not be written is told, even after its window was closed, and its text kept.
 */
export function createNota(quale: Quale): NotaAperta {
  const { id_domanda } = quale
  const vista = proxy({ testo: null as string | null, stato: 'lettura' as StatoNota })
  let aperta = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const salva = async (): Promise<void> => {
    clearTimeout(timer)
    const testo = da_salvare.get(id_domanda)
    if (testo === undefined) return
    const esito = await saveNota(quale, testo)
    // Typed meanwhile, or the account has changed: this writing has nothing to say.
    if (da_salvare.get(id_domanda) !== testo) return
    if (esito.ok) da_salvare.delete(id_domanda)
    vista.stato = !esito.ok ? 'non_salvata' : testo.trim() === '' ? 'vuota' : 'salvata'
    if (!esito.ok && !aperta) showGuasto(esito.error, { riprova: () => void salva() })
  }

  const show = (testo: string) => Object.assign(vista, { testo, stato: testo === '' ? 'vuota' : 'salvata' })

  /** Another tab wrote it: going on from what was read before would write over that. What is typed here is newer. */
  const follow = async (): Promise<void> => {
    const prima = vista.testo
    const esito = await readNota(quale)
    if (esito.ok && aperta && vista.testo === prima && !da_salvare.has(id_domanda)) show(esito.value)
  }

  const apri = async (): Promise<void> => {
    aperta = true
    in_vista.set(id_domanda, follow)
    const resta = da_salvare.get(id_domanda)
    if (resta !== undefined) {
      vista.testo = resta
      return salva()
    }
    const esito = await readNota(quale)
    if (!esito.ok) vista.stato = 'non_letta'
    else if (vista.testo === null) show(esito.value)
  }

  return {
    vista,
    apri,
    salva,
    scrivi: (testo) => {
      if (vista.testo === null) return
      Object.assign(vista, { testo, stato: 'salvo' })
      da_salvare.set(id_domanda, testo)
      clearTimeout(timer)
      timer = setTimeout(() => void salva(), ATTESA_NOTA_MS)
    },
    chiudi: () => {
      aperta = false
      if (in_vista.get(id_domanda) === follow) in_vista.delete(id_domanda)
      void salva()
    },
  }
}
