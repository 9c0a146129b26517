import { type FormEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Giorno, Oggi } from '#contract/database'
import { addDays, italianDay, mondayOf } from '#rules/italian-day'
import { coveredOn, MASSIMO_AL_GIORNO } from '#rules/oggi'
import { livelloState } from '../../session/livello.ts'
import { formatNumber } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/Field.tsx'
import css from './home.module.css'
import { oggiState, setExamDay } from './oggi-state.ts'
import { dayInWords, examText } from './text.ts'

/** The exam of the bank in front: days left, the pace that covers it, the week, and what a demo account has left (D9). */
export function ExamCard({ id_concorso }: { id_concorso: number }) {
  const { oggi, data_prova, settimana } = useSnapshot(oggiState)
  const { stato } = useSnapshot(livelloState)
  const [editing, setEditing] = useState(false)
  const today = italianDay(Date.now())
  const keep = (day: string | null) => {
    setEditing(false)
    void setExamDay(id_concorso, day)
  }
  return (
    <Card className={css.piano} aria-labelledby="prova">
      <div>
        <h2 id="prova">{data_prova || editing ? examText.titolo : examText.chiedi}</h2>
        <Muted small>{data_prova && !editing ? dayInWords(data_prova) : examText.chiedi_testo}</Muted>
      </div>
      {data_prova === null || editing ? (
        <ExamForm today={today} day={data_prova} onKeep={keep} onCancel={editing ? () => setEditing(false) : null} />
      ) : (
        <>
          {oggi && <Pace oggi={oggi as Oggi} today={today} />}
          <Button variant="fantasma" size="sm" onClick={() => setEditing(true)}>
            {examText.cambia}
          </Button>
        </>
      )}
      <Week days={settimana as readonly Giorno[]} today={today} />
      {stato && stato.quiz_limite !== null && stato.quiz_rimasti !== null && (
        <Muted small>{examText.demo(stato.quiz_rimasti, stato.quiz_limite)}</Muted>
      )}
    </Card>
  )
}

function ExamForm({
  today,
  day,
  onKeep,
  onCancel,
}: {
  today: string
  day: string | null
  onKeep: (day: string | null) => void
  onCancel: (() => void) | null
}) {
  const [value, setValue] = useState(day ?? '')
  const [error, setError] = useState<string | null>(null)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (value === '' || value < today) setError(examText.passata)
    else onKeep(value)
  }
  return (
    <form className={css.data} onSubmit={submit} noValidate>
      <Field
        label={examText.data}
        type="date"
        min={today}
        value={value}
        error={error}
        onChange={(e) => {
          setError(null)
          setValue(e.currentTarget.value)
        }}
      />
      <Row wrap>
        <Button type="submit" size="sm">
          {examText.salva}
        </Button>
        {onCancel && (
          <Button variant="fantasma" size="sm" onClick={onCancel}>
            {examText.annulla}
          </Button>
        )}
        {day && (
          <Button variant="fantasma" size="sm" onClick={() => onKeep(null)}>
            {examText.togli}
          </Button>
        )}
      </Row>
    </form>
  )
}

/** Days left and the questions a day that suffice; where no pace does, the ways out instead of a number nobody can keep. */
function Pace({ oggi, today }: { oggi: Oggi; today: string }) {
  const { giorni, al_giorno, basta } = oggi.piano
  if (giorni === 0) return <p>{examText.oggi}</p>
  const covered = coveredOn(oggi.mai_viste, MASSIMO_AL_GIORNO, today)
  return (
    <>
      <p className={css.quanti}>
        <b>{formatNumber(giorni ?? 0)}</b>
        <span>
          {examText.giorni(giorni ?? 0)}.{' '}
          {!basta ? (
            examText.non_basta(al_giorno)
          ) : al_giorno === 0 ? (
            examText.tutta_vista
          ) : (
            <>
              {examText.bastano} <strong>{examText.al_giorno(al_giorno)}</strong>
            </>
          )}
        </span>
      </p>
      {!basta && (
        <div>
          <Muted small>{examText.vie}</Muted>
          <ul className={css.vie}>
            <li>{examText.via_materie}</li>
            {covered && <li>{examText.via_ritmo(MASSIMO_AL_GIORNO, dayInWords(covered))}</li>}
            <li>{examText.via_data}</li>
          </ul>
        </div>
      )}
    </>
  )
}

/** A circle a day, Monday first: full when something was answered. */
function Week({ days, today }: { days: readonly Giorno[]; today: string }) {
  const monday = mondayOf(today)
  const answers = new Map(days.map((d) => [d.giorno, d.risposte]))
  return (
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
  )
}
