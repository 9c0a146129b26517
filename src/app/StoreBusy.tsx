import { useSnapshot } from 'valtio'
import { openStore, store } from '../store/opening.ts'
import { shellText } from '../text/shell.ts'
import { useArrival } from '../ui/arrival.ts'
import { Button } from '../ui/Button.tsx'
import { IconLibrary } from '../ui/icons.ts'
import { Logo } from '../ui/Logo.tsx'
import { EmptyState } from '../ui/States.tsx'
import css from './StoreBusy.module.css'

/** The tab that owns the store does not answer (decision 0020): say so. The page goes on by itself when the store is free. */
export function StoreBusy() {
  const { stato } = useSnapshot(store)
  const ref = useArrival<HTMLElement>(shellText.occupato_titolo)
  return (
    <main className={css.pagina} tabIndex={-1} ref={ref}>
      <Logo large />
      <EmptyState
        icon={<IconLibrary size={24} />}
        title={shellText.occupato_titolo}
        text={shellText.occupato_testo}
        actions={
          <Button variant="primario" busy={stato === 'in_apertura'} onClick={() => void openStore()}>
            {shellText.occupato_azione}
          </Button>
        }
      />
    </main>
  )
}
