import type { Domanda } from '#contract/database'
import { officialNumber } from '../../../components/seduta/DomandaFrame.tsx'
import { AnswerText, QuestionText } from '../../../components/seduta/DomandaText.tsx'
import comune from '../../../components/seduta/domanda.module.css'
import { Figure } from '../../../components/seduta/Figure.tsx'
import { ForwardButton, PreviousButton } from '../../../components/seduta/SedutaDock.tsx'
import { modesText, assignText as testi } from '../../../text/modes.ts'
import { Button } from '../../../ui/Button.tsx'
import { Row } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconCheck, IconUndo } from '../../../ui/icons.ts'
import { goToPlace, type SedutaHead } from '../seduta-state.ts'
import { ModeEnd } from './ModeEnd.tsx'
import { ModeFrame } from './ModeFrame.tsx'
import css from './modes.module.css'
import { DomandaMeta } from './ReadDomanda.tsx'
import { useAssignKeys } from './useAssignKeys.ts'

/** Mode in which the person assigns the right answers by hand, one tap each, apart from official keys (D17). */
export function AssignKeys({ seduta }: { seduta: SedutaHead }) {
  const keys = useAssignKeys(seduta)
  const { mode, domanda, indice, n, missing } = keys
  const { id_concorso } = seduta
  if (keys.stato === 'consegnata') {
    const left = missing ?? 0
    return (
      <ModeEnd
        id_concorso={id_concorso}
        texts={testi}
        text={testi.fine(n - left, left)}
        selection={n > left ? () => ({ filtro: { id_concorso, chiavi: ['utente'] } }) : null}
      />
    )
  }
  return (
    <ModeFrame
      title={testi.titolo}
      header={{
        ...{ indice, n, onJump: (i) => void goToPlace(i), onLeave: mode.askLeave, onPause: mode.pause },
        ...(missing !== null && { nota: testi.mancano(missing) }),
      }}
      dialogs={{ mode, text: testi.in_pausa }}
      missing={keys.isGone}
      onNext={keys.goNext}
      dock={<KeysDock keys={keys} />}
    >
      {domanda && <KeyChoice domanda={domanda} onSelect={keys.choose} />}
    </ModeFrame>
  )
}

function KeysDock({ keys }: { keys: ReturnType<typeof useAssignKeys> }) {
  const { hasKey } = keys
  return (
    <>
      <div className={css.stato}>
        <span role="status">{hasKey != null ? testi.assegnata('ABCDE'[hasKey - 1] ?? '') : testi.scegli}</span>
        <Row>
          {hasKey != null && (
            <Button size="sm" variant="fantasma" onClick={keys.takeAway}>
              {testi.togli}
            </Button>
          )}
          {keys.canUndo && (
            <Button size="sm" icon={<IconUndo size={16} />} onClick={keys.undo}>
              {testi.annulla}
            </Button>
          )}
        </Row>
      </div>
      <div className={css.navigazione}>
        <PreviousButton label={modesText.precedente} disabled={keys.indice === 0} onClick={keys.goBack} />
        <ForwardButton onClick={keys.goNext}>
          {keys.missing === 0 ? modesText.finisci : hasKey == null ? testi.salta : testi.prossima}
        </ForwardButton>
      </div>
    </>
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
              // biome-ignore lint/suspicious/noArrayIndexKey: printed positions never move
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
