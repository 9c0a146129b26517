import { type Calibration, MIN_TRIES, ownRate, SICUREZZE, type Tries } from '#rules/coach'
import { coachText as texts } from '../../text/coach.ts'
import { Muted } from '../../ui/base.tsx'
import { Facts } from '../../ui/CardHead.tsx'
import css from './dopo.module.css'

/** Share of right answers from which answering pays [CB1]; `options` counts those of a question, null where they differ. */
export function BreakEvenLine({ shares, options }: { shares: readonly (number | null)[]; options: number | null }) {
  const known = shares.filter((s) => s !== null)
  const [only] = known
  if (only === undefined) return null
  if (known.length > 1) return <p>{texts.difficolta(known.map(texts.quota))}</p>
  return <p>{only === 0 ? texts.sempre : texts.da(only, options)}</p>
}

/** Results of the person by stated confidence and by options struck out, with the advice of these rules [CB3]. */
export function OwnRates({ calibration, share }: { calibration: Calibration; share: number | null }) {
  const rows = [
    ...SICUREZZE.map((said) => [texts.detto(said), calibration.sicurezza[said]] as const),
    ...calibration.escluse.slice(1).map((tries, i) => [texts.escluse(i + 1), tries] as const),
  ].filter(([, { risposte }]) => risposte > 0)
  if (rows.length === 0) return <Muted small>{texts.nessuna}</Muted>
  return (
    <div>
      <h3 className={css.tue}>{texts.tue}</h3>
      <Facts className={css.quote} rows={rows.map(([name, tries]) => [name, told(tries, share)])} />
    </div>
  )
}

function told(tries: Tries, share: number | null): string {
  const rate = ownRate(tries)
  if (rate === null) return texts.mancano(MIN_TRIES - tries.risposte)
  const advice = share === null ? [] : [rate >= share ? texts.rispondi : texts.lascia]
  return [texts.riga(rate, tries.risposte), ...advice].join(': ')
}
