import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CALLS, type CallName, type Chiamata } from '#contract/calls'
import { ERROR_CODES } from '#contract/errors'
import { errorMessage } from '#src/text/errors'

const ROOT = join(import.meta.dirname, '../../src')
const sources = readdirSync(ROOT, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/[/\\]text(?:[/\\]|$)/.test(entry.parentPath))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))

const WAYS = new Set(ERROR_CODES.flatMap((codice) => errorMessage({ codice }).actions))
WAYS.delete('ho_capito')

it.each([...WAYS])('the way out %s does something somewhere', (way) => {
  expect(sources.some((source) => new RegExp(`\\b${way}: (?:\\(|retry\\b|undo\\b)`).test(source))).toBe(true)
})

/** Sent by the page alone: no person wrote anything of it. */
const OWN: readonly CallName[] = [
  'invia_risposte_concorso',
  'invia_risposte_percorso',
  'invia_eventi',
  'invia_risposte_simulazione',
  'invia_esiti_simulazione',
  'sospendi_simulazione',
  'pagina_vista',
]
/** Questions that a person asks with a form. */
const SEARCHES: readonly CallName[] = ['chiedi_recupero', 'concorsi', 'bandi', 'percorsi']

/** Names of the fields of a schema, those inside of others too. */
function fieldsOf(schema: unknown): string[] {
  const def = (schema as { _zod?: { def?: Record<string, unknown> } } | undefined)?._zod?.def
  if (!def) return []
  const shape = (def.shape ?? {}) as Record<string, unknown>
  const own = Object.entries(shape).flatMap(([name, inner]) => [name, ...fieldsOf(inner)])
  return [...own, ...fieldsOf(def.innerType), ...fieldsOf(def.element)]
}

const forms = (Object.entries(CALLS) as [CallName, Chiamata][]).filter(
  ([name, { metodo, accesso }]) =>
    SEARCHES.includes(name) || (metodo !== 'GET' && accesso !== 'chiave' && !OWN.includes(name)),
)
const fields = [...new Set(forms.flatMap(([, { query, corpo }]) => [...fieldsOf(query), ...fieldsOf(corpo)]))]

it('the contract was read', () => {
  expect(fields.length).toBeGreaterThan(40)
  expect(fields).toEqual(expect.arrayContaining(['autenticazioneVO', 'username', 'nota', 'tipo_ente', 'conferma']))
})

/** What a person reads of each: one that the contract has and this has not is to be named. */
const NAMES: Readonly<Record<string, string>> = {
  accetta_condizioni: 'condizioni di vendita',
  anno: 'anno',
  apikey: 'chiave',
  area_geografica: 'area geografica',
  argomento: 'argomento',
  auth: 'chiave del browser',
  autenticazioneVO: 'dati di accesso',
  chiave: 'cosa seguire',
  codice: 'codice',
  codice_affiliato: 'codice affiliato',
  codice_promo: 'codice promo',
  conferma: 'conferma',
  dispositivo: 'dispositivo',
  durata: 'durata',
  email: 'e-mail',
  email_comunicazioni: 'e-mail',
  email_nuova: 'nuova e-mail',
  ente: 'ente',
  esecuzione_immediata: 'esecuzione immediata',
  flag_commerciale: 'consenso commerciale',
  flag_notifiche: 'notifiche',
  flag_privacy: 'consenso ai termini',
  fornitore: 'pagamento',
  gettone: 'simulazione',
  indirizzo: 'indirizzo',
  p256dh: 'chiave del browser',
  giorni: 'giorni',
  id_acquisto: 'acquisto',
  id_argomento: 'materia',
  id_concorso: 'banca dati',
  id_dispositivo: 'dispositivo',
  id_dispostivo: 'dispositivo',
  id_domanda: 'domanda',
  id_ente: 'ente',
  id_materia: 'materia',
  id_richiesta: 'richiesta',
  id_sessione: 'pagamento',
  id_sotto_percorso: 'argomento',
  nodi: 'argomenti',
  id_user: 'utente',
  id_utente_idoneo: 'utente',
  in_evidenza: 'in evidenza',
  incremento: 'acquisto',
  link: 'indirizzo',
  livello: 'piano',
  livello_istruzione: 'titolo di studio',
  mio: 'di chi è l’account',
  nota: 'nota',
  nuova_password: 'nuova password',
  password: 'password',
  profilo: 'profilo',
  rcode: 'motivo',
  ricordami: 'resta collegato',
  riprendi: 'ripresa dell’account',
  search: 'testo cercato',
  settore: 'settore',
  sistemaOperativo: 'sistema operativo',
  sistema_operativo: 'sistema operativo',
  size: 'numero',
  social: 'accesso social',
  start: 'inizio',
  tempo_aggiuntivo: 'tempo aggiuntivo',
  testo: 'messaggio',
  tipo: 'tipo',
  tipo_ente: 'tipo di ente',
  token: 'link della mail',
  token_social: 'accesso social',
  username: 'e-mail',
  valore: 'scelta',
  vecchia_password: 'vecchia password',
  versioneApp: 'versione app',
  versione_app: 'versione app',
}

it('every field that a form sends has an Italian name [ER9]', () => {
  for (const codice of ['MISSING_REQUIRED_PARAM', 'RICHIESTA_NON_VALIDA'] as const) {
    const nameOf = (field: string) =>
      errorMessage({ codice, campi: [`corpo.${field}`] }).text.replace(/^[^:]*: |\.$/g, '')
    expect(Object.fromEntries(fields.map((field) => [field, nameOf(field)]))).toEqual(NAMES)
  }
})
