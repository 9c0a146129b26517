import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import { correctPosition } from '#rules/esito'
import { modesText, readingText as testi } from '../../../text/modes.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconOrdered } from '../../../ui/icons.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { doneSoFar, goOn, markSeen } from '../modes.ts'
import { MissingDomanda } from '../parts/MissingDomanda.tsx'
import { ForwardButton, PreviousButton, SedutaDock } from '../parts/SedutaDock.tsx'
import { preferences, READING_PACES, setChoice } from '../preferences.ts'
import { goToPlace, type SedutaHead, sedutaState } from '../seduta-state.ts'
import { toggleShownPreferita } from '../toggle-preferita.ts'
import { ModeDialogs } from './ModeDialogs.tsx'
import { ModeEnd } from './ModeEnd.tsx'
import { ModeHeader } from './ModeHeader.tsx'
import css from './modes.module.css'
import { ReadDomanda } from './ReadDomanda.tsx'
import { ReadingList } from './ReadingList.tsx'
import { useMode } from './useMode.ts'
import { useModeKeys } from './useModeKeys.ts'
import { useSwipe } from './useSwipe.ts'

/** A question seen for less than this was only passed by, milliseconds. */
const READ_AFTER_MS = 400

/** Question and right answer, in official order, as fast as one likes (D22). */
export function Reading({ seduta }: { seduta: SedutaHead }) {
  const view = useSnapshot(sedutaState)
  const { tastiera, passo_lettura: pace } = useSnapshot(preferences)
  const mode = useMode(seduta)
  const ref = useArrival<HTMLElement>(testi.titolo)
  const [listOpen, setListOpen] = useState(false)
  const read = useRef(new Set<number>())
  const shownAt = useRef(performance.now())
  const { indice, n, stato } = view
  const domanda = view.domanda as Domanda | null
  const id_domanda = domanda?.id_domanda
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next question is read from its top
  useEffect(() => {
    shownAt.current = performance.now()
    scrollTo(0, 0)
  }, [id_domanda, stato])

  const markRead = async () => {
    if (!domanda || performance.now() - shownAt.current < READ_AFTER_MS) return
    if (await markSeen(domanda, 'LETTA')) read.current.add(indice)
  }
  const goTo = (where: number) => {
    void markRead()
    void goToPlace(where)
  }
  const goNext = async () => {
    await markRead()
    if (!(await goOn(1))) await mode.conclude()
  }
  const finish = async () => {
    await markRead()
    await mode.conclude()
  }
  const last = useRef(goNext)
  last.current = goNext
  const active = stato === 'in_corso' && !mode.esce && !listOpen
  useEffect(() => {
    if (pace === '0' || !active || id_domanda === undefined) return
    const t = setTimeout(() => void last.current(), 60_000 / Number(pace))
    return () => clearTimeout(t)
  }, [pace, active, id_domanda])
  const goBack = () => {
    if (indice > 0) goTo(indice - 1)
  }
  useModeKeys(tastiera && active, {
    next: () => void goNext(),
    previous: goBack,
    star: () => void toggleShownPreferita(),
  })
  const swipe = useSwipe({ avanti: () => void goNext(), indietro: goBack })

  if (stato === 'consegnata')
    return (
      <ModeEnd
        id_concorso={seduta.id_concorso}
        title={testi.fine_titolo}
        text={testi.fine(indice + 1, n, read.current.size)}
        tryLabel={testi.provale}
        selection={() => ({ filtro: { id_concorso: seduta.id_concorso }, scelte: doneSoFar() })}
      />
    )
  return (
    <div className={css.schermo}>
      <ModeHeader indice={indice} n={n} onJump={goTo} onLeave={mode.askLeave} onPause={mode.pause} />
      <main className={css.corpo} tabIndex={-1} ref={ref} {...swipe}>
        {stato === 'in_corso' && domanda && (
          <ReadDomanda key={domanda.id_domanda} domanda={domanda} correct={correctPosition(domanda)} />
        )}
        {stato === 'in_corso' && view.missing && <MissingDomanda onNext={() => void goOn(1)} />}
      </main>
      <SedutaDock className={css.dock} label={modesText.navigazione}>
        <div className={css.dentro}>
          <Segmented
            legend={testi.passo}
            legendVisible={false}
            options={READING_PACES.map((value) => ({
              value,
              text: value === '0' ? testi.a_mano : testi.al_minuto(Number(value)),
            }))}
            value={pace}
            onSelect={(value) => setChoice('passo_lettura', value)}
          />
          <div className={cx(css.navigazione, css.conElenco)}>
            <PreviousButton label={modesText.precedente} disabled={indice === 0} onClick={goBack} />
            <Button iconOnly label={testi.elenco} icon={<IconOrdered size={20} />} onClick={() => setListOpen(true)} />
            <ForwardButton onClick={() => void goNext()}>
              {indice === n - 1 ? modesText.finisci : modesText.prossima}
            </ForwardButton>
          </div>
        </div>
      </SedutaDock>
      {listOpen && (
        <ReadingList
          indice={indice}
          n={n}
          onClose={() => setListOpen(false)}
          onJump={(i) => {
            setListOpen(false)
            goTo(i)
          }}
        />
      )}
      <ModeDialogs
        mode={mode}
        text={testi.in_pausa(indice + 1, n)}
        onLater={() => void markRead().then(mode.leave)}
        onConclude={finish}
      />
    </div>
  )
}
