import type { Domanda } from '#contract/database'
import { type Gettonate, MIN_PERSONE } from '#contract/gettonate'
import { correctPosition } from '#rules/esito'
import type { AnswerOption } from '../../../components/seduta/answer-order.ts'
import { RetryLine } from '../../../components/seduta/RetryLine.tsx'
import { useAskedPanel } from '../../../components/seduta/useAskedPanel.ts'
import { errorMessage } from '../../../text/errors.ts'
import { Card, Muted } from '../../../ui/base.tsx'
import { Skeleton } from '../../../ui/States.tsx'
import { percentages, readGettonate } from '../domanda-extra.ts'
import { othersText as testi } from '../domanda-text.ts'
import type { GivenAnswer } from '../seduta-state.ts'
import css from './others.module.css'

/** Answers of the others in the order of this sitting, shown only after one's own answer. */
export function OthersAnswers({
  domanda,
  options,
  given,
}: {
  domanda: Domanda
  options: readonly AnswerOption[]
  given: GivenAnswer
}) {
  const { id_domanda, id_concorso } = domanda
  const { data, error, ref, retry } = useAskedPanel(() => readGettonate({ id_domanda, id_concorso }), id_domanda)
  return (
    <Card as="section" aria-label={testi.titolo}>
      <div ref={ref} className={css.altri} role="status">
        {error ? (
          <>
            <p>{error.codice === 'RETE_ASSENTE' ? testi.offline : errorMessage(error).text}</p>
            <RetryLine onRetry={retry} />
          </>
        ) : !data ? (
          <>
            <Muted small>{testi.caricamento}</Muted>
            <Skeleton />
          </>
        ) : data.risposte === null ? (
          <p>{testi.poche(data.persone, MIN_PERSONE)}</p>
        ) : (
          <Shares data={data} options={options} own={given.risposta} correct={correctPosition(domanda)} />
        )}
      </div>
    </Card>
  )
}

function Shares({
  data,
  options,
  own,
  correct,
}: {
  data: Gettonate
  options: readonly AnswerOption[]
  own: number
  correct: number | null
}) {
  const shares = percentages(options.map((v) => data.risposte?.find((r) => r.risposta === v.posizione)?.n ?? 0))
  return (
    <>
      <ul className={css.quote}>
        {options.map((v, i) => {
          const p = shares[i] ?? 0
          const said = [v.posizione === correct ? testi.giusta : null, v.posizione === own ? testi.tua : null].filter(
            (x) => x !== null,
          )
          return (
            <li key={v.posizione}>
              <b>{v.letter}</b>
              <span className={css.asta} aria-hidden="true">
                <i className={v.posizione === correct ? css.giusta : undefined} style={{ width: `${p}%` }} />
              </span>
              <span className={css.quota}>
                {testi.percento(p)}
                {said.length > 0 && <Muted small as="span">{` ${said.join(', ')}`}</Muted>}
              </span>
            </li>
          )
        })}
      </ul>
      <Muted small>{testi.persone(data.persone)}</Muted>
    </>
  )
}
