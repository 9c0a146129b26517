import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { hrefBanca, hrefSeduta } from '../../../app/hrefs.ts'
import { showError } from '../../../app/notices.ts'
import { startMode } from '../../../features/sedute/modes.ts'
import type { SedutaHead } from '../../../features/sedute/seduta-state.ts'
import { modesText, listeningText as testi } from '../../../text/modes.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { IconListen, IconQuestions } from '../../../ui/icons.ts'
import { EmptyState, SkeletonCards } from '../../../ui/States.tsx'
import comune from '../seduta.module.css'
import { InAscolto } from './InAscolto.tsx'
import { watchVoce } from './motore.ts'

/** Listening (D22): first of all a voice that speaks Italian. */
export function Ascolto({ seduta }: { seduta: SedutaHead }) {
  const [voce, setVoce] = useState<SpeechSynthesisVoice | null | undefined>(undefined)
  useEffect(() => watchVoce(setVoce), [])
  if (voce) return <InAscolto seduta={seduta} voce={voce} />
  return voce === null ? <SenzaVoce seduta={seduta} /> : <Cerco />
}

function Cerco() {
  const rif = useArrival<HTMLElement>(testi.titolo)
  return (
    <main className={comune.sola} tabIndex={-1} ref={rif}>
      <h1>{testi.prepara}</h1>
      <SkeletonCards count={2} label={testi.prepara} />
    </main>
  )
}

function SenzaVoce({ seduta }: { seduta: SedutaHead }) {
  const [, navigate] = useLocation()
  const rif = useArrival<HTMLElement>(testi.titolo)
  const leggi = async () => {
    const { filtro, ordine } = seduta
    const esito = await startMode({ filtro, ordine, tipo: 'LETTA' })
    if (esito.ok) navigate(hrefSeduta(esito.value), { replace: true })
    else showError(esito.error, { riprova: () => void leggi() })
  }
  return (
    <main className={comune.sola} tabIndex={-1} ref={rif}>
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
