import { useId } from 'react'
import type { Livello } from '#rules/livello'
import { formatNumber } from '../text/formats.ts'
import { ASSIGNABLE_LIVELLI, BEST_FIRST, livelliText, livelloName } from '../text/livelli.ts'
import { VisuallyHidden } from '../ui/base.tsx'
import { cx } from '../ui/cx.ts'
import css from './Livelli.module.css'

export type LivelloCounts = Readonly<Record<Livello, number>>
const CLASS_OF: Record<Livello, string | undefined> = {
  [-99]: css.l0,
  [-2]: css.l1,
  [-1]: css.l2,
  0: css.l3,
  1: css.l4,
}

/** Circle of a level, decorative because the words stand beside it. */
export const LivelloGlyph = ({ livello, large = false }: { livello: Livello; large?: boolean }) => (
  <span className={cx(css.glifo, CLASS_OF[livello], large && css.grande)} aria-hidden="true" />
)

/** Bar of a bank's levels, from the best level to the unanswered. */
export function LivelloBar({
  per_livello,
  size = 'media',
}: {
  per_livello: LivelloCounts
  size?: 'sottile' | 'media' | 'grande'
}) {
  const total = BEST_FIRST.reduce<number>((n, l) => n + per_livello[l], 0)
  return (
    <div
      className={cx(css.barra, size !== 'media' && css[size])}
      role="img"
      aria-label={BEST_FIRST.map((l) => `${livelloName(l)}: ${formatNumber(per_livello[l])}`).join(', ')}
    >
      {total > 0 &&
        BEST_FIRST.filter((l) => per_livello[l] > 0).map((l) => (
          <span
            key={l}
            className={cx(css.parte, CLASS_OF[l])}
            style={{ width: `${(100 * per_livello[l]) / total}%` }}
          />
        ))}
    </div>
  )
}

/** Figures of the levels in words, under a large bar. */
export const LivelloTiles = ({ per_livello }: { per_livello: LivelloCounts }) => (
  <ul className={css.tessere}>
    {BEST_FIRST.map((l) => (
      <li key={l}>
        <LivelloGlyph livello={l} />
        <b>{formatNumber(per_livello[l])}</b>
        <span className={css.nome}>{livelloName(l)}</span>
      </li>
    ))}
  </ul>
)

/** Picker of a question's level, with the four that a person may set. */
export function LivelloPicker({
  value,
  disabilitato = false,
  onSelect,
}: {
  value: Livello
  disabilitato?: boolean
  onSelect: (livello: Livello) => void
}) {
  const name = useId()
  return (
    <fieldset disabled={disabilitato}>
      <legend>
        <VisuallyHidden>{livelliText.legenda}</VisuallyHidden>
      </legend>
      <div className={css.scelte}>
        {ASSIGNABLE_LIVELLI.map((l) => (
          <label className={css.scelta} key={l}>
            <input type="radio" name={name} checked={l === value} onChange={() => onSelect(l)} />
            <span className={css.faccia}>
              <LivelloGlyph livello={l} />
              <span>{livelliText.bottoni[l]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
