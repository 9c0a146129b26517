import { fail, ok, type Result } from '#contract/result'
import { followAccount, makeUtente } from './aiuti.ts'

/** What the worker's door and the calls did, in order, and what they answer. */
export const makeMondo = () => ({
  fatto: [] as string[],
  risposte: {} as Record<string, unknown>,
  corpi: {} as Record<string, unknown>,
  in_attesa: 0,
  banche: 0,
  sedute: 0,
  simulazioni: 0,
  note: 0,
  apre: true,
  /** What the store refuses. */
  rifiuta: [] as string[],
})
export type Mondo = ReturnType<typeof makeMondo>

/** As at the beginning of a test: nothing was done, everything is answered. */
export const resetMondo = (mondo: Mondo): void =>
  void Object.assign(mondo, makeMondo(), {
    risposte: {
      login: ok(makeUtente({ token_api: 't1' })),
      registrazione: ok(makeUtente({ token_api: 't2', email_verificata: false })),
    },
  })

/** In the place of `src/store/client.ts`. */
export function mockClient(mondo: Mondo) {
  const SOLO_QUI = {
    concluse: 0,
    chiavi: 0,
    ricerche: 0,
    modelli: 0,
    impostazioni: 0,
    restano: 0,
  }
  const unless = (nome: string, valore: unknown) =>
    mondo.rifiuta.includes(nome) ? fail('ARCHIVIO_OCCUPATO') : ok(valore)
  const database = {
    countUnsynced: async () => unless('countUnsynced', { totale: mondo.in_attesa, per_banca: [] }),
    countSoloQui: async () =>
      unless('countSoloQui', {
        ...SOLO_QUI,
        risposte: mondo.in_attesa,
        simulazioni: mondo.simulazioni,
        note: mondo.note,
        banche: mondo.banche,
        sedute: mondo.sedute,
      }),
    clearUser: async ({ id_utente }: { id_utente: number }) => {
      const esito = unless('clearUser', null)
      if (esito.ok) mondo.fatto.push(`clear ${id_utente}`)
      return esito
    },
  }
  return {
    openDb: async ({ id_utente }: { id_utente: number }) => {
      mondo.fatto.push(`open ${id_utente}`)
      return mondo.apre
        ? ok({ rung: 'memoria', avvisi: [], versione: 9, banche: [], da_sincronizzare: mondo.in_attesa })
        : fail('ARCHIVIO_OCCUPATO')
    },
    db: async () => database,
    onStoreReopened: () => undefined,
    onTabNotice: () => undefined,
    closeDb: async () => {
      mondo.fatto.push('close')
    },
  }
}

/** In the place of `src/api/create-call.ts`. */
export const mockCall = (mondo: Mondo) => ({
  createCall: () => async (nome: string, argomenti?: { corpo?: unknown }) => {
    mondo.fatto.push(nome)
    mondo.corpi[nome] = argomenti?.corpo
    return (mondo.risposte[nome] ?? ok(null)) as Result<unknown>
  },
})

/** The modules of the page, each new after `vi.resetModules`. */
export const load = async () => ({
  follow: await followAccount(),
  sessione: await import('#src/domain/sign-in'),
  credenziale: await import('#src/session/session'),
  api: await import('#src/api/client'),
  uscita: await import('#src/domain/sign-out'),
  sincronia: await import('#src/store/sync-status'),
  rete: await import('#src/platform/network'),
  dispositivo: await import('#src/platform/web-storage'),
})

export const ENTRA = { email: 'prova@example.org', password: 'Segreta123', ricordami: true }
