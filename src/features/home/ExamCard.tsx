import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import type { Giorno, Oggi } from '#contract/database'
import { addDays, daysBetween, italianDay, mondayOf } from '#rules/italian-day'
import { bancheState } from '../../domain/banche-state.ts'
import { livelloState } from '../../domain/livello.ts'
import { pace } from '../../domain/pace.ts'
import { banksOfSameExam, readStudyPlan } from '../../domain/study-plan.ts'
import { formatNumber } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { CheckBox, Checkbox, Field } from '../../ui/Field.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import css from './home.module.css'
import { oggiState, setExamDay, setRitmo } from './oggi-state.ts'
import { dayInWords, examText, focusText } from './text.ts'

const AfterExam = lazyPart(() => import('./AfterExam.tsx'))
const FocusDialog = lazyPart(() => import('./FocusDialog.tsx'))

/** Days of study of a full week; the seventh is free. */
const FULL_WEEK = 6
/** Limit of weekdays off; one is for study. */
const MOST_OFF = 6

/** Shows the exam of the bank in front: days left, pace, week, the rest of a demo (D9). */
export function ExamCard({ id_concorso }: { id_concorso: number }) {
  const { oggi, data_prova, settimana } = useSnapshot(oggiState)
  const { stato } = useSnapshot(livelloState)
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setEditing(false))
    button.current?.focus()
  }
  const today = italianDay(Date.now())
  const over = data_prova !== null && data_prova < today
  const keep = (day: string | null, chosen: ExamChoices) => {
    close()
    void setExamDay(id_concorso, day, chosen)
  }
  return (
    <Card className={css.piano} aria-labelledby="prova">
      <div>
        <h2 id="prova">{data_prova || editing ? examText.titolo : examText.chiedi}</h2>
        <Muted small>
          {data_prova && !editing
            ? over
              ? dayInWords(data_prova)
              : examText.fra(dayInWords(data_prova), daysBetween(today, data_prova))
            : examText.chiedi_testo}
        </Muted>
      </div>
      {data_prova === null && !editing ? (
        <Button ref={button} size="sm" onClick={() => setEditing(true)}>
          {examText.scegli}
        </Button>
      ) : editing ? (
        <ExamForm id_concorso={id_concorso} today={today} day={data_prova} onKeep={keep} onCancel={close} />
      ) : (
        <>
          {over ? (
            <Suspense>
              <AfterExam key={data_prova} id_concorso={id_concorso} day={data_prova} />
            </Suspense>
          ) : (
            oggi && <Pace id_concorso={id_concorso} oggi={oggi as Oggi} />
          )}
          <Button ref={button} variant="fantasma" size="sm" onClick={() => setEditing(true)}>
            {examText.cambia}
          </Button>
        </>
      )}
      <Week days={settimana as readonly Giorno[]} today={today} />
      {stato && stato.quiz_limite !== null && stato.quiz_rimasti !== null && (
        <Muted small>
          {stato.quiz_rimasti > 0 ? (
            examText.demo(stato.quiz_rimasti)
          ) : (
            <>
              {examText.demo_finita} <Link href="/premium">{examText.vedi_premium}</Link>
            </>
          )}
        </Muted>
      )}
    </Card>
  )
}

type ExamChoices = { riposo: readonly number[]; insieme: readonly number[] }

function ExamForm({
  id_concorso,
  today,
  day,
  onKeep,
  onCancel,
}: {
  id_concorso: number
  today: string
  day: string | null
  onKeep: (day: string | null, chosen: ExamChoices) => void
  onCancel: () => void
}) {
  const { list, hidden } = useSnapshot(bancheState)
  const [value, setValue] = useState(day ?? '')
  const [error, setError] = useState<string | null>(null)
  const [riposo, setRiposo] = useState<readonly number[]>(() => readStudyPlan().riposo)
  const [insieme, setInsieme] = useState<readonly number[]>(() => banksOfSameExam(id_concorso))
  const others = list.filter((b) => b.id_concorso !== id_concorso && b.n_domande > 0 && !hidden.includes(b.id_concorso))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (value === '' || value < today) setError(examText.passata)
    else onKeep(value, { riposo, insieme })
  }
  const toggle = (weekday: number) =>
    setRiposo(riposo.includes(weekday) ? riposo.filter((d) => d !== weekday) : [...riposo, weekday].slice(-MOST_OFF))
  return (
    <form ref={form} className={css.data} onSubmit={submit} noValidate>
      <Field
        label={examText.data}
        type="date"
        min={today}
        value={value}
        error={error}
        onChange={(e) => {
          const day = e.currentTarget.value
          setError(null)
          setValue(day)
          // Banks that have this day already belong to the same exam.
          const { prove } = readStudyPlan()
          const same = others.map((b) => b.id_concorso).filter((id) => prove[id] === day)
          setInsieme((chosen) => [...new Set([...chosen, ...same])])
        }}
      />
      <fieldset>
        <legend className={css.legenda}>{examText.liberi}</legend>
        <div className={css.liberi}>
          {examText.nomi.map((name, weekday) => (
            <label key={name} className={css.libero}>
              <CheckBox checked={riposo.includes(weekday)} onChange={() => toggle(weekday)} />
              <span aria-hidden="true">{examText.iniziali[weekday]}</span>
              <span className={css.detto}>{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {others.length > 0 && (
        <fieldset>
          <legend className={css.legenda}>{examText.insieme_anche}</legend>
          {others.map((b) => (
            <Checkbox
              key={b.id_concorso}
              checked={insieme.includes(b.id_concorso)}
              onChange={(e) =>
                setInsieme(
                  e.currentTarget.checked ? [...insieme, b.id_concorso] : insieme.filter((id) => id !== b.id_concorso),
                )
              }
            >
              {b.concorso}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <Row wrap>
        <Button type="submit" size="sm">
          {examText.salva}
        </Button>
        <Button variant="fantasma" size="sm" onClick={onCancel}>
          {examText.annulla}
        </Button>
        {day && (
          <Button variant="fantasma" size="sm" onClick={() => onKeep(null, { riposo, insieme })}>
            {examText.togli}
          </Button>
        )}
      </Row>
    </form>
  )
}

/** Shows the pace's coverage at the exam; changes it by more a day or some subjects first [OG3][OG4]. */
function Pace({ id_concorso, oggi }: { id_concorso: number; oggi: Oggi }) {
  const { secondi } = useSnapshot(pace)
  const { list } = useSnapshot(bancheState)
  // Use the pace of the whole exam, over every bank that it asks of.
  const { piano, mai_viste, altre } = oggi.insieme ?? { ...oggi, altre: [] }
  const { giorni, obiettivo, basta, coperta_il, alla_prova } = piano
  const [focusing, setFocusing] = useState(false)
  if (giorni === 0) return <p>{examText.oggi}</p>
  const minutes = (n: number) =>
    n * secondi < 300 ? Math.ceil((n * secondi) / 60) : 5 * Math.round((n * secondi) / 300)
  return (
    <>
      <p>
        {mai_viste === 0 ? (
          examText.tutta_vista
        ) : (
          <>
            <b>{examText.con(obiettivo)}</b>{' '}
            {basta
              ? examText.bastano(dayInWords(coperta_il ?? ''))
              : examText.non_bastano(alla_prova ?? 0, mai_viste, dayInWords(coperta_il ?? ''))}
          </>
        )}
      </p>
      {altre.length > 0 && (
        <Muted small>
          {examText.insieme(
            list.filter((b) => altre.some((a) => a.id_concorso === b.id_concorso)).map((b) => b.concorso),
          )}
        </Muted>
      )}
      <fieldset className={css.ritmi}>
        <legend className={css.detto}>{examText.ritmo}</legend>
        {oggi.ritmi.map((ritmo) => (
          <label key={ritmo.obiettivo} className={css.ritmo}>
            <input
              type="radio"
              name="ritmo"
              checked={ritmo.obiettivo === obiettivo}
              onChange={() => void setRitmo(id_concorso, ritmo.obiettivo)}
            />
            <b>{formatNumber(ritmo.obiettivo)}</b>
            {ritmo.coperta_il !== null && (
              <span>
                {ritmo.basta ? examText.entro(ritmo.coperta_il) : examText.ne_vedi(ritmo.alla_prova ?? 0, mai_viste)}
              </span>
            )}
            <span>{examText.minuti(minutes(ritmo.obiettivo))}</span>
          </label>
        ))}
      </fieldset>
      <Button size="sm" onClick={() => setFocusing(true)}>
        {focusText.bottone}
      </Button>
      {focusing && (
        <Suspense>
          <FocusDialog id_concorso={id_concorso} onClose={() => setFocusing(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Draws a circle a day, Monday first, full when something was answered. */
function Week({ days, today }: { days: readonly Giorno[]; today: string }) {
  const monday = mondayOf(today)
  const answers = new Map(days.map((d) => [d.giorno, d.risposte]))
  const studied = days.filter((d) => d.giorno >= monday && d.risposte > 0).length
  return (
    <>
      <ol className={css.settimana} aria-label={examText.settimana}>
        {examText.nomi.map((name, i) => {
          const day = addDays(monday, i)
          const n = answers.get(day) ?? 0
          return (
            <li key={name} className={cx(n > 0 && css.fatto, day === today && css.adesso)}>
              <span aria-hidden="true">{examText.iniziali[i]}</span>
              <span className={css.detto}>{examText.giorno(name, n)}</span>
            </li>
          )
        })}
      </ol>
      {studied >= FULL_WEEK && <Muted small>{examText.settimana_piena(studied)}</Muted>}
    </>
  )
}
