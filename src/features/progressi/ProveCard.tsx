import type { ReactNode } from 'react'
import type { ProvaSummary } from '#contract/prova'
import { TrendChart } from '../../components/TrendChart.tsx'
import { risultatiText } from '../../text/risultati.ts'
import { historyText } from '../../text/storia.ts'
import { Card, Chip, Muted, Row } from '../../ui/base.tsx'
import { progressiText as texts } from './text.ts'

const LAST = 5
/** Fewest trials with a meaningful mean. */
const FEW = 3
const share = (points: number, { massimo }: ProvaSummary) => (massimo > 0 ? (100 * points) / massimo : 0)

/** Trials on one scale, the share of the best score, each with its own threshold [SI3] [SI4]. `prove` has the newest first. */
export function ProveCard({
  prove,
  title = texts.prove,
  className,
  children,
}: {
  prove: readonly ProvaSummary[]
  title?: string
  className?: string | undefined
  /** Next step, shown under the chart. */
  children?: ReactNode
}) {
  const last = prove.slice(0, LAST)
  const mean = last.reduce((sum, p) => sum + share(p.punti, p), 0) / Math.max(1, last.length)
  return (
    <Card className={className} aria-labelledby="prove-andamento">
      <Row spread wrap>
        <h2 id="prove-andamento">{title}</h2>
        {last.length >= FEW && <Chip>{texts.prove_media(last.length, Math.round(mean))}</Chip>}
      </Row>
      <Muted small>{texts.prove_sotto}</Muted>
      <TrendChart
        title={title}
        columns={texts.prove_colonne}
        points={[...prove].reverse().map((p) => ({
          id: p.id,
          name: texts.prove_voce(p.nome, risultatiText.giorno(p.consegnata)),
          short: historyText.giorno(p.consegnata),
          percent: share(p.punti, p),
          soglia: p.soglia === null ? null : share(p.soglia, p),
          spoken: historyText.voce(p.punti, p.massimo),
          esito: p.soglia === null ? texts.senza_soglia : historyText.voce(p.soglia, p.massimo),
        }))}
      />
      {children}
    </Card>
  )
}
