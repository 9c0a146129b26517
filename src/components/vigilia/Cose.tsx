import { useSnapshot } from 'valtio'
import { COSE, type Cosa, formatCose, parseCose } from '#rules/vigilia'
import { extraTime } from '../../domain/extra-time.ts'
import { keepPlan, settings } from '../../domain/settings.ts'
import { readStudyPlan } from '../../domain/study-plan.ts'
import { vigiliaText as texts } from '../../text/vigilia.ts'
import { Muted } from '../../ui/base.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import css from './vigilia.module.css'

/**
 * Lists the things to prepare for an exam. Ticks belong to the account and to the day, so that another exam begins without any
 * [FG7].
 */
export function Cose({ id_concorso, day }: { id_concorso: number; day: string | null }) {
  useSnapshot(settings)
  const { percent } = useSnapshot(extraTime)
  const ticked = day === null ? [] : parseCose(readStudyPlan().vigilie[id_concorso] ?? '', day)
  const tick = (cosa: Cosa, day: string) => {
    const next = ticked.includes(cosa) ? ticked.filter((c) => c !== cosa) : [...ticked, cosa]
    void keepPlan('vigilie', id_concorso, next.length === 0 ? null : formatCose(day, next))
  }
  return (
    <>
      <ul className={css.cose}>
        {COSE.filter((cosa) => cosa !== 'tempo' || percent > 0).map((cosa) => {
          const [name, more] = texts.cose[cosa]
          const said = (
            <>
              <b>{name}</b>
              <Muted small as="span">
                {more}
              </Muted>
            </>
          )
          return (
            <li key={cosa}>
              {day === null ? (
                <p>{said}</p>
              ) : (
                <Checkbox checked={ticked.includes(cosa)} onChange={() => tick(cosa, day)}>
                  <span className={css.cosa}>{said}</span>
                </Checkbox>
              )}
            </li>
          )
        })}
      </ul>
      {day === null && <Muted small>{texts.senza_data}</Muted>}
    </>
  )
}
