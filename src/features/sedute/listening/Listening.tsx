import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import comune from '../../../components/seduta/seduta.module.css'
import { hrefBanca, hrefSeduta } from '../../../domain/hrefs.ts'
import { startMode } from '../../../domain/modes.ts'
import { showError } from '../../../session/notices.ts'
import { modesText, listeningText as testi } from '../../../text/modes.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { IconListen, IconQuestions } from '../../../ui/icons.ts'
import { EmptyState, SkeletonCards } from '../../../ui/States.tsx'
import type { SedutaHead } from '../seduta-state.ts'
import { ListeningPlayer } from './ListeningPlayer.tsx'
import { watchVoice } from './speech-engine.ts'

/** Listening mode, which first needs a voice that speaks Italian (D22). */
export function Listening({ seduta }: { seduta: SedutaHead }) {
  const [voice, setVoice] = useState<SpeechSynthesisVoice | null | undefined>(undefined)
  useEffect(() => watchVoice(setVoice), [])
  if (voice) return <ListeningPlayer seduta={seduta} voice={voice} />
  return voice === null ? <NoVoice seduta={seduta} /> : <SearchingVoice />
}

function SearchingVoice() {
  const ref = useArrival<HTMLElement>(testi.titolo)
  return (
    <main className={comune.sola} tabIndex={-1} ref={ref}>
      <h1>{testi.prepara}</h1>
      <SkeletonCards count={2} label={testi.prepara} />
    </main>
  )
}

function NoVoice({ seduta }: { seduta: SedutaHead }) {
  const [, navigate] = useLocation()
  const ref = useArrival<HTMLElement>(testi.titolo)
  const leggi = async () => {
    const { filtro: filter, ordine: order } = seduta
    const result = await startMode({ filtro: filter, ordine: order, tipo: 'LETTA' })
    if (result.ok) navigate(hrefSeduta(result.value), { replace: true })
    else showError(result.error, { riprova: () => void leggi() })
  }
  return (
    <main className={comune.sola} tabIndex={-1} ref={ref}>
      <VisuallyHidden>
        <h1>{testi.titolo}</h1>
      </VisuallyHidden>
      <EmptyState
        icon={<IconListen size={24} />}
        title={testi.senza_voce_titolo}
        text={testi.senza_voce}
        actions={
          <>
            <Button variant="primario" icon={<IconQuestions size={20} />} onClick={() => void leggi()}>
              {testi.leggi}
            </Button>
            <ButtonLink href={hrefBanca(seduta.id_concorso)}>{modesText.banca}</ButtonLink>
          </>
        }
      />
    </main>
  )
}
