import { useState } from 'react'
import type { Domanda, Seduta } from '#contract/database'
import { marksOf } from '#rules/prova/machine'
import { stripHtml } from '#rules/text'
import { arrangeAnswers } from '../../../components/seduta/answer-order.ts'
import { AnswerText, QuestionText } from '../../../components/seduta/DomandaText.tsx'
import comune from '../../../components/seduta/domanda.module.css'
import { Figure } from '../../../components/seduta/Figure.tsx'
import { SpiegazionePanel } from '../../../components/seduta/SpiegazionePanel.tsx'
import { Topics } from '../../../components/Topics.tsx'
import { canSpiegazioni } from '../../../domain/spiegazioni.ts'
import { showError } from '../../../session/notices.ts'
import { premiumNeeded } from '../../../session/premium-limit.ts'
import { esercitazioneText } from '../../../text/esercitazione.ts'
import { sheetText } from '../../../text/foglio.ts'
import { formatNumber } from '../../../text/formats.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip, Muted, Row, type Tone } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconCheck, IconDown, IconExplain, IconFlag, IconInfo, IconLock, IconMinus, IconX } from '../../../ui/icons.ts'
import type { MarkedPlace } from './analysis.ts'
import { reviewMark } from './review-mark.ts'
import css from './risultati.module.css'

const TONES: Record<MarkedPlace['esito'], Tone> = {
  corretta: 'ok',
  errata: 'errore',
  intermedia: 'primario',
  omessa: 'neutro',
  non_valutata: 'neutro',
}
const ICONS = { corretta: IconCheck, errata: IconX, intermedia: IconMinus, omessa: IconInfo, non_valutata: IconInfo }

/** Question of the review; opened, it shows its answers with the letters of the trial. */
export function ReviewedDomanda({
  place,
  seduta,
  bare = false,
}: {
  place: MarkedPlace
  seduta: Pick<Seduta, 'seme' | 'mescola' | 'regola_risposte'>
  /** True when the list states the outcome of its questions. */
  bare?: boolean
}) {
  const [aperta, setAperta] = useState(false)
  const { domanda, indice, esito: result, voce: item } = place
  const Icon = ICONS[result]
  const isPlain = domanda.stato !== 'annullata' && item.doppia === undefined
  return (
    <details className={css.rivista} onToggle={(e) => setAperta(e.currentTarget.open)}>
      <summary>
        <b>{formatNumber(indice + 1)}</b>
        <span>
          {aperta ? (
            <QuestionText text={domanda.testo} html={domanda.html} />
          ) : domanda.html ? (
            stripHtml(domanda.testo)
          ) : (
            domanda.testo
          )}
        </span>
        {!(bare && isPlain) && (
          <Chip tone={TONES[result]} icon={<Icon size={16} />}>
            {isPlain ? testi.esito[result] : domanda.stato === 'annullata' ? testi.annullata : testi.doppia}
          </Chip>
        )}
        <IconDown size={20} />
      </summary>
      {aperta && (
        <div className={css.dentro}>
          {domanda.immagine !== null && (
            <Figure domanda={domanda} number={domanda.id_ufficiale ?? formatNumber(domanda.indice_uff)} />
          )}
          <ReviewedRisposte place={place} seduta={seduta} />
          <Row wrap>
            <Muted small as="span">
              {[
                domanda.stato === 'annullata' ? testi.annullata_nota : testi.punti_presi(place.punti),
                ...(item.ms > 0 ? [testi.tempo_domanda(item.ms)] : []),
                ...(item.doppia === undefined ? [] : [sheetText.conta(result)]),
                ...(place.fortunata ? [testi.fortunata] : []),
              ].join(' · ')}
            </Muted>
            {item.da_rivedere && (
              <Chip tone="avviso" icon={<IconFlag size={16} />}>
                {testi.segnata}
              </Chip>
            )}
          </Row>
          <WhyPoints domanda={domanda} shuffled={seduta.mescola} />
        </div>
      )}
    </details>
  )
}

/** Answers as they stood, with the key and the mark. */
function ReviewedRisposte({
  place,
  seduta,
}: {
  place: MarkedPlace
  seduta: Pick<Seduta, 'seme' | 'mescola' | 'regola_risposte'>
}) {
  const { domanda, voce: item } = place
  const graded = (domanda.punti?.length ?? 0) > 0
  return (
    <ul className={cx(comune.risposte, graded && comune.graduata)}>
      {arrangeAnswers(domanda, seduta).map((v) => {
        const mark = reviewMark(domanda, v.posizione, place)
        const Icon = mark && MARKS[mark.tone]
        return (
          <li
            key={v.posizione}
            className={cx(
              comune.risposta,
              css.ferma,
              mark && CLASSES[mark.tone],
              mark?.tone === 'altra' && marksOf(item).includes(v.posizione) && comune.mia,
            )}
          >
            <span className={comune.lettera}>{v.letter}</span>
            <span className={comune.testo}>
              <AnswerText text={v.text} html={domanda.html} />
            </span>
            {mark && (
              <span className={comune.segno}>
                {Icon && <Icon size={16} />}
                <span>{mark.text}</span>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
const MARKS = { ok: IconCheck, errata: IconX, neutra: IconMinus, altra: null }
const CLASSES = { ok: comune.ok, errata: comune.errata, neutra: css.neutra, altra: undefined }

/** Explanation, for a person who may read it (D20). */
function WhyPoints({ domanda, shuffled }: { domanda: Domanda; shuffled: boolean }) {
  const [aperta, setAperta] = useState(false)
  return (
    <>
      {domanda.spiegata !== false && (
        <div>
          <Button
            variant={canSpiegazioni(domanda.id_domanda) ? 'tenue' : 'fantasma'}
            size="sm"
            icon={canSpiegazioni(domanda.id_domanda) ? <IconExplain size={16} /> : <IconLock size={16} />}
            label={canSpiegazioni(domanda.id_domanda) ? undefined : esercitazioneText.spiegazione_premium}
            aria-expanded={aperta}
            onClick={() =>
              canSpiegazioni(domanda.id_domanda) ? setAperta(!aperta) : showError(premiumNeeded('spiegazioni'))
            }
          >
            {esercitazioneText.spiegazione}
          </Button>
        </div>
      )}
      <Topics domanda={domanda} />
      {aperta && <SpiegazionePanel id_domanda={domanda.id_domanda} shuffled={shuffled} />}
    </>
  )
}
