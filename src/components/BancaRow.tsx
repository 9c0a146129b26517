import type { ReactNode } from 'react'
import { Link } from 'wouter'
import css from './BancaRow.module.css'

/** One line of a list of banks; the whole line is a link when `href` is given. */
export function BancaRow({
  title,
  below,
  trailing,
  href,
  children,
}: {
  title: string
  below: ReactNode
  trailing?: ReactNode
  href?: string
  /** Under the line, as wide as it: a bar, a progress. */
  children?: ReactNode
}) {
  const content = (
    <>
      <span>
        <b>{title}</b>
        <span className={css.sotto}>{below}</span>
      </span>
      <span className={css.destra}>{trailing}</span>
      {children !== undefined && <span className={css.largo}>{children}</span>}
    </>
  )
  return href === undefined ? (
    <div className={css.voce}>{content}</div>
  ) : (
    <Link href={href} className={css.voce}>
      {content}
    </Link>
  )
}
