import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { Failure } from '#contract/result'
import { hrefBanca } from '../../app/hrefs.ts'
import { showError } from '../../app/notices.ts'
import { openStore } from '../../store/opening.ts'
import { bancaText } from '../../text/banca.ts'
import { errorMessage } from '../../text/errors.ts'
import { shellText } from '../../text/shell.ts'
import { useArrival } from '../../ui/arrival.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { VisuallyHidden } from '../../ui/base.tsx'
import { IconLibrary, IconWarn } from '../../ui/icons.ts'
import { EmptyState, SkeletonCards } from '../../ui/States.tsx'
import css from './seduta.module.css'

type Frasi = { titolo: string; caricamento: string; errore: string }

function Sola({ titolo, children }: { titolo: string; children: ReactNode }) {
  const rif = useArrival<HTMLElement>(titolo)
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
    <SkeletonCards count={4} label={frasi.caricamento} />
  </Sola>
)

/** The tab that owns the store does not answer: the sitting goes on here as soon as the store is free. */
export const Altrove = () => (
  <Sola titolo={shellText.occupato_titolo}>
    <EmptyState
      icon={<IconLibrary size={24} />}
      title={shellText.occupato_titolo}
      text={shellText.occupato_testo}
      actions={
        <Button variant="primario" onClick={() => void openStore()}>
          {shellText.occupato_azione}
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
      tone="errore"
      icon={<IconWarn size={24} />}
      title={frasi.errore}
      text={errorMessage(guasto).text}
      actions={
        <>
          {id_concorso !== null && (
            <ButtonLink variant="primario" href={hrefBanca(id_concorso)}>
              {bancaText.titolo}
            </ButtonLink>
          )}
          <ButtonLink href="/banche-dati">{bancaText.elenco}</ButtonLink>
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
    showError(problema, {
      ...(id_concorso !== null && { banca_dati: () => navigate(hrefBanca(id_concorso), { replace: true }) }),
      banche_dati: () => navigate('/banche-dati', { replace: true }),
      riprova: onRiprova,
    })
  }, [codice, id])
}
