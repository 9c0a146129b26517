import type { ProvaSummary } from '#contract/prova'
import { TrendChart } from '../../../components/TrendChart.tsx'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { historyText } from '../../../text/storia.ts'
import { Card, Chip, Muted, Row } from '../../../ui/base.tsx'
import css from './risultati.module.css'

/** Trials under which a mean says nothing. */
const FEW = 3
const share = ({ punti, massimo: max }: ProvaSummary) => (max > 0 ? (100 * punti) / max : 0)

/** The trend of the last trials, and the mean of the last five [SI3][SI4]; `soglia`, 0 to 100, is this trial's. */
export function ScoreHistory({ storia, soglia }: { storia: readonly ProvaSummary[]; soglia: number | null }) {
  const lastFive = storia.slice(0, 5)
  const media = Math.round(lastFive.reduce((s, p) => s + share(p), 0) / Math.max(1, lastFive.length))
  return (
    <Card aria-labelledby="storia" className={css.storia}>
      <Row spread wrap>
        <h2 id="storia">{testi.storia}</h2>
        {lastFive.length >= FEW && <Chip>{testi.storia_media(lastFive.length, media)}</Chip>}
      </Row>
      <Muted small>{testi.storia_nota}</Muted>
      <TrendChart
        title={testi.storia}
        soglia={soglia === null ? null : { percent: soglia, name: testi.storia_soglia }}
        columns={[testi.storia_giorno, testi.storia_punti, testi.storia_esito]}
        points={[...storia].reverse().map((p) => ({
          id: p.id,
          name: testi.giorno(p.consegnata),
          short: historyText.giorno(p.consegnata),
          percent: share(p),
          spoken: historyText.voce(p.punti, p.massimo),
          esito:
            p.superata === null ? historyText.esiti.senza : p.superata ? historyText.esiti.si : historyText.esiti.no,
        }))}
      />
    </Card>
  )
}
