import { Link } from 'wouter'
import { NOME } from '../text/nome.ts'
import { cx } from './cx.ts'
import css from './Logo.module.css'

/** Three circles of an answer sheet, the middle one filled. */
const Segno = () => (
  <svg viewBox="0 0 56 18" aria-hidden="true">
    <circle className={css.solo} cx="9" cy="9" r="6.6" />
    <circle className={css.pieno} cx="28" cy="9" r="8.2" />
    <path className={css.spunta} d="m24.4 9.2 2.5 2.5 4.8-5" />
    <circle className={css.solo} cx="47" cy="9" r="6.6" />
  </svg>
)

/** The name of the product; a link home when `href` is given. */
export function Logo({ href, grande = false }: { href?: string; grande?: boolean }) {
  const dentro = (
    <>
      <Segno />
      <span>{NOME}</span>
    </>
  )
  const classe = cx(css.logo, grande && css.grande)
  return href === undefined ? (
    <span className={classe}>{dentro}</span>
  ) : (
    <Link href={href} className={classe}>
      {dentro}
    </Link>
  )
}
