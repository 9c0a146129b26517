import { esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { formatNumber } from '../../../text/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconPause, IconRight, IconWrong, IconX } from '../../../ui/icons.ts'
import { Menu, type MenuItem } from '../../../ui/Menu.tsx'
import css from './exercise.module.css'

/** Where one is in the sitting, how it goes, and the ways out of it. */
export function ExerciseHeader({
  indice,
  n,
  corrette,
  errate,
  nulle,
  items,
  onLeave,
  onPause,
}: {
  indice: number
  n: number
  corrette: number
  errate: number
  nulle: number
  items: readonly MenuItem[]
  onLeave: () => void
  onPause: () => void
}) {
  const marked = corrette + errate + nulle
  const share = (part: number) => ({ width: `${(100 * part) / Math.max(1, n)}%` })
  return (
    <header className={css.testata}>
      <Button variant="fantasma" iconOnly label={testi.esci} icon={<IconX size={20} />} onClick={onLeave} />
      <div className={css.progresso}>
        <p className={css.conti}>
          <b>
            {formatNumber(indice + 1)} <span className={css.di}>{testi.di(n)}</span>
          </b>
          <span className={css.esiti}>
            <span className={cx(css.conto, css.ok)}>
              <IconRight size={16} />
              <b aria-hidden="true">{formatNumber(corrette)}</b>
              <VisuallyHidden>{testi.corrette(corrette)}</VisuallyHidden>
            </span>
            <span className={cx(css.conto, css.errata)}>
              <IconWrong size={16} />
              <b aria-hidden="true">{formatNumber(errate)}</b>
              <VisuallyHidden>{testi.errate(errate)}</VisuallyHidden>
            </span>
          </span>
        </p>
        <div
          className={css.barra}
          role="progressbar"
          aria-label={testi.avanzamento}
          aria-valuemin={0}
          aria-valuenow={marked}
          aria-valuemax={n}
          tabIndex={-1}
        >
          {corrette > 0 && <i className={css.fatteOk} style={share(corrette)} />}
          {errate > 0 && <i className={css.fatteErrate} style={share(errate)} />}
          {nulle > 0 && <i className={css.fatteNulle} style={share(nulle)} />}
        </div>
      </div>
      <Button variant="fantasma" iconOnly label={testi.pausa} icon={<IconPause size={20} />} onClick={onPause} />
      <Menu label={testi.altre_azioni} items={items} />
    </header>
  )
}
