import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { Failure } from '#contract/result'
import { hrefOrigin, hrefRiepilogo } from '../../components/hrefs.ts'
import { store } from '../../store/opening.ts'
import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { Exercise } from './exercise/Exercise.tsx'
import { Mode } from './modes/Mode.tsx'
import { isMode } from './modes.ts'
import { SedutaElsewhere, SedutaError, SedutaLoading, useOpeningError } from './parts/SedutaStates.tsx'
import { closeSeduta, openSeduta, type SedutaHead, sedutaState } from './seduta-state.ts'

/** `/esercitazione/:type?seduta=ID`: a sitting, restored from the store whatever happened before [RT6][EX13]. */
export default function SedutaScreen() {
  const [percorso, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const id = query.get('seduta') ?? ''
  const id_concorso = Number(query.get('id_concorso')) || null
  // The other segments have screens of their own, or none [EX5][RT34].
  const isExercise = percorso.split('/').filter(Boolean).at(-1) === 'esercitazione'
  const { fase, error, seduta, stato } = useSnapshot(sedutaState)
  const { stato: storeState } = useSnapshot(store)
  const elsewhere = storeState === 'occupato'

  useEffect(() => {
    if (isExercise && !elsewhere) void openSeduta(id)
    return closeSeduta
  }, [id, isExercise, elsewhere])

  const open = seduta as SedutaHead | null
  const problem = !isExercise ? ({ codice: 'TIPO_ESERCITAZIONE_ERRATO' } as const) : fase === 'guasto' ? error : null
  useOpeningError(elsewhere ? null : (problem as Failure | null), {
    id,
    id_concorso,
    onRetry: () => void openSeduta(id),
  })
  // A sitting that was submitted has nothing to answer: its summary is what follows; one that was given up has none.
  const isModeOpen = open !== null && isMode(open.tipo)
  const nextHref =
    fase !== 'pronta' || open === null
      ? null
      : stato === 'consegnata' && !isModeOpen
        ? hrefRiepilogo(open)
        : stato === 'abbandonata'
          ? hrefOrigin(open.id_concorso)
          : null
  useEffect(() => {
    if (nextHref !== null) navigate(nextHref, { replace: true })
  }, [nextHref, navigate])

  if (elsewhere) return <SedutaElsewhere />
  if (problem) return <SedutaError texts={testi} error={problem as Failure} id_concorso={id_concorso} />
  if (fase !== 'pronta' || !open || nextHref !== null) return <SedutaLoading texts={testi} />
  return isModeOpen ? <Mode seduta={open} /> : <Exercise seduta={open} />
}
