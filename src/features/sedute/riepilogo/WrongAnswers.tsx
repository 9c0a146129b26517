import { useState } from 'react'
import { correctPosition } from '#rules/esito'
import { stripHtml } from '#rules/text'
import { formatNumber } from '../../../text/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted } from '../../../ui/base.tsx'
import { IconCheck, IconDown, IconX } from '../../../ui/icons.ts'
import type { RiepilogoRow } from './read-riepilogo.ts'
import css from './riepilogo.module.css'
import { riepilogoText as texts } from './text.ts'

const PAGE_SIZE = 20

/** The wrong answers, each with the right one. */
export function WrongAnswers({ rows }: { rows: readonly RiepilogoRow[] }) {
  const [count, setCount] = useState(PAGE_SIZE)
  const wrong = rows.filter((r) => r.risposta?.esito === 'errata')
  if (!rows.some((r) => r.risposta)) return null
  return (
    <Card aria-labelledby="sbagliate" className={css.elenco}>
      <h2 id="sbagliate">{texts.sbagliate}</h2>
      {wrong.length === 0 && <Muted>{texts.nessuna_sbagliata}</Muted>}
      {wrong.slice(0, count).map((r) => (
        <WrongAnswer key={r.indice} row={r} />
      ))}
      {wrong.length > count && (
        <Button size="sm" onClick={() => setCount(count + PAGE_SIZE)}>
          {texts.altre(wrong.length - count)}
        </Button>
      )}
    </Card>
  )
}

function WrongAnswer({ row }: { row: RiepilogoRow }) {
  const { domanda, indice, risposta } = row
  const bare = (text: string) => (domanda.html ? stripHtml(text) : text)
  const correct = correctPosition(domanda)
  return (
    <details className={css.sbagliata}>
      <summary>
        <b>{formatNumber(indice + 1)}</b>
        <span>{bare(domanda.testo)}</span>
        <IconDown size={20} />
      </summary>
      <dl>
        {correct !== null && (
          <div className={css.era}>
            <IconCheck size={16} />
            <dt>{texts.giusta}</dt>
            <dd>{bare(domanda.risposte[correct - 1] ?? '')}</dd>
          </div>
        )}
        {risposta && (
          <div className={css.mia}>
            <IconX size={16} />
            <dt>{texts.tua}</dt>
            <dd>{bare(domanda.risposte[risposta.risposta - 1] ?? '')}</dd>
          </div>
        )}
      </dl>
    </details>
  )
}
