import { formatCount, formatList, formatRisposte } from './formats.ts'

const ALTRO = 'tra note, prove concluse, ricerche, modelli e impostazioni'

export const giornaleText = {
  ritrovato: (risposte: number, voci: number) =>
    `Ritrovate dai tuoi altri dispositivi: ${formatList(
      [risposte > 0 && formatRisposte(risposte), voci > 0 && formatCount(voci, ALTRO, ALTRO)].filter(
        (part) => part !== false,
      ),
    )}.`,
}
