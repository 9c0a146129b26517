import type { Domanda } from '#contract/database'
import type { Scelta } from '../../state/esercitazione.ts'
import { segnala, altri as testiAltri, nota as testiNota } from '../../text/domanda-altro.ts'
import { esercitazione as testi } from '../../text/esercitazione.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted, Row } from '../../ui/base.tsx'
import { IconExplain, IconNote, IconOthers, IconReport, IconUndo } from '../../ui/icone.ts'
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
  scelta: Scelta
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
      <Row a_capo>
        <Button
          variante="tenue"
          misura="sm"
          icona={<IconExplain size={16} />}
          aria-expanded={spiega}
          onClick={onSpiega}
        >
          {testi.spiegazione}
        </Button>
        <Button misura="sm" icona={<IconOthers size={16} />} aria-expanded={altri} onClick={onAltri}>
          {testiAltri.bottone}
        </Button>
        <Button variante="fantasma" misura="sm" icona={<IconNote size={16} />} onClick={onNota}>
          {testiNota.bottone}
        </Button>
        <Button variante="fantasma" misura="sm" icona={<IconReport size={16} />} onClick={onSegnala}>
          {segnala.bottone}
        </Button>
        {onAnnulla && (
          <Button variante="fantasma" misura="sm" icona={<IconUndo size={16} />} onClick={onAnnulla}>
            {testi.annulla_questa}
          </Button>
        )}
        {chiave === 'redazione' && (
          <Muted piccolo come="span">
            {testi.chiave_redazione}
          </Muted>
        )}
        {chiave === 'utente' && (
          <Muted piccolo come="span">
            {testi.chiave_utente}
          </Muted>
        )}
      </Row>
      {altri && <Altri key={`altri ${id_domanda}`} domanda={domanda} voci={voci} scelta={scelta} />}
      {spiega && <Spiegazione key={id_domanda} id_domanda={id_domanda} mescolate={mescolate} />}
    </div>
  )
}
