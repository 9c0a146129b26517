import { useSnapshot } from 'valtio'
import { provaState, type TestaProva } from '../../../features/prove/prova-state.ts'
import { provaSheetText, provaText as testi } from '../../../text/prova.ts'
import { scoringLines } from '../../../text/regolamento-lines.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Row } from '../../../ui/base.tsx'
import comune from '../seduta.module.css'
import { FoglioProva } from './FoglioProva.tsx'
import css from './prova.module.css'

/** Beside the question on wide screens: the sheet, what answers are worth, delivery (mock 4). */
export function PannelloProva({
  testa,
  onScegli,
  onConsegna,
}: {
  testa: TestaProva
  onScegli: (indice: number) => void
  onConsegna: () => void
}) {
  const { n, marked: date } = useSnapshot(provaState)
  return (
    <aside className={comune.pannello} aria-label={testi.foglio}>
      <Row spread>
        <h2>{testi.foglio}</h2>
        <Muted small as="span">
          {testi.foglio_conto(date, n)}
        </Muted>
      </Row>
      <FoglioProva conFiltri={n > 40} onScegli={onScegli} />
      <Card as="div" className={css.punteggi}>
        <b>{provaSheetText.punteggi}</b>
        {scoringLines(testa.regole).map((riga) => (
          <Muted small key={riga}>
            {riga}
          </Muted>
        ))}
      </Card>
      <Button variant="primario" fullWidth onClick={onConsegna}>
        {testi.consegna}
      </Button>
    </aside>
  )
}
