import type { ReactNode } from 'react'
import css from './Salta.module.css'

/** A link past what is long to walk through with Tab: seen only while it has the focus. `meta` is the id of what it leads to. */
export const Salta = ({ meta, children }: { meta: string; children: ReactNode }) => (
  <a className={css.salta} href={`#${meta}`}>
    {children}
  </a>
)
