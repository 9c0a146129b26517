import { Link } from 'wouter'
import { APP_NAME } from '../text/app-name.ts'
import { cx } from './cx.ts'
import css from './Logo.module.css'

/** Three circles of an answer sheet, the middle one filled. */
const Mark = () => (
  <svg viewBox="0 0 56 18" aria-hidden="true">
    <circle className={css.solo} cx="9" cy="9" r="6.6" />
    <circle className={css.pieno} cx="28" cy="9" r="8.2" />
    <path className={css.spunta} d="m24.4 9.2 2.5 2.5 4.8-5" />
    <circle className={css.solo} cx="47" cy="9" r="6.6" />
  </svg>
)

/** The name of the product; a link home when `href` is given. */
export function Logo({ href, large = false }: { href?: string; large?: boolean }) {
  const content = (
    <>
      <Mark />
      <span>{APP_NAME}</span>
    </>
  )
  const className = cx(css.logo, large && css.grande)
  return href === undefined ? (
    <span className={className}>{content}</span>
  ) : (
    <Link href={href} className={className}>
      {content}
    </Link>
  )
}
