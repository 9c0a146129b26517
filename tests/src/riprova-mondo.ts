import { expect, vi } from 'vitest'
import type { Database } from '#contract/database'
import { fail, type Result } from '#contract/result'
import { startProva } from '#src/domain/start-prova'
import { closeProva } from '#src/features/prove/prova-state'
import { closeSeduta } from '#src/features/sedute/seduta-state'
import { closeError, notices } from '#src/session/notices'
import { apri, nuovaSeduta, value } from '../workers/mondo.ts'

// A write that fails when the person is elsewhere already: what is tried again is that write, of that sitting.

/** The store that `src/store/opening.ts` gives: each test opens its own. */
export const store = {} as { db: Database }

export const guasti = () => notices.errors.map((a) => a.error.codice)
/** As the dialog does: it closes, then does what was chosen. */
export function riprova() {
  const primo = notices.errors[0]
  closeError()
  primo?.actions.riprova?.()
}

type Metodo = 'answer' | 'updateSeduta' | 'stepProva' | 'deliverProva' | 'setLivello' | 'setPreferiti' | 'readDomande'
/**
 * The store stops answering one of its methods, or its first `primi` calls alone; what it gives back lets the calls made meanwhile
 * fail and the next ones through.
 */
export function hang(metodo: Metodo, primi = Number.POSITIVE_INFINITY) {
  const vero = store.db
  const attese: { done: (esito: Result<unknown>) => void; call: () => Promise<Result<unknown>> }[] = []
  const fermo = (a: never) => {
    const call = () => (vero[metodo] as (a: never) => Promise<Result<unknown>>)(a)
    return attese.length < primi ? new Promise<Result<unknown>>((done) => void attese.push({ done, call })) : call()
  }
  store.db = { ...vero, [metodo]: fermo } as Database
  const arrivata = (quante = 1) => vi.waitFor(() => expect(attese).toHaveLength(quante))
  const libera = async (quante = 1, come: Result<never> | 'si' = fail('ARCHIVIO_OCCUPATO')) => {
    await arrivata(quante)
    store.db = vero
    for (const { done, call } of attese) done(come === 'si' ? await call() : come)
  }
  return Object.assign(libera, { arrivata })
}

export async function twoSedute() {
  const mondo = await apri({ n: 50 })
  store.db = mondo.db
  const una = value(await store.db.createSeduta(nuovaSeduta({ at: mondo.at() })))
  const altra = value(await store.db.createSeduta(nuovaSeduta({ id: 'seduta-2', at: mondo.at() })))
  return { una, altra }
}
export const risposte = async (id: string) => value(await store.db.readSeduta({ id })).risposte

export const POSIZIONI = [1, 2, 3]
export async function twoProve() {
  store.db = (await apri()).db
  const inizia = async () =>
    value(
      await startProva({
        tipo: 'PROVA_PERSONALIZZATA',
        id_concorso: 1,
        scelte: Int32Array.from(POSIZIONI, (p) => 100_000 + p),
        prova: {
          regole: {
            punti: { tipo: 'fissi', corretta: 1, sbagliata: -0.5, omessa: 0 },
            durata: '00:10:00',
            pausa: true,
          },
          sezioni: POSIZIONI.map(() => 0),
          difficolta: POSIZIONI.map(() => 0),
          tempo_aggiuntivo: 0,
          simulazione: null,
          sfida: null,
        },
      }),
    ).id
  return { una: await inizia(), altra: await inizia() }
}
export const letta = async (id: string) => value(await store.db.readProva({ id, at: new Date().toISOString() }))

/** Nothing on screen and nothing told. */
export function clearScreen(): void {
  closeSeduta()
  closeProva()
  while (notices.errors.length > 0) closeError()
}
