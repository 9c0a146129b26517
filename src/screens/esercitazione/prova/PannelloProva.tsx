import { useSnapshot } from 'valtio'
import { prova, type TestaProva } from '../../../state/prova.ts'
import { foglioProva, prova as testi } from '../../../text/prova.ts'
import { righePunteggi } from '../../../text/righe-prova.ts'
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
  const { n, date } = useSnapshot(prova)
  return (
    <aside className={comune.pannello} aria-label={testi.foglio}>
      <Row ai_lati>
        <h2>{testi.foglio}</h2>
        <Muted piccolo come="span">
          {testi.foglio_conto(date, n)}
        </Muted>
      </Row>
      <FoglioProva conFiltri={n > 40} onScegli={onScegli} />
      <Card come="div" className={css.punteggi}>
        <b>{foglioProva.punteggi}</b>
        {righePunteggi(testa.regole).map((riga) => (
          <Muted piccolo key={riga}>
            {riga}
          </Muted>
        ))}
      </Card>
      <Button variante="primario" pieno onClick={onConsegna}>
        {testi.consegna}
      </Button>
    </aside>
  )
}
