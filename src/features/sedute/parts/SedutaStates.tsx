import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { Failure } from '#contract/result'
import { FailureState } from '../../../components/ErrorState.tsx'
import { StoreBusy } from '../../../components/StoreBusy.tsx'
import css from '../../../components/seduta/seduta.module.css'
import { hrefBanca } from '../../../domain/hrefs.ts'
import { showError } from '../../../session/notices.ts'
import { bancaText } from '../../../text/banca.ts'
import { openSeduteText } from '../../../text/open-sedute.ts'
import { shellText } from '../../../text/shell.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { IconPlay } from '../../../ui/icons.ts'
import { EmptyState, SkeletonCards } from '../../../ui/States.tsx'

export type StateTexts = { titolo: string; caricamento: string; errore: string }

function OnlyMain({ titolo: title, children }: { titolo: string; children: ReactNode }) {
  const ref = useArrival<HTMLElement>(title)
  return (
    <main className={css.sola} tabIndex={-1} ref={ref}>
      {children}
    </main>
  )
}

const HiddenTitle = ({ titolo: title }: { titolo: string }) => (
  <VisuallyHidden>
    <h1>{title}</h1>
  </VisuallyHidden>
)

/** Placeholder of a sitting or a trial that loads from the store. */
export const SedutaLoading = ({ texts }: { texts: StateTexts }) => (
  <OnlyMain titolo={texts.titolo}>
    <HiddenTitle titolo={texts.titolo} />
    <SkeletonCards count={4} label={texts.caricamento} />
  </OnlyMain>
)

/** State while the tab that owns the store gives no result; the sitting goes on here once it is free. */
export const SedutaElsewhere = () => (
  <OnlyMain titolo={shellText.occupato_titolo}>
    <StoreBusy />
  </OnlyMain>
)

/** State of a sitting that goes on on another device, with the work done here; the person can take it back. */
export const SedutaGoesOn = ({ texts, onTake }: { texts: StateTexts; onTake: () => void }) => (
  <OnlyMain titolo={texts.titolo}>
    <HiddenTitle titolo={texts.titolo} />
    <EmptyState
      icon={<IconPlay size={24} />}
      title={openSeduteText.altrove_titolo}
      text={openSeduteText.altrove_testo}
      actions={
        <>
          <Button variant="primario" onClick={onTake}>
            {openSeduteText.altrove_azione}
          </Button>
          <ButtonLink href="/">{shellText.home}</ButtonLink>
        </>
      }
    />
  </OnlyMain>
)

/** Reason why the sitting cannot be shown, and the ways out. */
export const SedutaError = ({
  texts,
  error,
  id_concorso,
}: {
  texts: StateTexts
  error: Failure
  id_concorso: number | null
}) => (
  <OnlyMain titolo={texts.titolo}>
    <HiddenTitle titolo={texts.titolo} />
    <FailureState title={texts.errore} error={error}>
      {id_concorso !== null && (
        <ButtonLink variant="primario" href={hrefBanca(id_concorso)}>
          {bancaText.titolo}
        </ButtonLink>
      )}
      <ButtonLink href="/banche-dati">{bancaText.elenco}</ButtonLink>
    </FailureState>
  </OnlyMain>
)

/** Shows a failure in the dialog, each once, with the ways out of the address `id`. */
export function useOpeningError(
  problem: Failure | null,
  { id, id_concorso, onRetry }: { id: string; id_concorso: number | null; onRetry: () => void },
): void {
  const [, navigate] = useLocation()
  const codice = problem?.codice
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is shown once
  useEffect(() => {
    if (!problem) return
    showError(problem, {
      ...(id_concorso !== null && { banca_dati: () => navigate(hrefBanca(id_concorso), { replace: true }) }),
      banche_dati: () => navigate('/banche-dati', { replace: true }),
      riprova: onRetry,
    })
  }, [codice, id])
}
