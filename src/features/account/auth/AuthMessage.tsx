import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'
import { IconExpired } from '../../../ui/icons.ts'
import css from './auth.module.css'

/** Shows an outcome in the place of a form: a round icon, the title, a sentence or two. */
export const AuthMessage = ({
  icon,
  title,
  tone = 'primario',
  children,
}: {
  icon: ReactNode
  title: string
  tone?: 'primario' | 'ok' | 'avviso'
  children: ReactNode
}) => (
  <div className={css.posta}>
    <span className={cx(css.tondo, tone !== 'primario' && css[tone])}>{icon}</span>
    <h1>{title}</h1>
    {children}
  </div>
)

/** Shows that a link has expired. */
export const ExpiredMessage = ({ texts }: { texts: { scaduto_titolo: string; scaduto: string } }) => (
  <AuthMessage icon={<IconExpired size={32} />} title={texts.scaduto_titolo} tone="avviso">
    <p role="status">{texts.scaduto}</p>
  </AuthMessage>
)
