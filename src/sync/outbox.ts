import type { RichiestaBanca } from '#contract/contenuti'
import { type ErrorCode, SESSION_END_CODES } from '#contract/errors'
import { ok, type Result } from '#contract/result'
import { MOTIVI, type Motivo } from '#contract/segnalazione'
import { retryAfter } from '#rules/cadence'
import { call } from '../api/client.ts'
import { network } from '../platform/network.ts'
import { readKey, writeKey } from '../platform/web-storage.ts'
import { isUnanswered } from '../session/failures.ts'
import { showToastLater } from '../session/notices.ts'
import { currentUserId, session } from '../session/session.ts'
import { outboxText } from '../text/outbox.ts'

/** Report of a question. `id` belongs to the report on this device, since a question may be reported twice. */
type Segnalazione = { id: string; id_domanda: number; motivo: Motivo; nota: string }

/** Entry that may be sent later: a request for a bank [RB1] or a report of a question [CA46]. */
export type Entry = { tipo: 'richiesta'; dati: RichiestaBanca } | { tipo: 'segnalazione'; dati: Segnalazione }
type Tipo = Entry['tipo']

const journalKey = (id_utente: number) => `idoneo.in_uscita.${id_utente}`
/** Keys of the queues, one for each kind, that earlier versions kept. */
const OLD_KEYS: Record<Tipo, (id_utente: number) => string> = {
  richiesta: (id_utente) => `idoneo.richieste.${id_utente}`,
  segnalazione: (id_utente) => `idoneo.segnalazioni.${id_utente}`,
}
const TIPI = ['richiesta', 'segnalazione'] as const

/** Codes of a server that failed on this entry: the next entry may succeed. */
const STUMBLED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['ERRORE_INTERNO', 'RISPOSTA_NON_VALIDA'])
/** Codes after which a retry would never succeed. */
const USELESS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'RICHIESTA_NON_VALIDA',
  'CORPO_TROPPO_GRANDE',
  'DOMANDA_NON_TROVATA',
  'MISSING_REQUIRED_PARAM',
])

/**
 * Returns true when the failure does not concern the entry, which may then be sent again. An ended session refused its owner, not
 * the entry.
 */
const saysNothing = (codice: ErrorCode): boolean => isUnanswered(codice) || SESSION_END_CODES.has(codice)

const idOf = ({ tipo, dati }: Entry): string => (tipo === 'richiesta' ? dati.id_richiesta : dati.id)

function isEntry(kept: unknown): kept is Entry {
  const { tipo, dati } = (kept ?? {}) as { tipo?: unknown; dati?: Partial<RichiestaBanca & Segnalazione> | null }
  if (tipo === 'richiesta') return typeof dati?.id_richiesta === 'string'
  return (
    tipo === 'segnalazione' &&
    typeof dati?.id === 'string' &&
    typeof dati.id_domanda === 'number' &&
    typeof dati.nota === 'string' &&
    MOTIVI.some((m) => m === dati.motivo)
  )
}

function submit({ tipo, dati }: Entry): Promise<Result<unknown>> {
  if (tipo === 'richiesta') return call('richiedi_banca', { corpo: dati })
  const { id_domanda, motivo, nota } = dati
  const query = { id_user: currentUserId() ?? undefined, id_domanda, rcode: motivo }
  return call('segnalaquiz', { query, corpo: nota === '' ? null : { nota } })
}

function listAt(key: string): unknown[] {
  try {
    const kept: unknown = JSON.parse(readKey('locale', key) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

/** Returns the keys of an account's entries, the oldest first, with the entry that each kept value stands for. */
const placesOf = (id_utente: number): { key: string; toEntry: (kept: unknown) => unknown }[] => [
  ...TIPI.map((tipo) => ({ key: OLD_KEYS[tipo](id_utente), toEntry: (dati: unknown) => ({ tipo, dati }) })),
  { key: journalKey(id_utente), toEntry: (entry) => entry },
]

const writeList = (key: string, list: readonly unknown[]): boolean =>
  writeKey('locale', key, list.length === 0 ? null : JSON.stringify(list))

/** Returns the waiting entries, the oldest first; they stay with their account until they are sent. */
function waiting(): Entry[] {
  const id_utente = currentUserId()
  if (id_utente === null) return []
  const entries = placesOf(id_utente).flatMap(({ key, toEntry }) => listAt(key).map(toEntry))
  return [...new Map(entries.filter(isEntry).map((entry) => [idOf(entry), entry])).values()]
}

/** Deletes from each key the entries that left. A full browser accepts a shorter value, and refuses the journal beside old queues. */
function shrink(id_utente: number, list: Entry[]): void {
  const staying = new Set(list.map(idOf))
  for (const { key, toEntry } of placesOf(id_utente)) {
    const kept = listAt(key)
    const rest = kept.filter((value) => {
      const entry = toEntry(value)
      return isEntry(entry) && staying.has(idOf(entry))
    })
    if (rest.length < kept.length) writeList(key, rest)
  }
}

/** Returns true when the browser kept the list. Old queues are deleted once the journal holds their entries. */
function keep(id_utente: number | null, change: (list: Entry[]) => Entry[]): boolean {
  if (id_utente === null || id_utente !== currentUserId()) return false
  const list = change(waiting())
  if (!writeList(journalKey(id_utente), list)) {
    shrink(id_utente, list)
    return false
  }
  for (const tipo of TIPI) writeKey('locale', OLD_KEYS[tipo](id_utente), null)
  return true
}

const others = (entry: Entry) => (list: Entry[]) => list.filter((other) => idOf(other) !== idOf(entry))

export const countWaiting = (tipo: Tipo): number => waiting().filter((entry) => entry.tipo === tipo).length

const retry = { failures: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined }

/** Sends the waiting entries again later: the first requests after a pause of the network may fail too. */
function retryLater(): void {
  clearTimeout(retry.timer)
  retry.timer = setTimeout(() => void flushOutbox(), retryAfter(++retry.failures, Math.random()))
}

/** Sends an entry, or keeps it when the server is unreachable or does not decide; `sent` reports which. The caller shows a refusal. */
export async function sendOrKeep(entry: Entry): Promise<Result<{ sent: boolean }>> {
  const owner = currentUserId()
  const kept = keep(owner, (list) => [...others(entry)(list), entry])
  // Send an entry that was not kept even without a network, because the person must see the failure.
  if (!network.online && kept) return ok({ sent: false })
  const result = await submit(entry)
  if (!result.ok && kept && saysNothing(result.error.codice)) {
    if (isUnanswered(result.error.codice)) retryLater()
    return ok({ sent: false })
  }
  keep(owner, others(entry))
  return result.ok ? ok({ sent: true }) : result
}

/**
 * Sends the waiting entries one by one. An entry refused for now waits for the next visit, as the later ones of its kind do; one
 * without an answer is sent again. A refusal for good is shown.
 */
export async function flushOutbox(): Promise<void> {
  clearTimeout(retry.timer)
  if (!network.online || !session.credentials || session.expired) return
  const owner = currentUserId()
  const stopped = new Set<Tipo>()
  let unanswered = false
  for (const entry of waiting()) {
    if (stopped.has(entry.tipo)) continue
    const result = await submit(entry)
    if (owner !== currentUserId()) return
    if (!result.ok && STUMBLED.has(result.error.codice)) continue
    if (!result.ok && !USELESS.has(result.error.codice)) {
      stopped.add(entry.tipo)
      unanswered ||= isUnanswered(result.error.codice)
      continue
    }
    retry.failures = 0
    keep(owner, others(entry))
    if (!result.ok) showToastLater({ text: outboxText[entry.tipo] })
  }
  // Once for all kinds: the pause doubles by tries, not by entries.
  if (unanswered) retryLater()
}
