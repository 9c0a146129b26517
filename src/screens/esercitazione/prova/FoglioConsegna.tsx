import { provaSheetText, provaText as testi } from '../../../text/prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { FoglioProva } from './FoglioProva.tsx'

/** The sheet as it rises on a phone, with the delivery under it (mock 4b). */
export const FoglioConsegna = ({
  libera,
  onScegli,
  onConsegna,
}: {
  /** Places can be jumped to. */
  libera: boolean
  onScegli: (indice: number) => void
  onConsegna: () => void
}) => (
  <>
    <FoglioProva conFiltri onScegli={onScegli} />
    {!libera && <Muted small>{provaSheetText.solo_avanti}</Muted>}
    <Button variant="primario" fullWidth size="lg" onClick={onConsegna}>
      {testi.consegna}
    </Button>
  </>
)
