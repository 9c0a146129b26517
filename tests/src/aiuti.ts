import { vi } from 'vitest'
import type { BancaLocale } from '#contract/database'

/** A Web Storage in memory. */
export class Deposito implements Storage {
  readonly #voci = new Map<string, string>()
  get length(): number {
    return this.#voci.size
  }
  clear(): void {
    this.#voci.clear()
  }
  getItem(k: string): string | null {
    return this.#voci.get(k) ?? null
  }
  key(i: number): string | null {
    return [...this.#voci.keys()][i] ?? null
  }
  removeItem(k: string): void {
    this.#voci.delete(k)
  }
  setItem(k: string, v: string): void {
    this.#voci.set(k, v)
  }
  keys(): string[] {
    return [...this.#voci.keys()]
  }
}

/** Gives the module under test what it takes from a browser: two storages, a cookie jar of one string. */
export function stubBrowser() {
  const locale = new Deposito()
  const sessioneWeb = new Deposito()
  vi.stubGlobal('localStorage', locale)
  vi.stubGlobal('sessionStorage', sessioneWeb)
  vi.stubGlobal('navigator', { platform: 'Linux x86_64', onLine: true })
  return { locale, sessioneWeb }
}

/** As the page does at its start: what is kept of an account ends with it. Modules as they are now, after a reset too. */
export async function followAccount(): Promise<void> {
  const { followAccount: follow } = await import('#src/session/account')
  follow((await import('#src/session/notices')).dropOthersNotices)
}

const UTENTE = {
  id_utente_idoneo: 7,
  email_comunicazioni: 'prova@example.org',
  email_social: null,
  social: null,
  flag_privacy: 1,
  flag_commerciale: 0,
  livello: 0 as const,
  data_registrazione: '2026-11-21T10:00:00.000+01:00',
  data_passaggio_premium: null,
  data_scadenza_premium: null,
  email_verificata: true,
}

/** A profile as the server answers it. */
export const makeUtente = (altro: Partial<typeof UTENTE> & { token_api?: string } = {}) => ({ ...UTENTE, ...altro })

/** A bank of the list, as the store gives it. */
export const makeBanca = (altro: Partial<BancaLocale> = {}): BancaLocale => ({
  id_concorso: 12,
  concorso: 'Corpus',
  ente: 'Ente',
  anno: null,
  profilo: null,
  stato: 1,
  versione: 'v1',
  n_domande: 3,
  n_domande_totali: 3,
  con_immagini: false,
  figure_qui: true,
  dimensione: 1000,
  data_ultimo_aggiornamento: '2026-11-21T10:00:00.000+01:00',
  selezionata: true,
  ultimo_uso: null,
  per_livello: { [-99]: 2, [-2]: 0, [-1]: 1, 0: 0, 1: 0 },
  viste: 1,
  preferiti: 0,
  completamento: 33,
  ...altro,
})
