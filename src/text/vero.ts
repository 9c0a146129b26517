import type { Esame } from '#rules/esame'
import { withTempoAggiuntivo } from '#rules/regolamento/duration'
import { formatCount, formatDomande, formatNumber, formatPoints } from './formats.ts'
import { rulesOf } from './previsione.ts'

const timeOf = (durata: number, percent: number): string => {
  const minutes = Math.round(withTempoAggiuntivo(durata, percent) / 60_000)
  return `${formatCount(minutes, 'minuto', 'minuti')}${percent > 0 ? ` con il tuo ${formatNumber(percent)}% in più` : ''}`
}

export const veroText = {
  titolo: 'Prova come il vero',
  /** `percent`: the extra time of the account. */
  regole: ({ domande, durata, soglia, fonte }: Esame, percent: number) =>
    `${[
      formatDomande(domande),
      ...(durata === undefined ? [] : [timeOf(durata, percent)]),
      ...(soglia === null ? [] : [`soglia ${formatPoints(soglia)}`]),
    ].join(', ')}. ${rulesOf(fonte)}.`,
  foglio: 'Modalità foglio: un segno non si cambia',
  comincia: 'Comincia',
  comincia_detto: 'Comincia la prova come il vero',
}
