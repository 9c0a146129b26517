import { proxy, useSnapshot } from 'valtio'
import { COSE, type Cosa, formatCose, parseCose } from '#rules/vigilia'
import { extraTime } from '../../domain/extra-time.ts'
import { keepPlan, settings } from '../../domain/settings.ts'
import { readStudyPlan } from '../../domain/study-plan.ts'
import { vigiliaText as texts } from '../../text/vigilia.ts'
import { Muted } from '../../ui/base.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import css from './vigilia.module.css'

const readTicks = (id_concorso: number, day: string): Cosa[] =>
  parseCose(readStudyPlan().vigilie[id_concorso] ?? '', day)

/** Grows with each tick: the card and the instructions show one list. */
const ticks = proxy({ made: 0 })

/** The things to prepare for an exam. Ticks belong to the account and to the day: another exam begins without any [FG7]. */
export function Cose({ id_concorso, day }: { id_concorso: number; day: string | null }) {
  useSnapshot(settings)
  const { percent } = useSnapshot(extraTime)
  useSnapshot(ticks)
  const ticked = day === null ? [] : readTicks(id_concorso, day)
  const tick = (cosa: Cosa, day: string) => {
    // Read afresh: the other list may have been ticked since the last drawing.
    const now = readTicks(id_concorso, day)
    const next = now.includes(cosa) ? now.filter((c) => c !== cosa) : [...now, cosa]
    void keepPlan('vigilie', id_concorso, next.length === 0 ? null : formatCose(day, next))
    ticks.made++
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
