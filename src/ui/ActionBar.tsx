import type { ReactNode } from 'react'
import css from './ActionBar.module.css'
import { heightVar } from './height-var.ts'

const height = heightVar('--avvio')

/**
 * Choices, the bar that starts what is chosen, and what may be changed further. On a phone the bar stands under the choices and stays
 * in sight once they are scrolled past; on a wide window it stands beside both (decision 0138).
 */
export const ActionColumns = ({ choices, bar, more }: { choices: ReactNode; bar: ReactNode; more: ReactNode }) => (
  <div className={css.colonne}>
    <div className={css.parte}>{choices}</div>
    {bar}
    <div className={css.parte}>{more}</div>
  </div>
)

/** Bar with the selection, in a live region, and the way in. */
export const ActionBar = ({
  label,
  title,
  notes,
  children,
}: {
  label: string
  title: ReactNode
  notes: ReactNode
  children: ReactNode
}) => (
  <section ref={height} className={css.avvio} aria-label={label}>
    <div className={css.conto} role="status">
      <p>{title}</p>
      {notes}
    </div>
    {children}
  </section>
)
