import { type OutcomeCount, OutcomeCounts } from '../../../components/OutcomeCounts.tsx'
import type { RisultatiData } from '../../../features/prove/read-risultati.ts'
import { formatPoints } from '../../../text/prova.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { Card, Chip, Muted, VisuallyHidden } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconCheck, IconX } from '../../../ui/icons.ts'
import { contiPunti } from './analisi.ts'
import css from './risultati.module.css'

/** The score against the threshold, what it is made of, the time (mock 5) [SI1]. */
export function Punteggio({ dati }: { dati: RisultatiData }) {
  const { consegna, regole, prova } = dati
  const { punteggio: p } = consegna
  const massimo = regole.massimo ?? p.massimo
  const soglia = p.soglie.find((s) => s.tipo === 'totale') ?? null
  const quota = (n: number) => `${massimo > 0 ? Math.max(0, Math.min(100, (100 * n) / massimo)) : 0}%`
  const parti: OutcomeCount[] = [
    { n: p.corrette, name: testi.esatte(p.corrette), tone: 'giusto' },
    { n: p.errate, name: testi.errate(p.errate), tone: 'sbagliato' },
    ...(p.intermedie > 0 ? [{ n: p.intermedie, name: testi.intermedie(p.intermedie) }] : []),
    { n: p.omesse, name: testi.omesse(p.omesse) },
  ]
  const conti = contiPunti(regole)
  const formula = conti
    ? [
        testi.formula(p.corrette, conti.corretta),
        ...(conti.sbagliata === 0 ? [] : [segno(conti.sbagliata) + testi.formula(p.errate, conti.sbagliata)]),
        ...(conti.omessa === 0 ? [] : [segno(conti.omessa) + testi.formula(p.omesse, conti.omessa)]),
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
        <small>{testi.su(massimo)}</small>
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
        <i className={cx(soglia && !soglia.superata && css.sotto)} style={{ width: quota(p.punti) }} />
        {soglia && (
          <>
            <b style={{ left: quota(soglia.minimo) }} />
            <span style={{ left: `clamp(36px, ${quota(soglia.minimo)}, calc(100% - 36px))` }}>
              {testi.soglia(soglia.minimo)}
            </span>
          </>
        )}
      </div>
      <OutcomeCounts parts={parti} />
      <Muted small>
        {[formula, tempo, prova.tempo_aggiuntivo > 0 ? testi.stesso_tempo(prova.tempo_aggiuntivo) : null]
          .filter((x) => x !== null)
          .join(' · ')}
      </Muted>
      {p.in_scala !== null && regole.scala !== null && <Muted small>{testi.in_scala(p.in_scala, regole.scala)}</Muted>}
      {dati.contati_qui !== null && (
        <p>
          <b>{testi.ricontato(dati.contati_qui, p.punti)}</b>
        </p>
      )}
      {p.non_valutate > 0 && <Muted small>{testi.non_valutate(p.non_valutate)}</Muted>}
    </Card>
  )
}

const segno = (valore: number) => (valore < 0 ? '− ' : '+ ')
