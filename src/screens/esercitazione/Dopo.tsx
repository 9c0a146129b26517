import type { Domanda } from '#contract/database'
import { reportText, othersText as testiAltri, notaText as testiNota } from '../../features/sedute/domanda-text.ts'
import type { GivenAnswer } from '../../features/sedute/seduta-state.ts'
import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted, Row } from '../../ui/base.tsx'
import { IconExplain, IconNote, IconOthers, IconReport, IconUndo } from '../../ui/icons.ts'
import { Altri } from './Altri.tsx'
import type { Voce } from './disposizione.ts'
import css from './esercitazione.module.css'
import { Spiegazione } from './Spiegazione.tsx'

/** Under an answered question: where its key comes from, its explanation, the way back. */
export function Dopo({
  domanda,
  mescolate,
  voci,
  scelta,
  altri,
  spiega,
  onAltri,
  onSegnala,
  onNota,
  onSpiega,
  onAnnulla,
}: {
  domanda: Domanda
  mescolate: boolean
  voci: readonly Voce[]
  scelta: GivenAnswer
  altri: boolean
  spiega: boolean
  onAltri: () => void
  onSegnala: () => void
  onNota: () => void
  onSpiega: () => void
  /** Null when this answer cannot be taken back. */
  onAnnulla: (() => void) | null
}) {
  const { id_domanda, chiave } = domanda
  return (
    <div className={css.dopo}>
      <Row wrap>
        <Button variant="tenue" size="sm" icon={<IconExplain size={16} />} aria-expanded={spiega} onClick={onSpiega}>
          {testi.spiegazione}
        </Button>
        <Button size="sm" icon={<IconOthers size={16} />} aria-expanded={altri} onClick={onAltri}>
          {testiAltri.bottone}
        </Button>
        <Button variant="fantasma" size="sm" icon={<IconNote size={16} />} onClick={onNota}>
          {testiNota.bottone}
        </Button>
        <Button variant="fantasma" size="sm" icon={<IconReport size={16} />} onClick={onSegnala}>
          {reportText.bottone}
        </Button>
        {onAnnulla && (
          <Button variant="fantasma" size="sm" icon={<IconUndo size={16} />} onClick={onAnnulla}>
            {testi.annulla_questa}
          </Button>
        )}
        {chiave === 'redazione' && (
          <Muted small as="span">
            {testi.chiave_redazione}
          </Muted>
        )}
        {chiave === 'utente' && (
          <Muted small as="span">
            {testi.chiave_utente}
          </Muted>
        )}
      </Row>
      {altri && <Altri key={`altri ${id_domanda}`} domanda={domanda} voci={voci} scelta={scelta} />}
      {spiega && <Spiegazione key={id_domanda} id_domanda={id_domanda} mescolate={mescolate} />}
    </div>
  )
}
