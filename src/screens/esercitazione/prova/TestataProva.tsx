import { useState } from 'react'
import { formatNumber } from '../../../text/formats.ts'
import { formatClock, provaText as testi } from '../../../text/prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Digits, VisuallyHidden } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconClock, IconPause, IconX } from '../../../ui/icons.ts'
import css from './prova.module.css'
import { useTempo } from './useTempo.ts'

/** From here on the clock looks different, milliseconds. */
const AGLI_SGOCCIOLI = 5 * 60_000

/** Where one is, how many answers are given, the time left, and the ways out. */
export function TestataProva({
  indice,
  n,
  date,
  nota,
  onEsci,
  onPausa,
}: {
  indice: number
  n: number
  date: number
  /** Extra time, said as long as the trial lasts. */
  nota: string | null
  onEsci: () => void
  /** Null where the rules allow no pause. */
  onPausa: (() => void) | null
}) {
  return (
    <header className={css.testata}>
      <Button variant="fantasma" iconOnly label={testi.esci} icon={<IconX size={20} />} onClick={onEsci} />
      <div className={css.progresso}>
        <p className={css.conti}>
          <b>{formatNumber(indice + 1)}</b> {testi.di(n)} <span className={css.punto}>·</span>{' '}
          <span className={css.dati}>{testi.date(date)}</span>
          {nota !== null && <span className={css.extra}>{nota}</span>}
        </p>
        <div
          className={css.barra}
          role="progressbar"
          aria-label={testi.avanzamento}
          aria-valuemin={0}
          aria-valuenow={date}
          aria-valuemax={n}
          tabIndex={-1}
        >
          <i style={{ width: `${(100 * date) / Math.max(1, n)}%` }} />
        </div>
      </div>
      <Orologio />
      {onPausa && (
        <Button variant="fantasma" iconOnly label={testi.pausa} icon={<IconPause size={20} />} onClick={onPausa} />
      )}
    </header>
  )
}

/** The countdown; a touch hides it. Its last minutes are told also to who does not see it. */
function Orologio() {
  const [nascosto, setNascosto] = useState(false)
  const { resto, avviso } = useTempo()
  if (resto === null) return null
  return (
    <>
      <button
        type="button"
        className={cx(css.orologio, resto <= AGLI_SGOCCIOLI && css.sgoccioli, nascosto && css.coperto)}
        aria-label={`${testi.tempo_rimasto(resto)}. ${nascosto ? testi.mostra_tempo : testi.nascondi_tempo}`}
        title={nascosto ? testi.mostra_tempo : testi.nascondi_tempo}
        onClick={() => setNascosto(!nascosto)}
      >
        {nascosto ? <IconClock size={20} /> : <Digits>{formatClock(resto)}</Digits>}
      </button>
      <VisuallyHidden>
        <span role="status">{avviso === null ? '' : testi.restano(avviso)}</span>
      </VisuallyHidden>
    </>
  )
}
