import type { Page } from 'playwright-core'
import { attenzione } from './aiuti.ts'

/**
 * What the server may answer to a login or a registration, null for no network, and the sentence that the person reads (spec §8): in the
 * dialog, or under a field, named here, which then has the focus (decision 0079).
 */
export type Refusal = [
  status: number | null,
  codice: string,
  dati: Record<string, string | number>,
  sentence: string,
  field?: RegExp,
]
const GENERIC = 'Si è verificato un errore durante il tentativo di accesso'
export const LOGIN_REFUSALS: Refusal[] = [
  [500, 'ERRORE_INTERNO', {}, `${GENERIC}. Riprova tra poco.`],
  [
    401,
    'CREDENZIALI_ERRATE',
    {},
    'E-mail o password non corrispondono a nessun account. Controlla e riprova.',
    /^Password$/,
  ],
  [
    404,
    'UTENTE_NON_TROVATO',
    {},
    'Non esiste un account con questo indirizzo. Controllalo oppure registrati.',
    /^E-mail$/,
  ],
  [
    403,
    'TROPPI_DISPOSITIVI',
    { giorni: 7, massimo: 3 },
    'Hai già usato troppi dispositivi negli ultimi 7 giorni. Accedi da uno che usi già oppure scrivi all’assistenza.',
  ],
  [
    403,
    'TROPPI_DISPOSITIVI',
    { giorni: 30, massimo: 5 },
    'Hai già usato troppi dispositivi nell’ultimo mese. Accedi da uno che usi già oppure scrivi all’assistenza.',
  ],
  [
    403,
    'DISPOSITIVO_MOBILE_ATTIVO',
    {},
    'Il tuo account è già in uso su un altro telefono. Esci da quello, poi accedi qui.',
  ],
  [
    409,
    'ALTRO_SOCIAL',
    { social: 'GOOGLE' },
    'Questa e-mail è collegata a un altro accesso social (Google). Usa quello della tua registrazione.',
  ],
  [
    403,
    'ACCOUNT_DISABILITATO',
    {},
    'Questo account non è attivo. Scrivi all’assistenza: le tue risposte restano su questo dispositivo.',
  ],
  [429, 'RATE_LIMIT_EXCEEDED', { secondi: 45 }, 'Troppe richieste in poco tempo. Riprova tra 45 secondi.'],
  [null, '', {}, `${GENERIC}: manca la connessione. Riprova con la rete.`],
]
export const SIGN_UP_REFUSALS: Refusal[] = [
  [
    409,
    'EMAIL_GIA_IN_USO',
    {},
    'Questa e-mail è già usata da un altro account. Accedi oppure scegline un’altra.',
    /^(Nuovo indirizzo )?e-mail$/i,
  ],
  [500, 'ERRORE_INTERNO', {}, 'Il server non risponde: non sappiamo se la richiesta è arrivata. Riprova tra poco.'],
  [429, 'RATE_LIMIT_EXCEEDED', { secondi: 600 }, 'Troppe richieste in poco tempo. Riprova tra 10 minuti.'],
]
export const PROFILE_REFUSALS: Refusal[] = [
  [500, 'ERRORE_INTERNO', {}, 'Il server non risponde: non sappiamo se la richiesta è arrivata. Riprova tra poco.'],
  [403, 'VIETATO', {}, 'Il tuo account non può fare questa operazione.'],
]
/** What another address is refused with before its verification. */
export const ADDRESS_REFUSALS: Refusal[] = [SIGN_UP_REFUSALS[0] as Refusal, ...PROFILE_REFUSALS]

async function saidInDialog(page: Page): Promise<string> {
  const text = await attenzione(page).getByRole('paragraph').first().innerText()
  await page.keyboard.press('Escape')
  await attenzione(page).waitFor({ state: 'detached' })
  // Expect the focus back on what was pressed.
  await page.locator(':focus').waitFor()
  return text
}

/** Reads what describes a field that is wrong, once it has the focus. */
async function saidUnder(page: Page, field: RegExp): Promise<string> {
  const wrong = page.getByLabel(field).and(page.locator('[aria-invalid="true"]:focus'))
  return wrong.evaluate((node) => document.getElementById(`${node.getAttribute('aria-describedby')}`)?.innerText ?? '')
}

/** Does the same once for each answer of the server, and reads what is told. */
export async function readRefusals(
  page: Page,
  call: string,
  act: () => Promise<void>,
  refusals: readonly Refusal[],
): Promise<string[]> {
  const read: string[] = []
  for (const [status, codice, dati, , field] of refusals) {
    await page.context().setOffline(status === null)
    if (status !== null)
      await page.route(`**${call}*`, (route) =>
        route.fulfill({
          status,
          contentType: 'application/problem+json',
          json: { type: 'about:blank', title: codice, status, codice, dati },
        }),
      )
    await act()
    read.push(await (field ? saidUnder(page, field) : saidInDialog(page)))
    await page.unroute(`**${call}*`)
  }
  await page.context().setOffline(false)
  return read
}

/** The sentences of some refusals. */
export const sentencesOf = (refusals: readonly Refusal[]): string[] => refusals.map(([, , , sentence]) => sentence)
