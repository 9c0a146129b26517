import { provaSheetText, provaText as testi } from '../../../text/prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { ProvaSheet } from './ProvaSheet.tsx'

/** The sheet as it rises on a phone, with the delivery under it (mock 4b). */
export const DeliverySheet = ({
  isFree,
  onSelect,
  onDeliver,
}: {
  /** Places can be jumped to. */
  isFree: boolean
  onSelect: (indice: number) => void
  onDeliver: () => void
}) => (
  <>
    <ProvaSheet withFilters onSelect={onSelect} />
    {!isFree && <Muted small>{provaSheetText.solo_avanti}</Muted>}
    <Button variant="primario" fullWidth size="lg" onClick={onDeliver}>
      {testi.consegna}
    </Button>
  </>
)
