import type { ReactNode } from 'react'
import { Muted, Row } from '../../ui/base.tsx'
import css from './seduta.module.css'

/** Beside the question on wide screens: the sheet, how far one is, and what else belongs to this way of sitting. */
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
