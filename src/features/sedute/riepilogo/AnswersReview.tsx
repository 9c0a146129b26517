import { useState } from 'react'
import { correctPosition } from '#rules/esito'
import { stripHtml } from '#rules/text'
import { GroupedErrors } from '../../../components/dopo/AfterLines.tsx'
import { AnswerLine, QuestionDetails } from '../../../components/dopo/QuestionDetails.tsx'
import { formatNumber } from '../../../text/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted } from '../../../ui/base.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import type { RiepilogoRow } from './read-riepilogo.ts'
import css from './riepilogo.module.css'
import { riepilogoText as texts } from './text.ts'

const PAGE_SIZE = 20
/** Errors listed at first, so that the cards under them stay near. */
const FIRST_ERRORS = 8

type Which = 'errate' | 'tutte'

/** Questions of the sitting with the given and the right answers, the wrong ones by subject, every one a tap away (spec §3). */
export function AnswersReview({ rows }: { rows: readonly RiepilogoRow[] }) {
  const wrong = rows.filter((r) => r.risposta?.esito === 'errata')
  const [which, setWhich] = useState<Which>(wrong.length > 0 ? 'errate' : 'tutte')
  const [count, setCount] = useState(which === 'errate' ? FIRST_ERRORS : PAGE_SIZE)
  if (!rows.some((r) => r.risposta)) return null
  const shown = which === 'errate' ? wrong : rows
  return (
    <Card aria-labelledby="risposte" className={css.elenco}>
      <h2 id="risposte">{texts.risposte}</h2>
      <Segmented
        legend={texts.quali}
        legendVisible={false}
        options={[
          { value: 'errate', text: texts.quali_voci.errate(wrong.length) },
          { value: 'tutte', text: texts.quali_voci.tutte(rows.length) },
        ]}
        value={which}
        onSelect={(chosen) => {
          setWhich(chosen)
          setCount(chosen === 'errate' ? FIRST_ERRORS : PAGE_SIZE)
        }}
      />
      {shown.length === 0 && <Muted>{texts.nessuna_sbagliata}</Muted>}
      {which === 'errate' ? (
        <GroupedErrors errors={wrong} shown={count}>
          {(r) => <ReviewedAnswer row={r} />}
        </GroupedErrors>
      ) : (
        rows.slice(0, count).map((r) => <ReviewedAnswer key={r.indice} row={r} />)
      )}
      {shown.length > count && (
        <Button size="sm" onClick={() => setCount(count + PAGE_SIZE)}>
          {texts.altre(shown.length - count)}
        </Button>
      )}
    </Card>
  )
}

function ReviewedAnswer({ row }: { row: RiepilogoRow }) {
  const { domanda, indice, risposta } = row
  const bare = (text: string) => (domanda.html ? stripHtml(text) : text)
  const correct = correctPosition(domanda)
  return (
    <QuestionDetails number={formatNumber(indice + 1)} text={bare(domanda.testo)}>
      {correct !== null && (
        <AnswerLine tone="ok" name={texts.giusta}>
          {bare(domanda.risposte[correct - 1] ?? '')}
        </AnswerLine>
      )}
      {risposta?.esito === 'corretta' ? (
        <Muted small>{texts.tua_giusta}</Muted>
      ) : risposta ? (
        <AnswerLine tone={risposta.esito === 'errata' ? 'errore' : 'neutro'} name={texts.tua}>
          {bare(domanda.risposte[risposta.risposta - 1] ?? '')}
        </AnswerLine>
      ) : (
        <Muted small>{texts.tua_omessa}</Muted>
      )}
      {domanda.stato === 'annullata' && <Muted small>{texts.annullata}</Muted>}
    </QuestionDetails>
  )
}
