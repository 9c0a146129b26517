import { useSnapshot } from 'valtio'
import type { Failure } from '#contract/result'
import { hrefOrigin, hrefRiepilogo } from '../../domain/hrefs.ts'
import { isMode } from '../../domain/modes.ts'
import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { Exercise } from './exercise/Exercise.tsx'
import { Mode } from './modes/Mode.tsx'
import { SedutaGate, useSedutaAddress } from './parts/SedutaGate.tsx'
import { closeSeduta, openSeduta, type SedutaHead, sedutaState } from './seduta-state.ts'

/** Screen `/esercitazione/:type?seduta=ID` runs a sitting, restored from the store whatever happened before [RT6][EX13]. */
export default function SedutaScreen() {
  const address = useSedutaAddress()
  // Segments other than `esercitazione` have their own screen, or none [EX5][RT34].
  const isExercise = address.path.split('/').filter(Boolean).at(-1) === 'esercitazione'
  const { fase, error, seduta, stato, altrove } = useSnapshot(sedutaState)
  const open = fase === 'pronta' ? (seduta as SedutaHead | null) : null
  const problem = !isExercise ? ({ codice: 'TIPO_ESERCITAZIONE_ERRATO' } as const) : fase === 'guasto' ? error : null
  const isModeOpen = open !== null && isMode(open.tipo)
  // Redirect a submitted sitting to its summary, and an abandoned one to its origin.
  const nextHref =
    open === null
      ? null
      : stato === 'consegnata' && !isModeOpen
        ? hrefRiepilogo(open)
        : stato === 'abbandonata'
          ? hrefOrigin(open.id_concorso)
          : null
  return (
    <SedutaGate
      address={address}
      texts={testi}
      refused={!isExercise}
      problem={problem as Failure | null}
      nextHref={nextHref}
      altrove={altrove}
      open={openSeduta}
      close={closeSeduta}
    >
      {open && (isModeOpen ? <Mode seduta={open} /> : <Exercise seduta={open} />)}
    </SedutaGate>
  )
}
