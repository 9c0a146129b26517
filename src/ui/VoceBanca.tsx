import type { ReactNode } from 'react'
import { Link } from 'wouter'
import css from './VoceBanca.module.css'

/** One line of a list of banks; the whole line is a link when `href` is given. */
export function VoceBanca({
  titolo,
  sotto,
  destra,
  href,
  children,
}: {
  titolo: string
  sotto: ReactNode
  destra?: ReactNode
  href?: string
  /** Under the line, as wide as it: a bar, a progress. */
  children?: ReactNode
}) {
  const dentro = (
    <>
      <span>
        <b>{titolo}</b>
        <span className={css.sotto}>{sotto}</span>
      </span>
      <span className={css.destra}>{destra}</span>
      {children !== undefined && <span className={css.largo}>{children}</span>}
    </>
  )
  return href === undefined ? (
    <div className={css.voce}>{dentro}</div>
  ) : (
    <Link href={href} className={css.voce}>
      {dentro}
    </Link>
  )
}
