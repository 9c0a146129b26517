import { type FormEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { keepPlan, settings } from '../../domain/settings.ts'
import { formatOutcome, NOT_TOLD, readOutcome } from '../../domain/study-plan.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted, Row } from '../../ui/base.tsx'
import { Field } from '../../ui/Field.tsx'
import css from './home.module.css'
import { outcomeText as texts } from './text.ts'

/** Parses «23,5» into thousandths; null for a text that is no score. */
const readPoints = (text: string): number | null =>
  /^-?\d{1,3}(?:[,.]\d{1,3})?$/.test(text.trim()) ? Math.round(1000 * Number(text.trim().replace(',', '.'))) : null

/** Asks once for the score after the exam. The score stays among the person's own settings and feeds nothing. */
export default function AfterExam({ id_concorso, day }: { id_concorso: number; day: string }) {
  useSnapshot(settings)
  const [correcting, setCorrecting] = useState(false)
  const [value, setValue] = useState('')
  const [error, setError] = useState<string | null>(null)
  const told = readOutcome(id_concorso, day)
  const keep = (outcome: number | typeof NOT_TOLD) => {
    void keepPlan('esiti', id_concorso, formatOutcome(day, outcome))
    setCorrecting(false)
  }
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const points = readPoints(value)
    if (points === null) setError(texts.errore)
    else keep(points)
  }
  if (told !== null && !correcting)
    return (
      <>
        <p role="status">{told === NOT_TOLD ? texts.dopo : <b>{texts.preso(told)}</b>}</p>
        <Button variant="fantasma" size="sm" onClick={() => setCorrecting(true)}>
          {texts.correggi}
        </Button>
      </>
    )
  return (
    <form className={css.data} onSubmit={submit} noValidate>
      <div>
        <h3>{texts.titolo}</h3>
        <Muted small>{texts.testo}</Muted>
      </div>
      <Field
        label={texts.punteggio}
        inputMode="decimal"
        maxLength={8}
        value={value}
        error={error}
        onChange={(e) => {
          setError(null)
          setValue(e.currentTarget.value)
        }}
      />
      <Row wrap>
        <Button type="submit" size="sm">
          {texts.salva}
        </Button>
        <Button variant="fantasma" size="sm" onClick={() => keep(NOT_TOLD)}>
          {texts.no}
        </Button>
      </Row>
    </form>
  )
}
