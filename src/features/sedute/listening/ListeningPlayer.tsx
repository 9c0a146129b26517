import { LISTENING_PARTS, LISTENING_SPEEDS, setChoice } from '../../../domain/preferences.ts'
import { listeningText as testi } from '../../../text/modes.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconPause, IconPlay, IconSkipBack, IconSkipForward } from '../../../ui/icons.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { ModeEnd } from '../modes/ModeEnd.tsx'
import { ModeFrame } from '../modes/ModeFrame.tsx'
import css from '../modes/modes.module.css'
import { goToPlace, type SedutaHead } from '../seduta-state.ts'
import { SpokenDomanda } from './SpokenDomanda.tsx'
import { useListening } from './useListening.ts'

/** Hands-free player that reads question after question, commanded on the screen, the lock screen or the headset (D22). */
export function ListeningPlayer({ seduta, voice }: { seduta: SedutaHead; voice: SpeechSynthesisVoice }) {
  const listening = useListening(seduta, voice)
  const { mode, domanda, indice, n, queue, pieces, spokenContent } = listening
  if (listening.stato === 'consegnata')
    return (
      <ModeEnd id_concorso={seduta.id_concorso} texts={testi} text={testi.fine(indice + 1, n, listening.listened())} />
    )
  const piece = pieces[queue.indice]
  return (
    <ModeFrame
      title={testi.titolo}
      header={{ indice, n, onJump: (i) => void goToPlace(i), onLeave: mode.askLeave, onPause: mode.pause }}
      dialogs={{ mode, text: testi.in_pausa(indice + 1, n) }}
      missing={listening.isGone}
      onNext={listening.goNext}
      dock={<ListeningDock listening={listening} />}
    >
      {domanda && (
        <SpokenDomanda
          key={domanda.id_domanda}
          domanda={domanda}
          spokenContent={spokenContent}
          part={listening.speaking && piece?.kind === 'voce' ? piece.part : null}
          upTo={queue.state === 'finita' ? pieces.length : queue.indice}
          pieces={pieces}
        />
      )}
      <div className={css.opzioni}>
        <Segmented
          legend={testi.cosa}
          options={LISTENING_PARTS.map((value) => ({ value, text: testi.cose[value] }))}
          value={spokenContent}
          onSelect={(value) => setChoice('cosa_ascolto', value)}
        />
        <Segmented
          legend={testi.velocita}
          options={LISTENING_SPEEDS.map((value) => ({ value, text: testi.per(Number(value)) }))}
          value={listening.speed}
          onSelect={(value) => setChoice('velocita_ascolto', value)}
        />
      </div>
    </ModeFrame>
  )
}

function ListeningDock({ listening }: { listening: ReturnType<typeof useListening> }) {
  const { queue, speaking, wantsPlay, setWantsPlay, goNext, goBack } = listening
  return (
    <>
      <p className={css.stato} role="status">
        {queue.state === 'muta' ? testi.muta : speaking ? testi.sto_leggendo : testi.ferma_qui}
      </p>
      <div className={css.comandi}>
        <Button
          iconOnly
          label={testi.precedente}
          icon={<IconSkipBack size={24} />}
          disabled={listening.indice === 0}
          onClick={goBack}
        />
        <Button
          variant="primario"
          size="lg"
          iconOnly
          label={wantsPlay ? testi.ferma : queue.state === 'muta' ? testi.riprova : testi.ascolta}
          icon={wantsPlay ? <IconPause size={28} /> : <IconPlay size={28} />}
          onClick={() => setWantsPlay(!wantsPlay)}
        />
        <Button iconOnly label={testi.prossima} icon={<IconSkipForward size={24} />} onClick={goNext} />
      </div>
    </>
  )
}
