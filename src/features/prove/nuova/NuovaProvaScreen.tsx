import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import type { BancaLocale } from '#contract/database'
import type { Failure } from '#contract/result'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { bancheState, loadBanche } from '../../../domain/banche-state.ts'
import { hrefBanca, readRaccolta } from '../../../domain/hrefs.ts'
import { bancaText as testiBanca } from '../../../text/banca.ts'
import { bancheText as testiBanche } from '../../../text/banche.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { IconWarn } from '../../../ui/icons.ts'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState, SkeletonCards } from '../../../ui/States.tsx'
import { nuovaProvaText as testi } from '../nuova-text.ts'
import { ProvaForm } from './ProvaForm.tsx'

/** Screen `/esercitazione/prova-personalizzata?id_concorso=N` composes a custom trial of a bank [SC16][CT1]. */
export default function NuovaProvaScreen() {
  const id_concorso = readRaccolta(new URLSearchParams(useSearch())) || null
  const { list, fase, error } = useSnapshot(bancheState)
  useEffect(() => void loadBanche(), [])
  const banca = (list as BancaLocale[]).find((b) => b.id_concorso === id_concorso)
  const back = id_concorso === null ? '/banche-dati' : hrefBanca(id_concorso)
  if (banca && banca.n_domande > 0)
    return (
      <Page title={testi.titolo} back={back} above={<Muted small>{banca.concorso}</Muted>}>
        <ProvaForm key={banca.id_concorso} banca={banca} />
      </Page>
    )
  return (
    <Page title={testi.titolo} back={back}>
      {fase === 'guasto' ? (
        <ErrorState title={testiBanche.errore} error={error as Failure | null} onRetry={() => void loadBanche()} />
      ) : fase === 'pronte' ? (
        <EmptyState
          icon={<IconWarn size={24} />}
          title={testi.errore}
          text={testiBanca.non_scaricata_titolo}
          actions={
            <ButtonLink variant="primario" href={back}>
              {testiBanca.titolo}
            </ButtonLink>
          }
        />
      ) : (
        <SkeletonCards />
      )}
    </Page>
  )
}
