import { proxy } from 'valtio'
import { readKey, writeKey } from '../platform/web-storage.ts'

const PREFERENCES_KEY = 'idoneo.pratica'

/** Pauses before the next question that a person may choose from, in ms [EX4]. */
export const NEXT_PAUSES: readonly number[] = [500, 900, 1_500, 3_000]

/** Questions per minute of the automatic reading; '0' is by hand (D22). */
export const READING_PACES = ['0', '10', '20', '30'] as const
/** Factors of the voice's own speed. */
export const LISTENING_SPEEDS = ['0.8', '1', '1.25', '1.5'] as const
/** Spoken part of a question: up to its text, its answers, or the right one. */
export const LISTENING_PARTS = ['domanda', 'risposte', 'giusta'] as const

/** Default switches of the practice. Answers are shuffled by default (D18). */
const DEFAULTS = {
  avanti_da_sola: true,
  mescola: true,
  tastiera: true,
  spiega_errori: true,
  chiedi_sicurezza: false,
}
const DEFAULT_PAUSE = 900
/** Number of questions of a bank's sitting. */
export const STUDY_LENGTHS = ['10', '20', '40', '60', 'tutte'] as const
const CHOICES = {
  passo_lettura: READING_PACES,
  velocita_ascolto: LISTENING_SPEEDS,
  cosa_ascolto: LISTENING_PARTS,
  quante: STUDY_LENGTHS,
} as const
type ChoiceName = keyof typeof CHOICES
type Choices = { [K in ChoiceName]: (typeof CHOICES)[K][number] }
const DEFAULT_CHOICES: Choices = { passo_lettura: '0', velocita_ascolto: '1', cosa_ascolto: 'giusta', quante: '20' }
type SwitchName = keyof typeof DEFAULTS
export type Preferences = typeof DEFAULTS & Choices & { pausa_avanti: number }

const pick = <T>(options: readonly T[], stored: unknown, fallback: T): T =>
  options.find((v) => v === stored) ?? fallback

type Stored = Partial<Record<keyof Preferences, unknown>>

function read(): Preferences {
  try {
    return toPreferences(JSON.parse(readKey('locale', PREFERENCES_KEY) ?? '{}') as Stored)
  } catch {
    return toPreferences({})
  }
}

/** Reads the stored preferences; an unknown value becomes the default. */
function toPreferences(stored: Stored): Preferences {
  const value = (name: SwitchName) => (typeof stored[name] === 'boolean' ? stored[name] : DEFAULTS[name])
  const pausa_avanti = NEXT_PAUSES.find((ms) => ms === stored.pausa_avanti) ?? DEFAULT_PAUSE
  const switches = {
    avanti_da_sola: value('avanti_da_sola'),
    mescola: value('mescola'),
    tastiera: value('tastiera'),
    spiega_errori: value('spiega_errori'),
    chiedi_sicurezza: value('chiedi_sicurezza'),
  }
  const choices: Choices = {
    passo_lettura: pick(CHOICES.passo_lettura, stored.passo_lettura, DEFAULT_CHOICES.passo_lettura),
    velocita_ascolto: pick(CHOICES.velocita_ascolto, stored.velocita_ascolto, DEFAULT_CHOICES.velocita_ascolto),
    cosa_ascolto: pick(CHOICES.cosa_ascolto, stored.cosa_ascolto, DEFAULT_CHOICES.cosa_ascolto),
    quante: pick(CHOICES.quante, stored.quante, DEFAULT_CHOICES.quante),
  }
  return { ...switches, ...choices, pausa_avanti }
}

export const preferences = proxy(read())

/** Preference of the device, not of the person, since only some devices have keys to press. */
const LOCAL: keyof Preferences = 'tastiera'
type Chosen = (name: string, value: string | number | boolean) => void
const listener = { chosen: null as Chosen | null }

/** Sets the listener that keeps each choice of the person. */
export const onPreference = (chosen: Chosen): void => {
  listener.chosen = chosen
}

function keep(name: keyof Preferences): void {
  writeKey('locale', PREFERENCES_KEY, JSON.stringify(preferences))
  if (name !== LOCAL) listener.chosen?.(name, preferences[name])
}

/** Applies the choices made elsewhere; returns true when any changed. Skips a value unknown to this version. */
export function applyPreferences(chosen: Readonly<Record<string, unknown>>): boolean {
  const before = JSON.stringify(preferences)
  const wanted = toPreferences({ ...preferences, ...chosen })
  for (const name of Object.keys(preferences) as (keyof Preferences)[])
    if (name !== LOCAL && wanted[name] === chosen[name]) Object.assign(preferences, { [name]: wanted[name] })
  const changed = JSON.stringify(preferences) !== before
  if (changed) writeKey('locale', PREFERENCES_KEY, JSON.stringify(preferences))
  return changed
}

export function setPreference(name: SwitchName, value: boolean): void {
  preferences[name] = value
  keep(name)
}

export function setNextPause(ms: number): void {
  preferences.pausa_avanti = ms
  keep('pausa_avanti')
}

/** Sets a choice of reading, of listening or of the length of a sitting. */
export function setChoice<K extends ChoiceName>(name: K, value: Choices[K]): void {
  ;(preferences as Choices)[name] = value
  keep(name)
}
