import type { ReactNode } from 'react'
import { type OutcomeCount, OutcomeCounts } from '../../../components/OutcomeCounts.tsx'
import { formatPoints } from '../../../text/formats.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { Card, Chip, Muted, VisuallyHidden } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconCheck, IconX } from '../../../ui/icons.ts'
import type { RisultatiData } from '../read-risultati.ts'
import { countPoints } from './analysis.ts'
import css from './risultati.module.css'

/** Score against the threshold, with a comment, the next steps, its parts and the time (mock 5) [SI1]. */
export function ProvaScore({ data, children }: { data: RisultatiData; children: ReactNode }) {
  const { consegna, regole, prova } = data
  const { punteggio: p } = consegna
  const max = regole.massimo ?? p.massimo
  const soglia = p.soglie.find((s) => s.tipo === 'totale') ?? null
  const share = (n: number) => `${max > 0 ? Math.max(0, Math.min(100, (100 * n) / max)) : 0}%`
  const parts: OutcomeCount[] = [
    { n: p.corrette, name: testi.esatte(p.corrette), tone: 'giusto' },
    { n: p.errate, name: testi.errate(p.errate), tone: 'sbagliato' },
    ...(p.intermedie > 0 ? [{ n: p.intermedie, name: testi.intermedie(p.intermedie) }] : []),
    { n: p.omesse, name: testi.omesse(p.omesse) },
  ]
  const counts = countPoints(regole)
  const formula = counts
    ? [
        testi.formula(p.corrette, counts.corretta),
        ...(counts.sbagliata === 0 ? [] : [mark(counts.sbagliata) + testi.formula(p.errate, counts.sbagliata)]),
        ...(counts.omessa === 0 ? [] : [mark(counts.omessa) + testi.formula(p.omesse, counts.omessa)]),
      ].join(' ')
    : null
  const tempo = testi.tempo_usato(consegna.usati, prova.durata)
  return (
    <Card aria-labelledby="punteggio" className={css.punteggio}>
      <h2 id="punteggio">
        <VisuallyHidden>{testi.punteggio}</VisuallyHidden>
      </h2>
      <p className={css.voto}>
        {formatPoints(p.punti)}
        <small>{testi.su(max)}</small>
      </p>
      {soglia && (
        <div>
          <Chip
            tone={soglia.superata ? 'ok' : 'errore'}
            icon={soglia.superata ? <IconCheck size={16} /> : <IconX size={16} />}
          >
            {soglia.superata
              ? testi.sopra_soglia(soglia.ottenuto - soglia.minimo)
              : testi.sotto_soglia(soglia.ottenuto - soglia.minimo)}
          </Chip>
        </div>
      )}
      <div className={css.righello} aria-hidden="true">
        <i className={cx(soglia && !soglia.superata && css.sotto)} style={{ width: share(p.punti) }} />
        {soglia && (
          <>
            <b style={{ left: share(soglia.minimo) }} />
            <span style={{ left: `clamp(36px, ${share(soglia.minimo)}, calc(100% - 36px))` }}>
              {testi.soglia(soglia.minimo)}
            </span>
          </>
        )}
      </div>
      {children}
      <OutcomeCounts parts={parts} />
      <Muted small>
        {[formula, tempo, prova.tempo_aggiuntivo > 0 ? testi.stesso_tempo(prova.tempo_aggiuntivo) : null]
          .filter((x) => x !== null)
          .join(' · ')}
      </Muted>
      {p.in_scala !== null && regole.scala !== null && <Muted small>{testi.in_scala(p.in_scala, regole.scala)}</Muted>}
      {data.contati_qui !== null && (
        <p>
          <b>{testi.ricontato(data.contati_qui, p.punti)}</b>
        </p>
      )}
      {p.non_valutate > 0 && <Muted small>{testi.non_valutate(p.non_valutate)}</Muted>}
    </Card>
  )
}

const mark = (value: number) => (value < 0 ? '− ' : '+ ')
