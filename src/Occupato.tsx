import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import css from './Occupato.module.css'
import { archivio, openArchivio, waitLibero } from './state/archivio.ts'
import { loadBanche } from './state/banche.ts'
import { guscio } from './text/guscio.ts'
import { useArrivo } from './ui/arrivo.ts'
import { Button } from './ui/Button.tsx'
import { IconLibrary } from './ui/icone.ts'
import { Logo } from './ui/Logo.tsx'
import { EmptyState } from './ui/Stati.tsx'

/** Another tab owns the store (reliability §0.4): say so, and take it over when asked or when that tab is gone. */
export function Occupato() {
  const { in_attesa, stato } = useSnapshot(archivio)
  const rif = useArrivo<HTMLElement>(guscio.occupato_titolo)
  // A tab that was asked to give the store up does not want it back by itself: the one that asked could not get it.
  useEffect(() => {
    if (stato !== 'occupato') return
    const fine = new AbortController()
    const take = async () => {
      // The browser may still be giving the lock back, or another tab may be quicker: then it is waited for again.
      while (await waitLibero(fine.signal)) if ((await openArchivio()).ok) return
    }
    void take()
    return () => fine.abort()
  }, [stato])
  return (
    <main className={css.pagina} tabIndex={-1} ref={rif}>
      <Logo grande />
      <EmptyState
        icona={<IconLibrary size={24} />}
        titolo={guscio.occupato_titolo}
        testo={guscio.occupato_testo}
        azioni={
          <Button
            variante="primario"
            inCorso={in_attesa}
            onClick={async () => {
              if ((await openArchivio({ prendi: true })).ok) await loadBanche()
            }}
          >
            {in_attesa ? guscio.occupato_attesa : guscio.occupato_azione}
          </Button>
        }
      />
    </main>
  )
}
