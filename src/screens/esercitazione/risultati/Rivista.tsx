import { useState } from 'react'
import type { Domanda, Seduta } from '#contract/database'
import { stripHtml } from '#rules/text'
import { showError } from '../../../app/notices.ts'
import { canSpiegazioni } from '../../../features/sedute/spiegazioni.ts'
import { esercitazioneText } from '../../../text/esercitazione.ts'
import { formatNumber } from '../../../text/formats.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip, Muted, Row, type Tone } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconCheck, IconDown, IconExplain, IconFlag, IconInfo, IconMinus, IconX } from '../../../ui/icons.ts'
import { disponi } from '../disposizione.ts'
import comune from '../domanda.module.css'
import { Figura } from '../Figura.tsx'
import { Spiegazione } from '../Spiegazione.tsx'
import { Quesito, Testo } from '../Testo.tsx'
import type { PostoValutato } from './analisi.ts'
import css from './risultati.module.css'
import { segnoRivista } from './segno.ts'

const TONI: Record<PostoValutato['esito'], Tone> = {
  corretta: 'ok',
  errata: 'errore',
  intermedia: 'primario',
  omessa: 'neutro',
  non_valutata: 'neutro',
}
const ICONE = { corretta: IconCheck, errata: IconX, intermedia: IconMinus, omessa: IconInfo, non_valutata: IconInfo }

/** One question of the review; opened it shows its answers with the letters that the trial had. */
export function Rivista({
  posto,
  seduta,
}: {
  posto: PostoValutato
  seduta: Pick<Seduta, 'seme' | 'mescola' | 'regola_risposte'>
}) {
  const [aperta, setAperta] = useState(false)
  const { domanda, indice, esito, voce } = posto
  const Icona = ICONE[esito]
  return (
    <details className={css.rivista} onToggle={(e) => setAperta(e.currentTarget.open)}>
      <summary>
        <b>{formatNumber(indice + 1)}</b>
        <span>
          {aperta ? (
            <Quesito testo={domanda.testo} html={domanda.html} />
          ) : domanda.html ? (
            stripHtml(domanda.testo)
          ) : (
            domanda.testo
          )}
        </span>
        <Chip tone={TONI[esito]} icon={<Icona size={16} />}>
          {domanda.stato === 'annullata' ? testi.annullata : testi.esito[esito]}
        </Chip>
        <IconDown size={20} />
      </summary>
      {aperta && (
        <div className={css.dentro}>
          {domanda.immagine !== null && (
            <Figura domanda={domanda} numero={domanda.id_ufficiale ?? formatNumber(domanda.indice_uff)} />
          )}
          <Risposte posto={posto} seduta={seduta} />
          <Row wrap>
            <Muted small as="span">
              {[
                domanda.stato === 'annullata' ? testi.annullata_nota : testi.punti_presi(posto.punti),
                ...(voce.ms > 0 ? [testi.tempo_domanda(voce.ms)] : []),
                ...(posto.fortunata ? [testi.fortunata] : []),
              ].join(' · ')}
            </Muted>
            {voce.da_rivedere && (
              <Chip tone="avviso" icon={<IconFlag size={16} />}>
                {testi.segnata}
              </Chip>
            )}
          </Row>
          <Perche domanda={domanda} mescolate={seduta.mescola} />
        </div>
      )}
    </details>
  )
}

/** The answers as they stood, the key and the mark. */
function Risposte({
  posto,
  seduta,
}: {
  posto: PostoValutato
  seduta: Pick<Seduta, 'seme' | 'mescola' | 'regola_risposte'>
}) {
  const { domanda, voce } = posto
  const graduata = (domanda.punti?.length ?? 0) > 0
  return (
    <ul className={cx(comune.risposte, graduata && comune.graduata)}>
      {disponi(domanda, seduta).map((v) => {
        const segno = segnoRivista(domanda, v.posizione, posto)
        const Icona = segno && SEGNI[segno.tono]
        return (
          <li
            key={v.posizione}
            className={cx(
              comune.risposta,
              css.ferma,
              segno && CLASSI[segno.tono],
              segno?.tono === 'altra' && v.posizione === voce.risposta && comune.mia,
            )}
          >
            <span className={comune.lettera}>{v.lettera}</span>
            <span className={comune.testo}>
              <Testo testo={v.testo} html={domanda.html} />
            </span>
            {segno && (
              <span className={comune.segno}>
                {Icona && <Icona size={16} />}
                <span>{segno.testo}</span>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
const SEGNI = { ok: IconCheck, errata: IconX, accettabile: IconMinus, altra: null }
const CLASSI = { ok: comune.ok, errata: comune.errata, accettabile: css.accettabile, altra: undefined }

/** The explanation, for who may read it (D20). */
function Perche({ domanda, mescolate }: { domanda: Domanda; mescolate: boolean }) {
  const [aperta, setAperta] = useState(false)
  return (
    <>
      <div>
        <Button
          variant="tenue"
          size="sm"
          icon={<IconExplain size={16} />}
          aria-expanded={aperta}
          onClick={() => (canSpiegazioni() ? setAperta(!aperta) : showError({ codice: 'PREMIUM_RICHIESTO' }))}
        >
          {esercitazioneText.spiegazione}
        </Button>
      </div>
      {aperta && <Spiegazione id_domanda={domanda.id_domanda} mescolate={mescolate} />}
    </>
  )
}
