import { useSnapshot } from 'valtio'
import css from './Occupato.module.css'
import { archivio, openArchivio } from './state/archivio.ts'
import { guscio } from './text/guscio.ts'
import { useArrivo } from './ui/arrivo.ts'
import { Button } from './ui/Button.tsx'
import { IconLibrary } from './ui/icone.ts'
import { Logo } from './ui/Logo.tsx'
import { EmptyState } from './ui/Stati.tsx'

/** The tab that owns the store does not answer (reliability §0.4): say so. The page goes on by itself when the store is free. */
export function Occupato() {
  const { stato } = useSnapshot(archivio)
  const rif = useArrivo<HTMLElement>(guscio.occupato_titolo)
  return (
    <main className={css.pagina} tabIndex={-1} ref={rif}>
      <Logo grande />
      <EmptyState
        icona={<IconLibrary size={24} />}
        titolo={guscio.occupato_titolo}
        testo={guscio.occupato_testo}
        azioni={
          <Button variante="primario" inCorso={stato === 'in_apertura'} onClick={() => void openArchivio()}>
            {guscio.occupato_azione}
          </Button>
        }
      />
    </main>
  )
}
