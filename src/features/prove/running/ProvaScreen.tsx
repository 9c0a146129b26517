import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { Failure } from '#contract/result'
import { hrefOrigin, hrefRisultati, hrefSeduta } from '../../../domain/hrefs.ts'
import { provaText as testi } from '../../../text/prova.ts'
import { SedutaGate, useSedutaAddress } from '../../sedute/index.ts'
import { followDraft } from '../follow-draft.ts'
import { closeProva, openProva, provaState, type TestaProva } from '../prova-state.ts'
import { RunningProva } from './RunningProva.tsx'

/**
 * Screens `/esercitazione/prova-personalizzata?seduta=ID` and `/esercitazione/sfida?seduta=ID` run a trial, restored whatever
 * happened (D21, D25).
 */
export default function ProvaScreen() {
  const address = useSedutaAddress()
  const { fase, error, head, stato, altrove } = useSnapshot(provaState)

  useEffect(followDraft, [])

  // Fetch the code of the result while the trial begins, because the network may be gone at delivery.
  useEffect(() => {
    const loads = [
      import('../risultati/RisultatiScreen.tsx'),
      import('../risultati/MateriaBars.tsx'),
      import('../risultati/CoachCard.tsx'),
    ]
    void Promise.all(loads).catch(() => undefined)
  }, [])

  const open = fase === 'pronta' ? (head as TestaProva | null) : null
  // Redirect a delivered trial to its result and an abandoned one to its origin. A trial under the other's address goes to its
  // own.
  const nextHref =
    open === null
      ? null
      : stato === 'consegnata'
        ? hrefRisultati(open)
        : stato === 'abbandonata'
          ? hrefOrigin(open.id_concorso)
          : hrefSeduta(open).startsWith(`${address.path}?`)
            ? null
            : hrefSeduta(open)
  return (
    <SedutaGate
      address={address}
      texts={testi}
      refused={false}
      problem={fase === 'guasto' ? (error as Failure) : null}
      nextHref={nextHref}
      altrove={altrove}
      open={openProva}
      close={closeProva}
    >
      {open && <RunningProva head={open} />}
    </SedutaGate>
  )
}
