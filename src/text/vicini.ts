import { formatNumber } from './formats.ts'

/** Longest quotation of a question inside a line of another, in characters. */
const MAX_QUOTED = 60
const quoted = (text: string): string =>
  text.length > MAX_QUOTED ? `«${text.slice(0, MAX_QUOTED).trimEnd()}…»` : `«${text}»`

export const viciniText = {
  ricorda: 'Da ricordare',
  corretta: 'La corretta è',
  altre: (n: number) => (n === 1 ? 'Un’altra sullo stesso punto' : `Altre ${formatNumber(n)} sullo stesso punto`),
  gemelle: (n: number) =>
    n === 0 ? null : n === 1 ? 'una è la stessa domanda' : `${formatNumber(n)} sono la stessa domanda`,
  vedi: 'Vedile',
  vedila: 'Vedila',
  nascondi: 'Nascondi',
  trappola: (number: string) => `Attenzione: la n. ${number} è quasi uguale`,
  cambia: (text: string) => `cambia ${quoted(text)}`,
  altra_risposta: 'cambia la risposta',
  confronta: 'Confronta',
  numero: (number: string) => `n. ${number}`,
  gemella: 'stessa domanda',
  risposta: (text: string) => `Corretta: ${text}`,
  norma: 'Norma citata',
}
