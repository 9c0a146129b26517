import type { ReactNode } from 'react'
import css from './SkipLink.module.css'

/** A link past what is long to walk through with Tab: seen only while it has the focus. `meta` is the id of what it leads to. */
export const SkipLink = ({ target, children }: { target: string; children: ReactNode }) => (
  <a className={css.salta} href={`#${target}`}>
    {children}
  </a>
)
