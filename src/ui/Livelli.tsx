import { useId } from 'react'
import type { Livello } from '#rules/livello'
import { numero } from '../text/formati.ts'
import { DAL_MIGLIORE, livelli, nomeLivello, SCEGLIBILI } from '../text/livelli.ts'
import { VisuallyHidden } from './base.tsx'
import { cx } from './cx.ts'
import css from './Livelli.module.css'

export type PerLivello = Readonly<Record<Livello, number>>
const CLASSE: Record<Livello, string | undefined> = { [-99]: css.l0, [-2]: css.l1, [-1]: css.l2, 0: css.l3, 1: css.l4 }

/** The circle of a level; decorative, the words stand beside it. */
export const LevelGlyph = ({ livello, grande = false }: { livello: Livello; grande?: boolean }) => (
  <span className={cx(css.glifo, CLASSE[livello], grande && css.grande)} aria-hidden="true" />
)

/** How a bank is known, from the best level to the unanswered. */
export function LevelBar({
  per_livello,
  misura = 'media',
}: {
  per_livello: PerLivello
  misura?: 'sottile' | 'media' | 'grande'
}) {
  const totale = DAL_MIGLIORE.reduce<number>((n, l) => n + per_livello[l], 0)
  return (
    <div
      className={cx(css.barra, misura !== 'media' && css[misura])}
      role="img"
      aria-label={DAL_MIGLIORE.map((l) => `${nomeLivello(l)}: ${numero(per_livello[l])}`).join(', ')}
    >
      {totale > 0 &&
        DAL_MIGLIORE.filter((l) => per_livello[l] > 0).map((l) => (
          <span key={l} className={cx(css.parte, CLASSE[l])} style={{ width: `${(100 * per_livello[l]) / totale}%` }} />
        ))}
    </div>
  )
}

/** The same figures in words, under a large bar. */
export const LevelTiles = ({ per_livello }: { per_livello: PerLivello }) => (
  <ul className={css.tessere}>
    {DAL_MIGLIORE.map((l) => (
      <li key={l}>
        <LevelGlyph livello={l} />
        <b>{numero(per_livello[l])}</b>
        <span className={css.nome}>{nomeLivello(l)}</span>
      </li>
    ))}
  </ul>
)

/** Sets the level of one question: the four that a person may give. */
export function LevelPicker({
  valore,
  disabilitato = false,
  onScegli,
}: {
  valore: Livello
  disabilitato?: boolean
  onScegli: (livello: Livello) => void
}) {
  const nome = useId()
  return (
    <fieldset disabled={disabilitato}>
      <legend>
        <VisuallyHidden>{livelli.legenda}</VisuallyHidden>
      </legend>
      <div className={css.scelte}>
        {SCEGLIBILI.map((l) => (
          <label className={css.scelta} key={l}>
            <input type="radio" name={nome} checked={l === valore} onChange={() => onScegli(l)} />
            <span className={css.faccia}>
              <LevelGlyph livello={l} />
              <span>{livelli.bottoni[l]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
