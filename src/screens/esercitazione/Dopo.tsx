import type { Domanda } from '#contract/database'
import { esercitazione as testi } from '../../text/esercitazione.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted, Row } from '../../ui/base.tsx'
import { IconExplain, IconUndo } from '../../ui/icone.ts'
import css from './esercitazione.module.css'
import { Spiegazione } from './Spiegazione.tsx'

/** Under an answered question: where its key comes from, its explanation, the way back. */
export function Dopo({
  domanda,
  mescolate,
  spiega,
  onSpiega,
  onAnnulla,
}: {
  domanda: Domanda
  mescolate: boolean
  spiega: boolean
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
      {spiega && <Spiegazione key={id_domanda} id_domanda={id_domanda} mescolate={mescolate} />}
    </div>
  )
}
