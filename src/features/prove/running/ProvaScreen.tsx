import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { Failure } from '#contract/result'
import { hrefOrigin, hrefRisultati, hrefSeduta } from '../../../domain/hrefs.ts'
import { provaText as testi } from '../../../text/prova.ts'
import { SedutaGate, useSedutaAddress } from '../../sedute/index.ts'
import { followDraft } from '../follow-draft.ts'
import { closeProva, openProva, provaState, type TestaProva } from '../prova-state.ts'
import { RunningProva } from './RunningProva.tsx'

/** `/esercitazione/prova-personalizzata?seduta=ID` and `/esercitazione/sfida?seduta=ID`: a trial, restored whatever happened (D21, D25). */
export default function ProvaScreen() {
  const address = useSedutaAddress()
  const { fase, error, head, stato, altrove } = useSnapshot(provaState)

  useEffect(followDraft, [])

  // The network may be gone at delivery: what shows the result is fetched while the trial begins.
  useEffect(() => {
    const loads = [
      import('../risultati/RisultatiScreen.tsx'),
      import('../risultati/MateriaBars.tsx'),
      import('../risultati/CoachCard.tsx'),
    ]
    void Promise.all(loads).catch(() => undefined)
  }, [])

  const open = fase === 'pronta' ? (head as TestaProva | null) : null
  // What was delivered has nothing to answer: its result is what follows; what was given up has none. A trial under the other's
  // address goes to its own.
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
