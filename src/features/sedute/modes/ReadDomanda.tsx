import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import { isPropria } from '#rules/raccolta'
import { officialNumber } from '../../../components/seduta/DomandaFrame.tsx'
import { AnswerText, QuestionText } from '../../../components/seduta/DomandaText.tsx'
import question from '../../../components/seduta/domanda.module.css'
import { Figure } from '../../../components/seduta/Figure.tsx'
import { esercitazioneText } from '../../../text/esercitazione.ts'
import { readingText as testi } from '../../../text/modes.ts'
import { Chip } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconCheck, IconInfo } from '../../../ui/icons.ts'
import { StarButton } from '../parts/StarButton.tsx'
import { sedutaState } from '../seduta-state.ts'
import css from './modes.module.css'

/** Subject, number and star of the question that a mode shows. */
export function DomandaMeta({ domanda }: { domanda: Domanda }) {
  const preferita = useSnapshot(sedutaState).domanda?.statistica.preferiti === 1
  return (
    <div className={question.sopra}>
      <p className={question.meta}>
        {domanda.materia !== null && <Chip>{domanda.materia}</Chip>}
        <span>{esercitazioneText.numero_ufficiale(officialNumber(domanda))}</span>
        {domanda.stato !== 'valida' && <Chip tone="avviso">{esercitazioneText[domanda.stato]}</Chip>}
      </p>
      <StarButton preferita={preferita} />
    </div>
  )
}

/** Question with only its right answer, in big type. */
export function ReadDomanda({ domanda, correct }: { domanda: Domanda; correct: number | null }) {
  const text = correct === null ? null : (domanda.risposte[correct - 1] ?? null)
  const annulled = domanda.stato === 'annullata'
  return (
    <>
      <DomandaMeta domanda={domanda} />
      <h1 className={css.grande} aria-live="polite">
        <QuestionText text={domanda.testo} html={domanda.html} />
      </h1>
      {domanda.immagine !== null && <Figure domanda={domanda} number={officialNumber(domanda)} />}
      <section
        className={cx(css.giusta, (text === null || annulled) && css.senza)}
        aria-label={annulled ? esercitazioneText.pubblicata : testi.giusta}
      >
        {text === null ? (
          <p>{isPropria(domanda.id_domanda) ? testi.senza_chiave_propria : testi.senza_chiave}</p>
        ) : (
          <>
            <h2>
              {annulled ? <IconInfo size={18} /> : <IconCheck size={18} />}
              {annulled
                ? esercitazioneText.pubblicata
                : domanda.punti
                  ? testi.piu_efficace
                  : domanda.chiave === 'utente'
                    ? testi.giusta_tua
                    : testi.giusta}
            </h2>
            <AnswerText text={text} html={domanda.html} />
          </>
        )}
      </section>
    </>
  )
}
