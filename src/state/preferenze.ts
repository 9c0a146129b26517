import { proxy } from 'valtio'
import { readChiave, writeChiave } from './dispositivo.ts'

const CHIAVE = 'idoneo.pratica'

/** Pauses before the next question that a person may choose from, milliseconds [EX4]. */
export const PAUSE_AVANTI: readonly number[] = [500, 900, 1_500, 3_000]

/** How this person practises on this device. Answers are shuffled unless asked otherwise (D18). */
const PREDEFINITE = { avanti_da_sola: true, mescola: true, tastiera: true }
const PAUSA = 900
type Levetta = keyof typeof PREDEFINITE
export type Preferenze = typeof PREDEFINITE & { pausa_avanti: number }

function read(): Preferenze {
  try {
    const letta = JSON.parse(readChiave('locale', CHIAVE) ?? '{}') as Partial<Record<keyof Preferenze, unknown>>
    const value = (nome: Levetta) => (typeof letta[nome] === 'boolean' ? letta[nome] : PREDEFINITE[nome])
    const pausa_avanti = PAUSE_AVANTI.find((ms) => ms === letta.pausa_avanti) ?? PAUSA
    const levette = { avanti_da_sola: value('avanti_da_sola'), mescola: value('mescola'), tastiera: value('tastiera') }
    return { ...levette, pausa_avanti }
  } catch {
    return { ...PREDEFINITE, pausa_avanti: PAUSA }
  }
}

export const preferenze = proxy(read())

const keep = () => writeChiave('locale', CHIAVE, JSON.stringify(preferenze))

export function setPreferenza(nome: Levetta, valore: boolean): void {
  preferenze[nome] = valore
  keep()
}

export function setPausaAvanti(ms: number): void {
  preferenze.pausa_avanti = ms
  keep()
}
