import { formatCount, formatList, formatRisposte } from './formats.ts'

export const giornaleText = {
  ritrovato: (risposte: number, voci: number) =>
    `Ritrovate dai tuoi altri dispositivi: ${formatList(
      [
        risposte > 0 && formatRisposte(risposte),
        voci > 0 && formatCount(voci, 'tra note, ricerche e modelli', 'tra note, ricerche e modelli'),
      ].filter((part) => part !== false),
    )}.`,
}
