import type { ReactNode } from 'react'
import { Muted, Row } from '../../ui/base.tsx'
import css from './seduta.module.css'

/** Panel beside the question on wide screens, with the sheet, the progress, and the parts of this kind of sitting. */
export const SidePanel = ({ title, count, children }: { title: string; count: string; children: ReactNode }) => (
  <aside className={css.pannello} aria-label={title}>
    <Row spread>
      <h2>{title}</h2>
      <Muted small as="span">
        {count}
      </Muted>
    </Row>
    {children}
  </aside>
)
