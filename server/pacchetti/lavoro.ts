import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ImmagineImportata } from '#contract/domanda'
import type { BancaToWrite } from '#importers/package/bank-file'
import { RADICE } from '../radice.ts'

export type Lavoro =
  | { tipo: 'banca'; banca: BancaToWrite & { versione: string } }
  | { tipo: 'immagini'; immagini: readonly ImmagineImportata[] }
/** A finished zip under the name that its content gives it. */
export type FileCostruito = { nome: string; byte: Uint8Array }
export type EsitoLavoro = { ok: true; file: FileCostruito } | { ok: false; messaggio: string }

/** An idle thread ends after so long, in ms: it keeps the engine's memory. */
const QUIETE = 20_000

/** The product is compiled; command, development and tests run the sources. */
function startWorker(): Worker {
  const file = import.meta.url.endsWith('.ts') ? 'scripts/lavoratore.mjs' : 'dist/server/lavoratore.js'
  return new Worker(pathToFileURL(join(RADICE, file)), { execArgv: [] })
}

type Attesa = { resolve: (file: FileCostruito) => void; reject: (errore: Error) => void }
type Aperto = { worker: Worker; attese: Map<number, Attesa>; riposo?: NodeJS.Timeout }

/** Builds files one at a time in a thread of its own, started at the first one. A busy thread keeps the process alive. */
function createCostruttore() {
  let aperto: Aperto | null = null
  let ultimo = 0

  const leave = (chi: Aperto) => {
    if (aperto === chi) aperto = null
  }
  const open = (): Aperto => {
    const attese = new Map<number, Attesa>()
    const nuovo: Aperto = { worker: startWorker(), attese }
    const fail = (errore: Error) => {
      leave(nuovo)
      for (const { reject } of attese.values()) reject(errore)
      attese.clear()
    }
    nuovo.worker.on('error', (errore) => fail(errore as Error))
    nuovo.worker.on('exit', (codice) => fail(new Error(`il lavoratore si è chiuso (${codice})`)))
    nuovo.worker.on('message', ({ id, esito }: { id: number; esito: EsitoLavoro }) => {
      const attesa = attese.get(id)
      attese.delete(id)
      if (attese.size === 0) {
        nuovo.worker.unref()
        nuovo.riposo = setTimeout(() => {
          leave(nuovo)
          void nuovo.worker.terminate()
        }, QUIETE).unref()
      }
      if (esito.ok) attesa?.resolve(esito.file)
      else attesa?.reject(new Error(esito.messaggio))
    })
    return nuovo
  }

  return (lavoro: Lavoro): Promise<FileCostruito> =>
    new Promise((resolve, reject) => {
      aperto ??= open()
      clearTimeout(aperto.riposo)
      aperto.worker.ref()
      ultimo += 1
      aperto.attese.set(ultimo, { resolve, reject })
      aperto.worker.postMessage({ id: ultimo, lavoro })
    })
}

/** One thread for the process: two cores are all that many machines have. */
export const build = createCostruttore()
