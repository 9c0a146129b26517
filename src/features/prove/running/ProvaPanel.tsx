import { useSnapshot } from 'valtio'
import { SidePanel } from '../../../components/seduta/SidePanel.tsx'
import { sheetText } from '../../../text/foglio.ts'
import { provaSheetText, provaText as testi } from '../../../text/prova.ts'
import { scoringLines } from '../../../text/regolamento-lines.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted } from '../../../ui/base.tsx'
import { provaState, type TestaProva } from '../prova-state.ts'
import { ProvaSheet } from './ProvaSheet.tsx'
import css from './prova.module.css'

type Props = { head: TestaProva; onSelect: (indice: number) => void; onDeliver: () => void }

/** The sheet of a trial, what answers are worth, delivery (mock 4). */
export function ProvaPanel({ head, onSelect, onDeliver }: Props) {
  const { n, marked } = useSnapshot(provaState)
  return (
    <SidePanel title={sheetText.titolo(head.foglio)} count={testi.foglio_conto(marked, n)}>
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
    </SidePanel>
  )
}
