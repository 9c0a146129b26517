import { useSnapshot } from 'valtio'
import type { Abitudine, Domanda } from '#contract/database'
import { isPropria } from '#rules/raccolta'
import type { AnswerOption } from '../../../components/seduta/answer-order.ts'
import { SpiegazionePanel } from '../../../components/seduta/SpiegazionePanel.tsx'
import { Topics } from '../../../components/Topics.tsx'
import { canSpiegazioni } from '../../../domain/spiegazioni.ts'
import { esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { martellaText as texts } from '../../../text/martella.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted, Row } from '../../../ui/base.tsx'
import { IconExplain, IconLock, IconNote, IconOthers, IconReport, IconUndo } from '../../../ui/icons.ts'
import { crowd } from '../domanda-extra.ts'
import { reportText, othersText as testiAltri, notaText as testiNota } from '../domanda-text.ts'
import type { GivenAnswer } from '../seduta-state.ts'
import css from './exercise.module.css'
import { OthersAnswers } from './OthersAnswers.tsx'
import { Remember } from './Remember.tsx'

/** Row under an answered question, with the source of its key, its explanation and the undo. */
export function AfterAnswer({
  domanda,
  shuffled,
  options,
  given,
  others,
  explained,
  onOthers,
  onReport,
  onNota,
  onExplain,
  onUndo,
  habit,
}: {
  domanda: Domanda
  shuffled: boolean
  options: readonly AnswerOption[]
  given: GivenAnswer
  others: boolean
  explained: boolean
  onOthers: () => void
  onReport: () => void
  onNota: () => void
  onExplain: () => void
  /** Null when this answer cannot be taken back. */
  onUndo: (() => void) | null
  /** Wrong option that recurs, in a drill. */
  habit: Abitudine | undefined
}) {
  const { id_domanda, chiave: key } = domanda
  const crowded = useSnapshot(crowd).by_banca[domanda.id_concorso ?? 0] === true
  // Align the first words with the question where no button of the row shows its box.
  const bare = !crowded && (domanda.spiegata === false || !canSpiegazioni(id_domanda))
  return (
    <div className={css.dopo}>
      {domanda.spiegata === false && given.esito === 'errata' && <Remember domanda={domanda} options={options} />}
      {habit && <HabitLine habit={habit} given={given} options={options} />}
      <Row wrap className={bare ? css.filo : undefined}>
        {domanda.spiegata !== false && (
          <Button
            variant={canSpiegazioni(id_domanda) ? 'tenue' : 'fantasma'}
            size="sm"
            icon={canSpiegazioni(id_domanda) ? <IconExplain size={16} /> : <IconLock size={16} />}
            label={canSpiegazioni(id_domanda) ? undefined : testi.spiegazione_premium}
            aria-expanded={explained}
            onClick={onExplain}
          >
            {testi.spiegazione}
          </Button>
        )}
        {crowded && (
          <Button size="sm" icon={<IconOthers size={16} />} aria-expanded={others} onClick={onOthers}>
            {testiAltri.bottone}
          </Button>
        )}
        <Button variant="fantasma" size="sm" icon={<IconNote size={16} />} onClick={onNota}>
          {testiNota.bottone}
        </Button>
        {!isPropria(id_domanda) && (
          <Button variant="fantasma" size="sm" icon={<IconReport size={16} />} onClick={onReport}>
            {reportText.bottone}
          </Button>
        )}
        {onUndo && (
          <Button variant="fantasma" size="sm" icon={<IconUndo size={16} />} onClick={onUndo}>
            {testi.annulla_questa}
          </Button>
        )}
        {key === 'redazione' && (
          <Muted small as="span">
            {testi.chiave_redazione}
          </Muted>
        )}
        {key === 'utente' && (
          <Muted small as="span">
            {testi.chiave_utente}
          </Muted>
        )}
      </Row>
      <Topics domanda={domanda} />
      {others && <OthersAnswers key={`altri ${id_domanda}`} domanda={domanda} options={options} given={given} />}
      {explained && <SpiegazionePanel key={id_domanda} id_domanda={id_domanda} shuffled={shuffled} />}
    </div>
  )
}

/** Option that a person picks again and again, by its letter here [MB6]. */
function HabitLine({
  habit: { risposta, volte, errori },
  given,
  options,
}: {
  habit: Abitudine
  given: GivenAnswer
  options: readonly AnswerOption[]
}) {
  const letter = options.find((o) => o.posizione === risposta)?.letter
  if (letter === undefined) return null
  const say = given.risposta === risposta ? texts.ancora : given.esito === 'corretta' ? texts.presa : texts.altra
  return <p className={css.abitudine}>{say(letter, volte, errori)}</p>
}
