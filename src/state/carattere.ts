import { proxy } from 'valtio'
import { readChiave, writeChiave } from './dispositivo.ts'

/** `leggibile`: the product's own face, made for legibility; `ampio`: a wide system face with more room between the letters. */
export type Carattere = 'leggibile' | 'sistema' | 'ampio'
export const CARATTERI: readonly Carattere[] = ['leggibile', 'sistema', 'ampio']
const CHIAVE = 'idoneo.carattere'

const letto = readChiave('locale', CHIAVE)
export const carattere = proxy({ scelto: CARATTERI.find((c) => c === letto) ?? ('leggibile' as Carattere) })

/** Puts the typeface on the page: the tokens follow `data-carattere`. */
export function applyCarattere(): void {
  const { dataset } = document.documentElement
  if (carattere.scelto === 'leggibile') delete dataset.carattere
  else dataset.carattere = carattere.scelto
}

export function setCarattere(scelto: Carattere): void {
  carattere.scelto = scelto
  writeChiave('locale', CHIAVE, scelto === 'leggibile' ? null : scelto)
  applyCarattere()
}
