import type { Esame } from '#rules/esame'
import { formatCount, formatDomande } from './formats.ts'
import { rulesOf } from './previsione.ts'
import { formatPoints } from './prova.ts'

export const veroText = {
  titolo: 'Prova come il vero',
  regole: ({ domande, durata, soglia, fonte }: Esame) =>
    `${[
      formatDomande(domande),
      ...(durata === undefined ? [] : [formatCount(Math.round(durata / 60_000), 'minuto', 'minuti')]),
      ...(soglia === null ? [] : [`soglia ${formatPoints(soglia)}`]),
    ].join(', ')}. ${rulesOf(fonte)}.`,
  comincia: 'Comincia',
  comincia_detto: 'Comincia la prova come il vero',
}
