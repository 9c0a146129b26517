import { useSnapshot } from 'valtio'
import { provaSheetText, provaText as testi } from '../../../text/prova.ts'
import { scoringLines } from '../../../text/regolamento-lines.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Row } from '../../../ui/base.tsx'
import comune from '../../sedute/parts/seduta.module.css'
import { provaState, type TestaProva } from '../prova-state.ts'
import { ProvaSheet } from './ProvaSheet.tsx'
import css from './prova.module.css'

/** Beside the question on wide screens: the sheet, what answers are worth, delivery (mock 4). */
export function ProvaPanel({
  head,
  onSelect,
  onDeliver,
}: {
  head: TestaProva
  onSelect: (indice: number) => void
  onDeliver: () => void
}) {
  const { n, marked } = useSnapshot(provaState)
  return (
    <aside className={comune.pannello} aria-label={testi.foglio}>
      <Row spread>
        <h2>{testi.foglio}</h2>
        <Muted small as="span">
          {testi.foglio_conto(marked, n)}
        </Muted>
      </Row>
      <ProvaSheet withFilters={n > 40} onSelect={onSelect} />
      <Card as="div" className={css.punteggi}>
        <b>{provaSheetText.punteggi}</b>
        {scoringLines(head.regole).map((row) => (
          <Muted small key={row}>
            {row}
          </Muted>
        ))}
      </Card>
      <Button variant="primario" fullWidth onClick={onDeliver}>
        {testi.consegna}
      </Button>
    </aside>
  )
}
