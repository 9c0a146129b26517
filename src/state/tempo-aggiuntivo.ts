import { proxy } from 'valtio'
import { onCambioUtente, sessione } from './credenziale.ts'
import { readChiave, writeChiave } from './dispositivo.ts'

/** Most extra time, per cent; the rules on DSA and law 104 give up to half as much again. */
export const TEMPO_MASSIMO = 50

const chiave = () => `idoneo.tempo.${sessione.credenziale?.utente.id_utente_idoneo ?? 0}`
const read = (): number => {
  const n = Number(readChiave('locale', chiave()) ?? 0)
  return Number.isInteger(n) && n >= 0 && n <= TEMPO_MASSIMO ? n : 0
}

/** The extra time of this account on this device (DSA, law 104), per cent: it holds for every timed sitting. */
export const tempoAggiuntivo = proxy({ percento: read() })
onCambioUtente(() => {
  tempoAggiuntivo.percento = read()
})

export function setTempoAggiuntivo(percento: number): void {
  const intero = Math.min(TEMPO_MASSIMO, Math.max(0, Math.round(percento) || 0))
  tempoAggiuntivo.percento = intero
  writeChiave('locale', chiave(), intero === 0 ? null : String(intero))
}
