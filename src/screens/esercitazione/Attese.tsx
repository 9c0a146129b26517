import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { Failure } from '#contract/result'
import { openArchivio } from '../../state/archivio.ts'
import { showGuasto } from '../../state/avvisi.ts'
import { hrefBanca } from '../../state/indirizzi.ts'
import { banca } from '../../text/banca.ts'
import { fraseErrore } from '../../text/errori.ts'
import { guscio } from '../../text/guscio.ts'
import { useArrivo } from '../../ui/arrivo.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { VisuallyHidden } from '../../ui/base.tsx'
import { IconLibrary, IconWarn } from '../../ui/icone.ts'
import { EmptyState, SkeletonCards } from '../../ui/Stati.tsx'
import css from './seduta.module.css'

type Frasi = { titolo: string; caricamento: string; errore: string }

function Sola({ titolo, children }: { titolo: string; children: ReactNode }) {
  const rif = useArrivo<HTMLElement>(titolo)
  return (
    <main className={css.sola} tabIndex={-1} ref={rif}>
      {children}
    </main>
  )
}

const Titolo = ({ titolo }: { titolo: string }) => (
  <VisuallyHidden>
    <h1>{titolo}</h1>
  </VisuallyHidden>
)

/** A sitting or a trial on its way from the store. */
export const Attesa = ({ frasi }: { frasi: Frasi }) => (
  <Sola titolo={frasi.titolo}>
    <Titolo titolo={frasi.titolo} />
    <SkeletonCards quante={4} etichetta={frasi.caricamento} />
  </Sola>
)

/** The tab that owns the store does not answer: the sitting goes on here as soon as the store is free. */
export const Altrove = () => (
  <Sola titolo={guscio.occupato_titolo}>
    <EmptyState
      icona={<IconLibrary size={24} />}
      titolo={guscio.occupato_titolo}
      testo={guscio.occupato_testo}
      azioni={
        <Button variante="primario" onClick={() => void openArchivio()}>
          {guscio.occupato_azione}
        </Button>
      }
    />
  </Sola>
)

/** Why it cannot be shown, and the ways out. */
export const Guastata = ({
  frasi,
  guasto,
  id_concorso,
}: {
  frasi: Frasi
  guasto: Failure
  id_concorso: number | null
}) => (
  <Sola titolo={frasi.titolo}>
    <Titolo titolo={frasi.titolo} />
    <EmptyState
      tono="errore"
      icona={<IconWarn size={24} />}
      titolo={frasi.errore}
      testo={fraseErrore(guasto).testo}
      azioni={
        <>
          {id_concorso !== null && (
            <ButtonLink variante="primario" href={hrefBanca(id_concorso)}>
              {banca.titolo}
            </ButtonLink>
          )}
          <ButtonLink href="/banche-dati">{banca.elenco}</ButtonLink>
        </>
      }
    />
  </Sola>
)

/** Tells a failure in the dialog, each once, with the ways out of the address `id`. */
export function useGuasto(
  problema: Failure | null,
  { id, id_concorso, onRiprova }: { id: string; id_concorso: number | null; onRiprova: () => void },
): void {
  const [, navigate] = useLocation()
  const codice = problema?.codice
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is told once
  useEffect(() => {
    if (!problema) return
    showGuasto(problema, {
      ...(id_concorso !== null && { banca_dati: () => navigate(hrefBanca(id_concorso), { replace: true }) }),
      banche_dati: () => navigate('/banche-dati', { replace: true }),
      riprova: onRiprova,
    })
  }, [codice, id])
}
