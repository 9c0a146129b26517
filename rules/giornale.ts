import { instantOf } from './dates.ts'

/** Kinds of a device's events, as its chain has them. */
export const TIPI_EVENTO = ['RISPOSTA', 'PREFERITO', 'LIVELLO', 'LETTA', 'ASCOLTATA', 'ANNULLA'] as const
/** What a person writes or arranges, of which the newest version counts: a note, an own key, a saved search, a template, a setting. */
export const TIPI_VOCE = ['NOTA', 'CHIAVE', 'RICERCA', 'MODELLO', 'IMPOSTAZIONE'] as const
export type TipoVoce = (typeof TIPI_VOCE)[number]
export const isVoce = (tipo: string): tipo is TipoVoce => (TIPI_VOCE as readonly string[]).includes(tipo)

/** A sitting that has ended, whole: it has one version, the first that the server heard of. */
export const SEDUTA = 'SEDUTA'
/** A sitting under way, as one device knows it: of each device the last version counts (rules/prova/aperta). */
export const APERTA = 'APERTA'
export const idAperta = (seduta: string, dispositivo: string): string => `${APERTA}:${seduta}:${dispositivo}`

/** A version of a voice that the server has. `dati` null: deleted. `effettivo_ms`: see `effectiveMs`. */
export type Versione = { id: string; effettivo_ms: number; dati: string | null }

/**
 * When a version counts as made, ms since 1970: at its own date, but never after the server received it, so that a clock that is ahead
 * wins nothing. A date that nobody can read, or none, is the receipt (decision 0073).
 */
export function effectiveMs(ts: string | null, received_ms: number): number {
  const own = instantOf(ts)
  return Number.isFinite(own) ? Math.min(own, received_ms) : received_ms
}

/** Positive when `a` is the later version. A deletion has the instant of what it deletes and comes after it. */
function compareVersioni(a: Versione, b: Versione): number {
  if (a.effettivo_ms !== b.effettivo_ms) return a.effettivo_ms - b.effettivo_ms
  if ((a.dati === null) !== (b.dati === null)) return a.dati === null ? 1 : -1
  return a.id === b.id ? 0 : a.id > b.id ? 1 : -1
}

/**
 * What a device knows of a voice beside its content: the server's newest version, and its own that is under way (null: none). `base_ms`:
 * instant of the version on which the content here was made, so that an edit is always later than what it changed, whatever clocks say.
 */
export type StatoVoce = {
  nota: Versione | null
  inviata: { id: string; dati: string | null } | null
  base_ms: number | null
}

/**
 * What becomes of a voice when a version arrives from the server: `mostra` is the content to show, undefined when what is here
 * stays. What was changed here and not sent stays, and so does everything while the own version is under way; but a deletion here
 * never takes an edit that it did not know.
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
  // An own edit under way that was deleted here is waited for: its deletion can only name it once it is back.
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
 * What a device has to send of a voice: nothing, what is here, or once more its own edit that is under way. The last also when it was
 * deleted here meanwhile: the deletion can only name what it deletes when that has come back.
 */
export function toBeSent(
  locale: string | null,
  { nota, inviata }: Pick<StatoVoce, 'nota' | 'inviata'>,
): 'niente' | 'locale' | 'inviata' {
  if (inviata && (inviata.dati === locale || (locale === null && inviata.dati !== null))) return 'inviata'
  return locale === (nota?.dati ?? null) ? 'niente' : 'locale'
}

/**
 * Whether what was deleted here is another than the server's newest version: that one arrived while an edit of this device stood in its
 * place. Nobody who deleted saw it, so it is to be shown, and no deletion sent.
 */
export const isUnseen = (locale: string | null, { nota, inviata, base_ms }: StatoVoce): boolean =>
  locale === null &&
  !inviata &&
  nota !== null &&
  nota.dati !== null &&
  (base_ms === null || nota.effettivo_ms > base_ms)

/**
 * What is left of a voice where the server is another than the one that said it: what was known last is under way again, as it was and as old as
 * it was. So no version of a backup takes its place, and none that another device brings back loses to it.
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
/** How much of what only a device has could still be sent: sittings under way and own banks never are. */
export const unsentOf = (n: Record<(typeof WAITING)[number], number>): number =>
  WAITING.reduce((sum, name) => sum + n[name], 0)

/** How much would be nowhere any more without this device: what could still be sent, and what no server has or takes. */
export const onlyHereOf = (n: Record<(typeof WAITING)[number] | 'sedute' | 'restano' | 'banche', number>): number =>
  unsentOf(n) + n.sedute + n.restano + n.banche
