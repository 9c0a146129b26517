import { useState } from 'react'
import { correctPosition } from '#rules/esito'
import { ForwardButton, PreviousButton } from '../../../components/seduta/SedutaDock.tsx'
import { READING_PACES, setChoice } from '../../../domain/preferences.ts'
import { modesText, readingText as testi } from '../../../text/modes.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconOrdered } from '../../../ui/icons.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { goOn } from '../modes.ts'
import type { SedutaHead } from '../seduta-state.ts'
import { ModeEnd } from './ModeEnd.tsx'
import { ModeFrame } from './ModeFrame.tsx'
import css from './modes.module.css'
import { ReadDomanda } from './ReadDomanda.tsx'
import { ReadingList } from './ReadingList.tsx'
import { useReading } from './useReading.ts'

/** Reading mode with question and right answer, in official order, at the person's own pace (D22). */
export function Reading({ seduta }: { seduta: SedutaHead }) {
  const [listOpen, setListOpen] = useState(false)
  const reading = useReading(seduta, listOpen)
  const { mode, domanda, indice, n } = reading
  if (reading.stato === 'consegnata')
    return <ModeEnd id_concorso={seduta.id_concorso} texts={testi} text={testi.fine(indice + 1, n, reading.read())} />
  return (
    <ModeFrame
      title={testi.titolo}
      header={{ indice, n, onJump: reading.goTo, onLeave: mode.askLeave, onPause: mode.pause }}
      dialogs={{ mode, text: testi.in_pausa(indice + 1, n), onLater: reading.leave, onConclude: reading.finish }}
      missing={reading.isGone}
      onNext={() => void goOn(1)}
      dock={
        <>
          <Segmented
            legend={testi.passo}
            legendVisible={false}
            options={READING_PACES.map((value) => ({
              value,
              text: value === '0' ? testi.a_mano : testi.al_minuto(Number(value)),
            }))}
            value={reading.pace}
            onSelect={(value) => setChoice('passo_lettura', value)}
          />
          <div className={cx(css.navigazione, css.conElenco)}>
            <PreviousButton label={modesText.precedente} disabled={indice === 0} onClick={reading.goBack} />
            <Button iconOnly label={testi.elenco} icon={<IconOrdered size={20} />} onClick={() => setListOpen(true)} />
            <ForwardButton onClick={reading.goNext}>
              {indice === n - 1 ? modesText.finisci : modesText.prossima}
            </ForwardButton>
          </div>
        </>
      }
      hands={reading.swipe}
      over={
        listOpen && (
          <ReadingList
            indice={indice}
            n={n}
            onClose={() => setListOpen(false)}
            onJump={(i) => {
              setListOpen(false)
              reading.goTo(i)
            }}
          />
        )
      }
    >
      {domanda && <ReadDomanda key={domanda.id_domanda} domanda={domanda} correct={correctPosition(domanda)} />}
    </ModeFrame>
  )
}
