import type { TipoPubblicato } from '#contract/gestione/contenuti'
import { type EntryField, keyField } from '#contract/written-entry'
import { normalizeText } from '#rules/text'

/** An entry as it is being written: texts as they are typed, lines apart. */
export type EntryDraft = Readonly<Record<string, string | boolean | readonly number[]>>
type Values = Readonly<Record<string, unknown>>

const isMissing = (value: unknown): boolean => value === null || value === undefined

export const toDraft = (fields: readonly EntryField[], voce: Values): EntryDraft =>
  Object.fromEntries(
    fields.map(({ nome, genere, facoltativo, scelte }) => {
      const value = voce[nome]
      if (genere === 'banche') return [nome, (value ?? []) as number[]]
      if (genere === 'si_no') return [nome, value === true]
      if (genere === 'righe')
        return [nome, ((value ?? []) as string[]).map((line) => line.replace(/\s+/g, ' ')).join('\n\n')]
      if (isMissing(value)) return [nome, genere === 'scelta' && !facoltativo ? (scelte?.[0] ?? '') : '']
      return [nome, String(value)]
    }),
  )

/** Returns the entry of a draft; an empty field is null, or missing where the entry needs it. */
export const toEntry = (fields: readonly EntryField[], draft: EntryDraft): Values =>
  Object.fromEntries(
    fields.map(({ nome, genere, facoltativo }) => {
      const value = draft[nome]
      if (typeof value !== 'string') return [nome, value]
      const text = value.trim()
      if (genere === 'righe') return [nome, text.split(/\s*\n\s*/).filter(Boolean)]
      if (text === '') return [nome, facoltativo ? null : '']
      return [nome, genere === 'numero' ? Number(text) : text]
    }),
  )

/** Characters of a title in the key of its entry. */
const KEY_LENGTH = 60

/** Makes the key of a new entry from its title; `mark` tells it from another of the same title. */
export function makeKey(title: string, mark: string): string {
  const words = normalizeText(title)
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, KEY_LENGTH)
  return `${words}-${mark}`.replace(/-+/g, '-').replace(/^-/, '')
}

/** Fields that a form shows: a call has its page for a key, the key of the others is made. */
export const shownFields = (tipo: TipoPubblicato, fields: readonly EntryField[]): EntryField[] =>
  fields.filter(({ nome }) => tipo === 'bandi' || nome !== keyField(tipo))

/** An instant as a clock in Italy shows it, YYYY-MM-DDThh:mm; a text without an offset is one already. */
export const italianClock = (instant: string): string =>
  /(Z|[+-]\d\d:\d\d)$/.test(instant)
    ? new Date(instant).toLocaleString('sv', { timeZone: 'Europe/Rome' }).slice(0, 16).replace(' ', 'T')
    : instant

/** Returns the fields in which two drafts differ, as a person reads them. */
export const differing = (fields: readonly EntryField[], a: EntryDraft, b: EntryDraft): EntryField[] =>
  fields.filter(({ nome, genere }) => {
    const [left, right] = [a[nome] ?? '', b[nome] ?? '']
    return genere === 'istante'
      ? italianClock(String(left)) !== italianClock(String(right))
      : JSON.stringify(left) !== JSON.stringify(right)
  })
