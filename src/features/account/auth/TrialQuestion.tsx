import { useEffect, useId, useState } from 'react'
import type { DomandaProva } from '#contract/calls'
import { askLightly } from '../../../api/client.ts'
import { Muted, Stack, VisuallyHidden } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/States.tsx'
import { drawnTrial } from './drawn-trial.ts'
import { firstPageText as texts } from './first-page-text.ts'
import css from './trial.module.css'

const isText = (x: unknown): x is string => typeof x === 'string' && x !== ''

/** Checks a response by hand, because the first page is painted before the contract's code is here. */
function readTrial(answer: unknown): DomandaProva | null {
  const { domanda } = (answer ?? {}) as { domanda?: Partial<DomandaProva> | null }
  if (!domanda) return null
  const { banca, testo, risposte, corretta, spiegazione } = domanda
  const options = Array.isArray(risposte) && risposte.length >= 2 && risposte.length <= 5 && risposte.every(isText)
  if (!options || !isText(banca) || !isText(testo) || !isText(spiegazione)) return null
  return Number.isInteger(corretta) && risposte[Number(corretta) - 1] !== undefined ? (domanda as DomandaProva) : null
}

const LETTERS = 'ABCDE'

/** Reads the question that the page carries; undefined where it must be requested. */
function readDrawn(): DomandaProva | null | undefined {
  const drawn = drawnTrial()
  return drawn === undefined ? undefined : readTrial(drawn)
}

/** Shows a question of this installation, answered in place; nothing without a question or a network [PP2]. */
export function TrialQuestion() {
  const [question, setQuestion] = useState(readDrawn)
  useEffect(() => {
    if (readDrawn() === undefined)
      void askLightly('/ms_concorso/domanda_prova').then((answer) => setQuestion(readTrial(answer)))
  }, [])
  if (question === null) return null
  return (
    <div className={css.prova} aria-busy={question === undefined}>
      {question ? <Trial {...question} /> : <Waiting />}
    </div>
  )
}

const Waiting = () => (
  <>
    <VisuallyHidden>{texts.arriva}</VisuallyHidden>
    <Skeleton height={52} />
    {[1, 2, 3, 4].map((n) => (
      <Skeleton key={n} height={52} />
    ))}
  </>
)

function Trial({ banca, testo, risposte, corretta, spiegazione }: DomandaProva) {
  const [chosen, setChosen] = useState<number | null>(null)
  const id = useId()
  const answered = chosen !== null
  return (
    <>
      <Stack>
        <Muted small>{texts.da(banca)}</Muted>
        <h2 id={id} className={css.testo}>
          {testo}
        </h2>
      </Stack>
      <ul className={css.risposte} aria-labelledby={id}>
        {risposte.map((text, i) => {
          const place = i + 1
          const right = answered && place === corretta
          const wrong = place === chosen && place !== corretta
          // Drop the other options after the answer, so that the ways in move up into the window.
          if (answered && !right && !wrong) return null
          return (
            <li key={LETTERS[i]}>
              <button
                type="button"
                className={cx(css.risposta, right && css.ok, wrong && css.errata)}
                aria-disabled={answered || undefined}
                aria-pressed={answered ? place === chosen : undefined}
                onClick={() => setChosen((before) => before ?? place)}
              >
                <span className={css.lettera}>{LETTERS[i]}</span>
                <span>
                  {text}
                  {right && <VisuallyHidden>, {texts.giusta}</VisuallyHidden>}
                  {wrong && <VisuallyHidden>, {texts.tua}</VisuallyHidden>}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <div role="status" className={css.esito}>
        {answered && (
          <>
            <p>
              <b>{chosen === corretta ? texts.esatto : texts.sbagliato(LETTERS[corretta - 1] ?? '')}</b> {spiegazione}
            </p>
            <p>{texts.metodo}</p>
          </>
        )}
      </div>
    </>
  )
}
