import type { Punteggio } from '#rules/regolamento/punteggio'
import { formatNumber, formatPoints } from '../../../text/formats.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { Card, Chip } from '../../../ui/base.tsx'
import { IconCheck, IconX } from '../../../ui/icons.ts'
import css from './risultati.module.css'

/** Sections with their score, outcomes and threshold. */
export const SezioniScores = ({ punteggio }: { punteggio: Punteggio }) => (
  <Card aria-labelledby="sezioni" className={css.sezioni}>
    <h2 id="sezioni">{testi.sezioni}</h2>
    <ul>
      {punteggio.sezioni.map((s) => {
        const soglia = punteggio.soglie.find((x) => x.tipo === 'sezione' && x.sezione === s.nome)
        return (
          <li key={s.nome}>
            <b>{s.nome}</b>
            <span className={css.valore}>
              <b>{formatPoints(s.punti)}</b>
              {testi.su(s.massimo)}
            </span>
            <span className={css.dettaglio}>
              {[
                `${formatNumber(s.corrette)} ${testi.esatte(s.corrette)}`,
                `${formatNumber(s.errate)} ${testi.errate(s.errate)}`,
                ...(s.intermedie > 0 ? [`${formatNumber(s.intermedie)} ${testi.intermedie(s.intermedie)}`] : []),
                `${formatNumber(s.omesse)} ${testi.omesse(s.omesse)}`,
              ].join(' · ')}
            </span>
            {soglia && (
              <Chip
                tone={soglia.superata ? 'ok' : 'errore'}
                icon={soglia.superata ? <IconCheck size={16} /> : <IconX size={16} />}
              >
                {testi.soglia(soglia.minimo)}: {soglia.superata ? testi.superata : testi.non_superata}
              </Chip>
            )}
          </li>
        )
      })}
    </ul>
  </Card>
)
