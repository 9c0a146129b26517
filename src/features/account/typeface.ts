import { proxy } from 'valtio'
import { readKey, writeKey } from '../../platform/web-storage.ts'

/** `leggibile`: the product's own face, made for legibility; `ampio`: a wide system face with more room between the letters. */
export type Typeface = 'leggibile' | 'sistema' | 'ampio'
export const TYPEFACES: readonly Typeface[] = ['leggibile', 'sistema', 'ampio']
const KEY = 'idoneo.carattere'

const stored = readKey('locale', KEY)
export const typeface = proxy({ chosen: TYPEFACES.find((c) => c === stored) ?? ('leggibile' as Typeface) })

/** Puts the typeface on the page, where the tokens follow `data-carattere`. */
export function applyTypeface(): void {
  const { dataset } = document.documentElement
  if (typeface.chosen === 'leggibile') delete dataset.carattere
  else dataset.carattere = typeface.chosen
}

export function setTypeface(chosen: Typeface): void {
  typeface.chosen = chosen
  writeKey('locale', KEY, chosen === 'leggibile' ? null : chosen)
  applyTypeface()
}
