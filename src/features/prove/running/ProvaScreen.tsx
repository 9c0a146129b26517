import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { Failure } from '#contract/result'
import { hrefOrigin, hrefRisultati, hrefSeduta } from '../../../components/hrefs.ts'
import { store } from '../../../store/opening.ts'
import { provaText as testi } from '../../../text/prova.ts'
import { SedutaElsewhere, SedutaError, SedutaLoading, useOpeningError } from '../../sedute/parts/SedutaStates.tsx'
import { followDraft } from '../../simulazioni/follow-draft.ts'
import { closeProva, openProva, provaState, type TestaProva } from '../prova-state.ts'
import { RunningProva } from './RunningProva.tsx'

/** `/esercitazione/prova-personalizzata?seduta=ID` and `/esercitazione/sfida?seduta=ID`: a trial, restored whatever happened (D21, D25). */
export default function ProvaScreen() {
  const [percorso, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const id = query.get('seduta') ?? ''
  const id_concorso = Number(query.get('id_concorso')) || null
  const { fase, error, head, stato } = useSnapshot(provaState)
  const elsewhere = useSnapshot(store).stato === 'occupato'
  useEffect(() => {
    if (!elsewhere) void openProva(id)
    return closeProva
  }, [id, elsewhere])

  useEffect(followDraft, [])

  // The network may be gone at delivery: what shows the result is fetched while the trial begins.
  useEffect(() => {
    const loads = [import('../risultati/RisultatiScreen.tsx'), import('../risultati/MateriaBars.tsx')]
    void Promise.all(loads).catch(() => undefined)
  }, [])

  const open = head as TestaProva | null
  const problem = fase === 'guasto' ? (error as Failure) : null
  useOpeningError(elsewhere ? null : problem, { id, id_concorso, onRetry: () => void openProva(id) })
  // What was delivered has nothing to answer: its result is what follows; what was given up has none. A trial under the other's
  // address goes to its own.
  const nextHref =
    fase !== 'pronta' || open === null
      ? null
      : stato === 'consegnata'
        ? hrefRisultati(open)
        : stato === 'abbandonata'
          ? hrefOrigin(open.id_concorso)
          : hrefSeduta(open).startsWith(`${percorso}?`)
            ? null
            : hrefSeduta(open)
  useEffect(() => {
    if (nextHref !== null) navigate(nextHref, { replace: true })
  }, [nextHref, navigate])

  if (elsewhere) return <SedutaElsewhere />
  if (problem) return <SedutaError texts={testi} error={problem} id_concorso={id_concorso} />
  if (fase !== 'pronta' || !open || nextHref !== null) return <SedutaLoading texts={testi} />
  return <RunningProva head={open} />
}
