import { spokenTime } from '../../../text/formats.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { Card } from '../../../ui/base.tsx'
import { Facts } from '../../../ui/CardHead.tsx'
import { countChanges, type MarkedPlace, meanTime } from './analysis.ts'
import css from './risultati.module.css'

/** Time on a question, answers that changed, right answers that may have been luck. */
export function HowItWent({ places }: { places: readonly MarkedPlace[] }) {
  if (places.length === 0) return null
  const media = meanTime(places)
  const lunga = places.reduce((a, b) => (b.voce.ms > a.voce.ms ? b : a))
  const { cambiate: changed, peggiorate: worsened, migliorate: improved, note } = countChanges(places)
  const rows: [string, string][] = [
    [testi.tempo_medio, spokenTime(media)],
    ...(lunga.voce.ms > 0
      ? [[testi.tempo_piu, testi.tempo_piu_valore(lunga.voce.ms, lunga.indice + 1)] as [string, string]]
      : []),
    [testi.cambiate, note ? testi.cambiate_valore(changed, worsened, improved) : testi.cambiate_solo(changed)],
    [testi.fortunate, testi.fortunate_valore(places.filter((p) => p.fortunata).length)],
  ]
  return (
    <Card aria-labelledby="come-risposto">
      <h2 id="come-risposto">{testi.come}</h2>
      <Facts className={css.come} rows={rows} />
    </Card>
  )
}
