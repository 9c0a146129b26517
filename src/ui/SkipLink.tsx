import type { ReactNode } from 'react'
import css from './SkipLink.module.css'

/** A link past a long stretch of Tab stops, seen only while it has the focus. `target` is the id after that stretch. */
export const SkipLink = ({ target, children }: { target: string; children: ReactNode }) => (
  <a className={css.salta} href={`#${target}`}>
    {children}
  </a>
)
