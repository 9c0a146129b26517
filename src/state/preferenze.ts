import { proxy } from 'valtio'
import { readChiave, writeChiave } from './dispositivo.ts'

const CHIAVE = 'idoneo.pratica'

/** Pauses before the next question that a person may choose from, milliseconds [EX4]. */
export const PAUSE_AVANTI: readonly number[] = [500, 900, 1_500, 3_000]

/** Questions a minute that reading may turn by itself; '0' is by hand (D22). */
export const PASSI_LETTURA = ['0', '10', '20', '30'] as const
/** Times the voice's own speed. */
export const VELOCITA_ASCOLTO = ['0.8', '1', '1.25', '1.5'] as const
/** How much of a question is spoken: up to its text, its answers, or the right one. */
export const COSE_ASCOLTO = ['domanda', 'risposte', 'giusta'] as const

/** How this person practises on this device. Answers are shuffled unless asked otherwise (D18). */
const PREDEFINITE = { avanti_da_sola: true, mescola: true, tastiera: true }
const PAUSA = 900
const SCELTE = { passo_lettura: PASSI_LETTURA, velocita_ascolto: VELOCITA_ASCOLTO, cosa_ascolto: COSE_ASCOLTO } as const
type NomeScelta = keyof typeof SCELTE
type Scelte = { [K in NomeScelta]: (typeof SCELTE)[K][number] }
const PRESCELTE: Scelte = { passo_lettura: '0', velocita_ascolto: '1', cosa_ascolto: 'giusta' }
type Levetta = keyof typeof PREDEFINITE
export type Preferenze = typeof PREDEFINITE & Scelte & { pausa_avanti: number }

const pick = <T>(quali: readonly T[], letto: unknown, altrimenti: T): T => quali.find((v) => v === letto) ?? altrimenti

function read(): Preferenze {
  try {
    const letta = JSON.parse(readChiave('locale', CHIAVE) ?? '{}') as Partial<Record<keyof Preferenze, unknown>>
    const value = (nome: Levetta) => (typeof letta[nome] === 'boolean' ? letta[nome] : PREDEFINITE[nome])
    const pausa_avanti = PAUSE_AVANTI.find((ms) => ms === letta.pausa_avanti) ?? PAUSA
    const levette = { avanti_da_sola: value('avanti_da_sola'), mescola: value('mescola'), tastiera: value('tastiera') }
    const scelte: Scelte = {
      passo_lettura: pick(SCELTE.passo_lettura, letta.passo_lettura, PRESCELTE.passo_lettura),
      velocita_ascolto: pick(SCELTE.velocita_ascolto, letta.velocita_ascolto, PRESCELTE.velocita_ascolto),
      cosa_ascolto: pick(SCELTE.cosa_ascolto, letta.cosa_ascolto, PRESCELTE.cosa_ascolto),
    }
    return { ...levette, ...scelte, pausa_avanti }
  } catch {
    return { ...PREDEFINITE, ...PRESCELTE, pausa_avanti: PAUSA }
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

/** A choice of reading or listening, kept on this device. */
export function setScelta<K extends NomeScelta>(nome: K, valore: Scelte[K]): void {
  ;(preferenze as Scelte)[nome] = valore
  keep()
}
