import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { formatNumber } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { VisuallyHidden } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { IconPause, IconRight, IconWrong, IconX } from '../../ui/icons.ts'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import css from './esercitazione.module.css'

/** Where one is in the sitting, how it goes, and the ways out of it. */
export function Testata({
  indice,
  n,
  corrette,
  errate,
  nulle,
  voci,
  onEsci,
  onPausa,
}: {
  indice: number
  n: number
  corrette: number
  errate: number
  nulle: number
  voci: readonly MenuItem[]
  onEsci: () => void
  onPausa: () => void
}) {
  const date = corrette + errate + nulle
  const quota = (parte: number) => ({ width: `${(100 * parte) / Math.max(1, n)}%` })
  return (
    <header className={css.testata}>
      <Button variant="fantasma" iconOnly label={testi.esci} icon={<IconX size={20} />} onClick={onEsci} />
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
          aria-valuenow={date}
          aria-valuemax={n}
          tabIndex={-1}
        >
          {corrette > 0 && <i className={css.fatteOk} style={quota(corrette)} />}
          {errate > 0 && <i className={css.fatteErrate} style={quota(errate)} />}
          {nulle > 0 && <i className={css.fatteNulle} style={quota(nulle)} />}
        </div>
      </div>
      <Button variant="fantasma" iconOnly label={testi.pausa} icon={<IconPause size={20} />} onClick={onPausa} />
      <Menu label={testi.altre_azioni} items={voci} />
    </header>
  )
}
