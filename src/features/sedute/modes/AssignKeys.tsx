import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import { showError } from '../../../session/notices.ts'
import { modesText, assignText as testi } from '../../../text/modes.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { Button } from '../../../ui/Button.tsx'
import { Row } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconCheck, IconUndo } from '../../../ui/icons.ts'
import { assignKey, listWithoutKey } from '../modes.ts'
import { officialNumber } from '../parts/DomandaFrame.tsx'
import { AnswerText, QuestionText } from '../parts/DomandaText.tsx'
import comune from '../parts/domanda.module.css'
import { Figure } from '../parts/Figure.tsx'
import { MissingDomanda } from '../parts/MissingDomanda.tsx'
import { ForwardButton, PreviousButton, SedutaDock } from '../parts/SedutaDock.tsx'
import { preferences } from '../preferences.ts'
import { goToPlace, type SedutaHead, sedutaState } from '../seduta-state.ts'
import { toggleShownPreferita } from '../toggle-preferita.ts'
import { ModeDialogs } from './ModeDialogs.tsx'
import { ModeEnd } from './ModeEnd.tsx'
import { ModeHeader } from './ModeHeader.tsx'
import css from './modes.module.css'
import { DomandaMeta } from './ReadDomanda.tsx'
import { useMode } from './useMode.ts'
import { useModeKeys } from './useModeKeys.ts'

type DoneKey = { indice: number; domanda: Domanda; before: number | null }

/** The right answers by the person's own hand: one tap each, kept apart from official keys (D17). */
export function AssignKeys({ seduta }: { seduta: SedutaHead }) {
  const view = useSnapshot(sedutaState)
  const { tastiera } = useSnapshot(preferences)
  const mode = useMode(seduta)
  const ref = useArrival<HTMLElement>(testi.titolo)
  const [done, setDone] = useState<readonly DoneKey[]>([])
  const [missing, setMissing] = useState<number | null>(null)
  const busy = useRef(false)
  const { indice, n, stato } = view
  const domanda = view.domanda as Domanda | null
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted again after each key
  useEffect(() => {
    void listWithoutKey().then((without) => without.ok && setMissing(without.value.length))
  }, [done])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next question is read from its top
  useEffect(() => {
    scrollTo(0, 0)
  }, [indice])

  const choose = async (posizione: number) => {
    if (!domanda || domanda.corretta === posizione || busy.current) return
    busy.current = true
    const done = { indice, domanda, before: domanda.corretta }
    if (await assignKey(domanda, posizione)) setDone((f) => [...f, done])
    busy.current = false
  }
  const undo = async () => {
    const last = done.at(-1)
    if (!last || busy.current) return
    busy.current = true
    if (await assignKey(last.domanda, last.before)) {
      setDone((f) => f.slice(0, -1))
      await goToPlace(last.indice)
    }
    busy.current = false
  }
  /** The next place without a key, from the first again after the last; at the end when there is none. */
  const goNext = async () => {
    const without = await listWithoutKey()
    if (!without.ok) return showError(without.error, { riprova: () => void goNext() })
    const nextPlace = without.value.find((i) => i > indice) ?? without.value.find((i) => i < indice)
    if (nextPlace === undefined) await mode.conclude()
    else await goToPlace(nextPlace)
  }
  const goBack = () => {
    if (indice > 0) void goToPlace(indice - 1)
  }
  useModeKeys(tastiera && stato === 'in_corso' && !mode.esce, {
    next: () => void goNext(),
    previous: goBack,
    star: () => void toggleShownPreferita(),
    letter: (i) => {
      if (domanda && i < domanda.risposte.length) void choose(i + 1)
    },
    undo: () => void undo(),
  })

  if (stato === 'consegnata')
    return (
      <ModeEnd
        id_concorso={seduta.id_concorso}
        title={testi.fine_titolo}
        text={testi.fine(n - (missing ?? 0), missing ?? 0)}
        tryLabel={testi.provale}
        selection={
          n > (missing ?? 0) ? () => ({ filtro: { id_concorso: seduta.id_concorso, chiavi: ['utente'] } }) : null
        }
      />
    )
  return (
    <div className={css.schermo}>
      <ModeHeader
        indice={indice}
        n={n}
        {...(missing !== null && { nota: testi.mancano(missing) })}
        onJump={(i) => void goToPlace(i)}
        onLeave={mode.askLeave}
        onPause={mode.pause}
      />
      <main className={css.corpo} tabIndex={-1} ref={ref}>
        {stato === 'in_corso' && domanda && <KeyChoice domanda={domanda} onSelect={(p) => void choose(p)} />}
        {stato === 'in_corso' && view.missing && <MissingDomanda onNext={() => void goNext()} />}
      </main>
      <SedutaDock className={css.dock} label={modesText.navigazione}>
        <div className={css.dentro}>
          <div className={css.stato}>
            <span role="status">
              {domanda?.corretta != null ? testi.assegnata('ABCDE'[domanda.corretta - 1] ?? '') : testi.scegli}
            </span>
            <Row>
              {domanda?.corretta != null && (
                <Button
                  size="sm"
                  variant="fantasma"
                  onClick={() =>
                    void assignKey(domanda, null).then(
                      (ok) => ok && setDone((f) => f.filter((x) => x.indice !== indice)),
                    )
                  }
                >
                  {testi.togli}
                </Button>
              )}
              {done.length > 0 && (
                <Button size="sm" icon={<IconUndo size={16} />} onClick={() => void undo()}>
                  {testi.annulla}
                </Button>
              )}
            </Row>
          </div>
          <div className={css.navigazione}>
            <PreviousButton label={modesText.precedente} disabled={indice === 0} onClick={goBack} />
            <ForwardButton onClick={() => void goNext()}>
              {missing === 0 ? modesText.finisci : domanda?.corretta == null ? testi.salta : testi.prossima}
            </ForwardButton>
          </div>
        </div>
      </SedutaDock>
      <ModeDialogs mode={mode} text={testi.in_pausa} />
    </div>
  )
}

function KeyChoice({ domanda, onSelect }: { domanda: Domanda; onSelect: (posizione: number) => void }) {
  return (
    <>
      <DomandaMeta domanda={domanda} />
      <h1 className={comune.quesito}>
        <QuestionText text={domanda.testo} html={domanda.html} />
      </h1>
      {domanda.immagine !== null && (
        <Figure key={domanda.id_domanda} domanda={domanda} number={officialNumber(domanda)} />
      )}
      <fieldset className={comune.risposte} aria-label={testi.quale}>
        {domanda.risposte.map((text, i) => {
          const chosen = domanda.corretta === i + 1
          return (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: printed positions are what they are
              key={`${domanda.id_domanda} ${i}`}
              type="button"
              aria-pressed={chosen}
              className={cx(comune.risposta, chosen && comune.ok)}
              onClick={() => onSelect(i + 1)}
            >
              <span className={comune.lettera}>{'ABCDE'[i]}</span>
              <span className={comune.testo}>
                <AnswerText text={text} html={domanda.html} />
              </span>
              {chosen && (
                <span className={comune.segno}>
                  <IconCheck size={16} />
                  <span>{testi.tua}</span>
                </span>
              )}
            </button>
          )
        })}
      </fieldset>
    </>
  )
}
