import type { ReactNode } from 'react'
import { Link } from 'wouter'
import css from './BancaRow.module.css'

/** Row of a list of banks; the whole row is a link when `href` is given. */
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
  /** Content under the row, as wide as it, such as a bar. */
  children?: ReactNode
}) {
  const content = (
    <>
      <span>
        <b>{title}</b>
        <span className={css.sotto}>{below}</span>
      </span>
      {trailing && <span className={css.destra}>{trailing}</span>}
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
