import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { showGuasto } from '../../../state/avvisi.ts'
import type { TestaSeduta } from '../../../state/esercitazione.ts'
import { hrefBanca, hrefSeduta } from '../../../state/indirizzi.ts'
import { startModo } from '../../../state/modi.ts'
import { modi, ascolto as testi } from '../../../text/modi.ts'
import { useArrivo } from '../../../ui/arrivo.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { IconListen, IconQuestions } from '../../../ui/icone.ts'
import { EmptyState, SkeletonCards } from '../../../ui/Stati.tsx'
import comune from '../seduta.module.css'
import { InAscolto } from './InAscolto.tsx'
import { watchVoce } from './motore.ts'

/** Listening (D22): first of all a voice that speaks Italian. */
export function Ascolto({ seduta }: { seduta: TestaSeduta }) {
  const [voce, setVoce] = useState<SpeechSynthesisVoice | null | undefined>(undefined)
  useEffect(() => watchVoce(setVoce), [])
  if (voce) return <InAscolto seduta={seduta} voce={voce} />
  return voce === null ? <SenzaVoce seduta={seduta} /> : <Cerco />
}

function Cerco() {
  const rif = useArrivo<HTMLElement>(testi.titolo)
  return (
    <main className={comune.sola} tabIndex={-1} ref={rif}>
      <h1>{testi.prepara}</h1>
      <SkeletonCards quante={2} etichetta={testi.prepara} />
    </main>
  )
}

function SenzaVoce({ seduta }: { seduta: TestaSeduta }) {
  const [, navigate] = useLocation()
  const rif = useArrivo<HTMLElement>(testi.titolo)
  const leggi = async () => {
    const { filtro, ordine } = seduta
    const esito = await startModo({ filtro, ordine, tipo: 'LETTA' })
    if (esito.ok) navigate(hrefSeduta(esito.value), { replace: true })
    else showGuasto(esito.error, { riprova: () => void leggi() })
  }
  return (
    <main className={comune.sola} tabIndex={-1} ref={rif}>
      <VisuallyHidden>
        <h1>{testi.titolo}</h1>
      </VisuallyHidden>
      <EmptyState
        icona={<IconListen size={24} />}
        titolo={testi.senza_voce_titolo}
        testo={testi.senza_voce}
        azioni={
          <>
            <Button variante="primario" icona={<IconQuestions size={20} />} onClick={() => void leggi()}>
              {testi.leggi}
            </Button>
            <ButtonLink href={hrefBanca(seduta.id_concorso)}>{modi.banca}</ButtonLink>
          </>
        }
      />
    </main>
  )
}
