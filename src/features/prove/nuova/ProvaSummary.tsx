import type { ReactNode } from 'react'
import { withTempoAggiuntivo } from '#rules/regolamento/duration'
import { ActionBar } from '../../../ui/ActionBar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { IconPlay, IconSaved } from '../../../ui/icons.ts'
import { nuovaProvaText as testi } from '../nuova-text.ts'
import { type FormState, readTime } from './form-state.ts'
import css from './nuova.module.css'

/** Bar with the number of questions, the time and the start. */
export function ProvaSummary({
  form,
  total,
  percent: percento,
  busy,
  onStart,
  onSaved,
  children,
}: {
  form: FormState
  total: number
  /** Extra time of the profile. */
  percent: number
  busy: boolean
  onStart: () => void
  onSaved: () => void
  /** Messages of the problems. */
  children: ReactNode
}) {
  const ms = readTime(form)
  const isValid = ms !== null && ms > 0
  const whole = isValid ? withTempoAggiuntivo(ms, percento) : 0
  return (
    <ActionBar
      label={testi.la_tua}
      title={total === 0 ? testi.nessuna : testi.totale(total)}
      notes={
        <>
          {isValid && <Muted small>{percento > 0 ? testi.con_extra(whole, percento) : testi.durata(whole)}</Muted>}
          {isValid && total > 0 && (
            <Muted small className={css.largo}>
              {testi.per_domanda(whole / total)}
            </Muted>
          )}
        </>
      }
    >
      <Button variant="primario" size="lg" icon={<IconPlay size={20} />} busy={busy} onClick={onStart}>
        {testi.inizia}
      </Button>
      <div className={css.sotto}>{children}</div>
      <div className={css.salva}>
        <Button size="sm" fullWidth icon={<IconSaved size={16} />} onClick={onSaved}>
          {testi.modelli}
        </Button>
      </div>
    </ActionBar>
  )
}
