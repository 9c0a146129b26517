import { esercitazione as testi } from '../../text/esercitazione.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { IconForward, IconLibrary } from '../../ui/icone.ts'
import { EmptyState } from '../../ui/Stati.tsx'

/** A place whose bank was removed from the device: said kindly, and the sitting goes on. */
export const Assente = ({ onAvanti }: { onAvanti: () => void }) => (
  <EmptyState
    icona={<IconLibrary size={24} />}
    titolo={testi.assente_titolo}
    testo={testi.assente_testo}
    azioni={
      <>
        <Button variante="primario" icona={<IconForward size={20} />} onClick={onAvanti}>
          {testi.assente_avanti}
        </Button>
        <ButtonLink href="/banche-dati">{testi.assente_banche}</ButtonLink>
      </>
    }
  />
)
