import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { Failure } from '#contract/result'
import { hrefOrigin, hrefRiepilogo } from '../../app/hrefs.ts'
import { isMode } from '../../features/sedute/modes.ts'
import { closeSeduta, openSeduta, type SedutaHead, sedutaState } from '../../features/sedute/seduta-state.ts'
import { store } from '../../store/opening.ts'
import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { Altrove, Attesa, Guastata, useGuasto } from './Attese.tsx'
import { Modo } from './modi/Modo.tsx'
import { Prova } from './Prova.tsx'

/** `/esercitazione/:type?seduta=ID`: a sitting, restored from the store whatever happened before [RT6][EX13]. */
export default function Esercitazione() {
  const [percorso, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const id = query.get('seduta') ?? ''
  const id_concorso = Number(query.get('id_concorso')) || null
  // The other segments have screens of their own, or none [EX5][RT34].
  const suo = percorso.split('/').filter(Boolean).at(-1) === 'esercitazione'
  const { fase, error: guasto, seduta, stato } = useSnapshot(sedutaState)
  const { stato: deposito } = useSnapshot(store)
  const altrove = deposito === 'occupato'

  useEffect(() => {
    if (suo && !altrove) void openSeduta(id)
    return closeSeduta
  }, [id, suo, altrove])

  const aperta = seduta as SedutaHead | null
  const problema = !suo ? ({ codice: 'TIPO_ESERCITAZIONE_ERRATO' } as const) : fase === 'guasto' ? guasto : null
  useGuasto(altrove ? null : (problema as Failure | null), { id, id_concorso, onRiprova: () => void openSeduta(id) })
  // A sitting that was submitted has nothing to answer: its summary is what follows; one that was given up has none.
  const modo = aperta !== null && isMode(aperta.tipo)
  const verso =
    fase !== 'pronta' || aperta === null
      ? null
      : stato === 'consegnata' && !modo
        ? hrefRiepilogo(aperta)
        : stato === 'abbandonata'
          ? hrefOrigin(aperta.id_concorso)
          : null
  useEffect(() => {
    if (verso !== null) navigate(verso, { replace: true })
  }, [verso, navigate])

  if (altrove) return <Altrove />
  if (problema) return <Guastata frasi={testi} guasto={problema as Failure} id_concorso={id_concorso} />
  if (fase !== 'pronta' || !aperta || verso !== null) return <Attesa frasi={testi} />
  return modo ? <Modo seduta={aperta} /> : <Prova seduta={aperta} />
}
