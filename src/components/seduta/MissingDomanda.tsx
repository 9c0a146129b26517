import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { IconForward, IconLibrary } from '../../ui/icons.ts'
import { EmptyState } from '../../ui/States.tsx'

/** Notice at a place whose bank was removed from the device, with the way on. */
export const MissingDomanda = ({ onNext }: { onNext: () => void }) => (
  <EmptyState
    icon={<IconLibrary size={24} />}
    title={testi.assente_titolo}
    text={testi.assente_testo}
    actions={
      <>
        <Button variant="primario" icon={<IconForward size={20} />} onClick={onNext}>
          {testi.assente_avanti}
        </Button>
        <ButtonLink href="/banche-dati">{testi.assente_banche}</ButtonLink>
      </>
    }
  />
)
