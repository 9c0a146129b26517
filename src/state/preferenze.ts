import { proxy } from 'valtio'
import { readChiave, writeChiave } from './dispositivo.ts'

const CHIAVE = 'idoneo.pratica'

/** How this person practises on this device. Answers are shuffled unless asked otherwise (D18). */
const PREDEFINITE = { avanti_da_sola: true, mescola: true, tastiera: true }
export type Preferenze = typeof PREDEFINITE

function read(): Preferenze {
  try {
    const letta = JSON.parse(readChiave('locale', CHIAVE) ?? '{}') as Partial<Record<keyof Preferenze, unknown>>
    const value = (nome: keyof Preferenze) => (typeof letta[nome] === 'boolean' ? letta[nome] : PREDEFINITE[nome])
    return { avanti_da_sola: value('avanti_da_sola'), mescola: value('mescola'), tastiera: value('tastiera') }
  } catch {
    return { ...PREDEFINITE }
  }
}

export const preferenze = proxy(read())

export function setPreferenza(nome: keyof Preferenze, valore: boolean): void {
  preferenze[nome] = valore
  writeChiave('locale', CHIAVE, JSON.stringify(preferenze))
}
