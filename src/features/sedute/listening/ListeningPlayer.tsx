import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import { modesText, listeningText as testi } from '../../../text/modes.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconPause, IconPlay, IconSkipBack, IconSkipForward } from '../../../ui/icons.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { ModeDialogs } from '../modes/ModeDialogs.tsx'
import { ModeEnd } from '../modes/ModeEnd.tsx'
import { ModeHeader } from '../modes/ModeHeader.tsx'
import css from '../modes/modes.module.css'
import { useMode } from '../modes/useMode.ts'
import { useModeKeys } from '../modes/useModeKeys.ts'
import { doneSoFar, goOn, markSeen } from '../modes.ts'
import { MissingDomanda } from '../parts/MissingDomanda.tsx'
import { SedutaDock } from '../parts/SedutaDock.tsx'
import { LISTENING_PARTS, LISTENING_SPEEDS, preferences, setChoice } from '../preferences.ts'
import { goToPlace, type SedutaHead, sedutaState } from '../seduta-state.ts'
import { toggleShownPreferita } from '../toggle-preferita.ts'
import { piecesOf } from './phrases.ts'
import { SpokenDomanda } from './SpokenDomanda.tsx'
import { useMediaKeys } from './useMediaKeys.ts'
import { useSpeechQueue } from './useSpeechQueue.ts'

/** Between a question and the next. */
const BETWEEN_DOMANDE_MS = 900

/** Hands free: question after question by the device's voice, on the screen, on the lock screen, on the headset (D22). */
export function ListeningPlayer({ seduta, voice }: { seduta: SedutaHead; voice: SpeechSynthesisVoice }) {
  const view = useSnapshot(sedutaState)
  const { tastiera, velocita_ascolto: speed, cosa_ascolto: spokenContent } = useSnapshot(preferences)
  const mode = useMode(seduta)
  const ref = useArrival<HTMLElement>(testi.titolo)
  /** What the person wants: the voice goes on with the next question. */
  const [wantsPlay, setWantsPlay] = useState(false)
  const listened = useRef(new Set<number>())
  const { indice, n, stato } = view
  const domanda = view.domanda as Domanda | null
  const id_domanda = domanda?.id_domanda

  const finished = async () => {
    if (domanda && (await markSeen(domanda, 'ASCOLTATA'))) listened.current.add(indice)
    // Paused meanwhile: it goes on when it is resumed.
    if (sedutaState.indice === indice && keepsOn.current) scheduleNext()
  }
  const scheduleNext = () => {
    if (waiting.current) clearTimeout(waiting.current)
    waiting.current = setTimeout(() => {
      if (sedutaState.indice !== indice || sedutaState.stato !== 'in_corso') return
      void goOn(1).then((gone) => {
        if (!gone) void mode.conclude()
      })
    }, BETWEEN_DOMANDE_MS)
  }
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null)
  const queue = useSpeechQueue(voice, () => void finished())
  const pieces = useMemo(() => (domanda ? piecesOf(domanda, spokenContent) : []), [domanda, spokenContent])
  const busy = stato === 'in_corso' && !mode.esce
  const { setSpeed } = queue
  // biome-ignore lint/correctness/useExhaustiveDependencies: the queue is one
  useEffect(() => setSpeed(Number(speed)), [speed])
  const keepsOn = useRef(false)
  keepsOn.current = wantsPlay && busy
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question or another choice begins again
  useEffect(() => {
    if (waiting.current) clearTimeout(waiting.current)
    queue.load(pieces)
    if (wantsPlay && busy && pieces.length > 0) queue.play()
  }, [id_domanda, spokenContent])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the wish and the pause
  useEffect(() => {
    if (wantsPlay && busy) {
      if (queue.state === 'finita') scheduleNext()
      else if (pieces.length > 0) queue.play()
    } else {
      if (waiting.current) clearTimeout(waiting.current)
      queue.pause()
    }
  }, [wantsPlay, busy])
  useEffect(() => () => void (waiting.current && clearTimeout(waiting.current)), [])
  useEffect(() => {
    if (queue.state === 'muta') setWantsPlay(false)
  }, [queue.state])

  const avanti = () => {
    if (indice < n - 1) void goToPlace(indice + 1)
    else void mode.conclude()
  }
  const back = () => {
    if (indice > 0) void goToPlace(indice - 1)
  }
  const speaking = wantsPlay && queue.state === 'parla'
  useMediaKeys(domanda?.testo ?? testi.titolo, modesText.posto(indice + 1, n), wantsPlay, {
    play: () => setWantsPlay(true),
    pause: () => setWantsPlay(false),
    next: avanti,
    previous: back,
  })
  useModeKeys(tastiera && busy, {
    next: avanti,
    previous: back,
    star: () => void toggleShownPreferita(),
    space: () => setWantsPlay(!wantsPlay),
  })

  if (stato === 'consegnata')
    return (
      <ModeEnd
        id_concorso={seduta.id_concorso}
        title={testi.fine_titolo}
        text={testi.fine(indice + 1, n, listened.current.size)}
        tryLabel={testi.provale}
        selection={() => ({ filtro: { id_concorso: seduta.id_concorso }, scelte: doneSoFar() })}
      />
    )
  const pezzo = pieces[queue.indice]
  return (
    <div className={css.schermo}>
      <ModeHeader
        indice={indice}
        n={n}
        onJump={(i) => void goToPlace(i)}
        onLeave={mode.askLeave}
        onPause={mode.pause}
      />
      <main className={css.corpo} tabIndex={-1} ref={ref}>
        {stato === 'in_corso' && domanda && (
          <SpokenDomanda
            key={domanda.id_domanda}
            domanda={domanda}
            spokenContent={spokenContent}
            part={speaking && pezzo?.kind === 'voce' ? pezzo.part : null}
            upTo={queue.state === 'finita' ? pieces.length : queue.indice}
            pieces={pieces}
          />
        )}
        {stato === 'in_corso' && view.missing && <MissingDomanda onNext={avanti} />}
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
            value={speed}
            onSelect={(value) => setChoice('velocita_ascolto', value)}
          />
        </div>
      </main>
      <SedutaDock className={css.dock} label={modesText.navigazione}>
        <div className={css.dentro}>
          <p className={css.stato} role="status">
            {queue.state === 'muta' ? testi.muta : speaking ? testi.sto_leggendo : testi.ferma_qui}
          </p>
          <div className={css.comandi}>
            <Button
              iconOnly
              label={testi.precedente}
              icon={<IconSkipBack size={24} />}
              disabled={indice === 0}
              onClick={back}
            />
            <Button
              variant="primario"
              size="lg"
              iconOnly
              label={wantsPlay ? testi.ferma : queue.state === 'muta' ? testi.riprova : testi.ascolta}
              icon={wantsPlay ? <IconPause size={28} /> : <IconPlay size={28} />}
              onClick={() => setWantsPlay(!wantsPlay)}
            />
            <Button iconOnly label={testi.prossima} icon={<IconSkipForward size={24} />} onClick={avanti} />
          </div>
        </div>
      </SedutaDock>
      <ModeDialogs mode={mode} text={testi.in_pausa(indice + 1, n)} />
    </div>
  )
}
