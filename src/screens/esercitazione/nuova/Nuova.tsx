import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import type { BancaLocale } from '#contract/database'
import type { Failure } from '#contract/result'
import { banche, loadBanche } from '../../../state/banche.ts'
import { hrefBanca } from '../../../state/indirizzi.ts'
import { banca as testiBanca } from '../../../text/banca.ts'
import { banche as testiBanche } from '../../../text/banche.ts'
import { nuovaProva as testi } from '../../../text/nuova-prova.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconWarn } from '../../../ui/icone.ts'
import { Pagina } from '../../../ui/Pagina.tsx'
import { EmptyState, SkeletonCards } from '../../../ui/Stati.tsx'
import { ModuloProva } from './ModuloProva.tsx'

/** `/esercitazione/prova-personalizzata?id_concorso=N`: a custom trial of a bank is composed [SC16][CT1]. */
export default function Nuova() {
  const id_concorso = Number(new URLSearchParams(useSearch()).get('id_concorso')) || null
  const { elenco, fase, guasto } = useSnapshot(banche)
  useEffect(() => void loadBanche(), [])
  const banca = (elenco as BancaLocale[]).find((b) => b.id_concorso === id_concorso)
  const indietro = id_concorso === null ? '/banche-dati' : hrefBanca(id_concorso)
  if (banca && banca.n_domande > 0)
    return (
      <Pagina titolo={testi.titolo} indietro={indietro} sopra={<Muted piccolo>{banca.concorso}</Muted>}>
        <ModuloProva key={banca.id_concorso} banca={banca} />
      </Pagina>
    )
  return (
    <Pagina titolo={testi.titolo} indietro={indietro}>
      {fase === 'guasto' ? (
        <ErrorState titolo={testiBanche.errore} guasto={guasto as Failure | null} onRiprova={() => void loadBanche()} />
      ) : fase === 'pronte' ? (
        <EmptyState
          icona={<IconWarn size={24} />}
          titolo={testi.errore}
          testo={testiBanca.non_scaricata_titolo}
          azioni={
            <ButtonLink variante="primario" href={indietro}>
              {testiBanca.titolo}
            </ButtonLink>
          }
        />
      ) : (
        <SkeletonCards />
      )}
    </Pagina>
  )
}
