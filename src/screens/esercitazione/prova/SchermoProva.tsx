import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { Failure } from '#contract/result'
import { hrefOrigin, hrefRisultati, hrefSeduta } from '../../../app/hrefs.ts'
import { closeProva, openProva, provaState, type TestaProva } from '../../../features/prove/prova-state.ts'
import { followDraft } from '../../../features/simulazioni/follow-draft.ts'
import { store } from '../../../store/opening.ts'
import { provaText as testi } from '../../../text/prova.ts'
import { Altrove, Attesa, Guastata, useGuasto } from '../Attese.tsx'
import { InProva } from './InProva.tsx'

/** `/esercitazione/prova-personalizzata?seduta=ID` and `/esercitazione/sfida?seduta=ID`: a trial, restored whatever happened (D21, D25). */
export default function SchermoProva() {
  const [percorso, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const id = query.get('seduta') ?? ''
  const id_concorso = Number(query.get('id_concorso')) || null
  const { fase, error: guasto, head: testa, stato } = useSnapshot(provaState)
  const altrove = useSnapshot(store).stato === 'occupato'
  useEffect(() => {
    if (!altrove) void openProva(id)
    return closeProva
  }, [id, altrove])

  useEffect(followDraft, [])

  // The network may be gone at delivery: what shows the result is fetched while the trial begins.
  useEffect(() => {
    const loads = [import('../risultati/Risultati.tsx'), import('../risultati/PerMateria.tsx')]
    void Promise.all(loads).catch(() => undefined)
  }, [])

  const aperta = testa as TestaProva | null
  const problema = fase === 'guasto' ? (guasto as Failure) : null
  useGuasto(altrove ? null : problema, { id, id_concorso, onRiprova: () => void openProva(id) })
  // What was delivered has nothing to answer: its result is what follows; what was given up has none. A trial under the other's
  // address goes to its own.
  const verso =
    fase !== 'pronta' || aperta === null
      ? null
      : stato === 'consegnata'
        ? hrefRisultati(aperta)
        : stato === 'abbandonata'
          ? hrefOrigin(aperta.id_concorso)
          : hrefSeduta(aperta).startsWith(`${percorso}?`)
            ? null
            : hrefSeduta(aperta)
  useEffect(() => {
    if (verso !== null) navigate(verso, { replace: true })
  }, [verso, navigate])

  if (altrove) return <Altrove />
  if (problema) return <Guastata frasi={testi} guasto={problema} id_concorso={id_concorso} />
  if (fase !== 'pronta' || !aperta || verso !== null) return <Attesa frasi={testi} />
  return <InProva testa={aperta} />
}
