import { instantOf } from './dates.ts'

/** Kinds of a device's events, as its chain has them. */
export const TIPI_EVENTO = ['RISPOSTA', 'PREFERITO', 'LIVELLO', 'LETTA', 'ASCOLTATA', 'ANNULLA'] as const
/**
 * Writings and settings of a person, of which the newest version counts: a note, an own key, a saved search, a template, a
 * setting.
 */
export const TIPI_VOCE = ['NOTA', 'CHIAVE', 'RICERCA', 'MODELLO', 'IMPOSTAZIONE'] as const
export type TipoVoce = (typeof TIPI_VOCE)[number]
export const isVoce = (tipo: string): tipo is TipoVoce => (TIPI_VOCE as readonly string[]).includes(tipo)

/** An ended sitting, whole: it has one version, the first that the server received. */
export const SEDUTA = 'SEDUTA'
/** A sitting under way, as one device has it: the last version of each device counts (rules/prova/aperta). */
export const APERTA = 'APERTA'
export const idAperta = (seduta: string, dispositivo: string): string => `${APERTA}:${seduta}:${dispositivo}`

/** A version of a voice that the server has. `dati` null: deleted. `effettivo_ms`: see `effectiveMs`. */
export type Versione = { id: string; effettivo_ms: number; dati: string | null }

/**
 * Instant at which a version counts as made, ms since 1970: its own date, but never after the server received it, so that a clock
 * ahead gains nothing. An unreadable or absent date becomes the receipt (decision 0073).
 */
export function effectiveMs(ts: string | null, received_ms: number): number {
  const own = instantOf(ts)
  return Number.isFinite(own) ? Math.min(own, received_ms) : received_ms
}

/** Positive when `a` is the later version. A deletion has the instant of the deleted version and follows it. */
function compareVersioni(a: Versione, b: Versione): number {
  if (a.effettivo_ms !== b.effettivo_ms) return a.effettivo_ms - b.effettivo_ms
  if ((a.dati === null) !== (b.dati === null)) return a.dati === null ? 1 : -1
  return a.id === b.id ? 0 : a.id > b.id ? 1 : -1
}

/**
 * State of a voice on a device beside its content: the server's newest version, and its own that is under way (null: none).
 * `base_ms`: instant of the version on which the content here was made, so that an edit is always later than its base, whatever
 * the clocks.
 */
export type StatoVoce = {
  nota: Versione | null
  inviata: { id: string; dati: string | null } | null
  base_ms: number | null
}

/**
 * Receives a version of a voice from the server: `mostra` is the content to show, undefined when the local one stays. Unsent
 * local changes stay, and so does everything while the own version is under way. A deletion here never removes an edit that it
 * had not seen.
 */
export function receiveVersione(
  locale: string | null,
  { nota, inviata, base_ms }: StatoVoce,
  arrived: Versione,
): { stato: StatoVoce; mostra: string | null | undefined } {
  const newest = nota && compareVersioni(nota, arrived) >= 0 ? nota : arrived
  const changed = locale !== (inviata ? inviata.dati : (nota?.dati ?? null))
  const back = inviata?.id === arrived.id
  const unknownEdit = locale === null && newest.dati !== null && newest !== nota
  const show = back
    ? locale === arrived.dati || (unknownEdit && newest.id !== arrived.id) || (locale === null && newest === nota)
    : !inviata && (!changed || unknownEdit)
  const shown = show ? newest.dati : locale
  // Wait for an own edit under way that was deleted here: its deletion can only name it once it is back.
  const settled = back || (shown === newest.dati && !(shown === null && inviata && inviata.dati !== null))
  const base = shown === newest.dati ? newest.effettivo_ms : back ? arrived.effettivo_ms : null
  return {
    stato: {
      nota: newest,
      inviata: settled ? null : inviata,
      base_ms: base === null ? base_ms : Math.max(base, base_ms ?? base),
    },
    mostra: show && newest.dati !== locale ? newest.dati : undefined,
  }
}

/**
 * Version of a voice to send: none, the local content, or once more the own edit that is under way. The last also when it was
 * deleted here meanwhile: the deletion can only name it once it is back.
 */
export function toBeSent(
  locale: string | null,
  { nota, inviata }: Pick<StatoVoce, 'nota' | 'inviata'>,
): 'niente' | 'locale' | 'inviata' {
  if (inviata && (inviata.dati === locale || (locale === null && inviata.dati !== null))) return 'inviata'
  return locale === (nota?.dati ?? null) ? 'niente' : 'locale'
}

/**
 * True when the server's newest version differs from the one deleted here: it arrived while an edit of this device stood in its
 * place. The person deleted without seeing it, so it is shown, and no deletion is sent.
 */
export const isUnseen = (locale: string | null, { nota, inviata, base_ms }: StatoVoce): boolean =>
  locale === null &&
  !inviata &&
  nota !== null &&
  nota.dati !== null &&
  (base_ms === null || nota.effettivo_ms > base_ms)

/**
 * State of a voice for another server: the last version is under way again, unchanged and with its own date. So no version of a
 * backup replaces it, and a version that another device brings back does not lose to it.
 */
export const forgetServer = ({ nota, inviata, base_ms }: StatoVoce): StatoVoce => ({
  nota: null,
  inviata: inviata ?? (nota && { id: nota.id, dati: nota.dati }),
  base_ms,
})

const WAITING = [
  'risposte',
  'simulazioni',
  'concluse',
  'note',
  'chiavi',
  'ricerche',
  'modelli',
  'impostazioni',
] as const
/** Number of items only here that could still be sent; sittings under way and own banks never are. */
export const unsentOf = (n: Record<(typeof WAITING)[number], number>): number =>
  WAITING.reduce((sum, name) => sum + n[name], 0)

/**
 * Number of items that would be lost with this device: those that could still be sent, and those that no server has or accepts.
 */
export const onlyHereOf = (n: Record<(typeof WAITING)[number] | 'sedute' | 'restano' | 'banche', number>): number =>
  unsentOf(n) + n.sedute + n.restano + n.banche
