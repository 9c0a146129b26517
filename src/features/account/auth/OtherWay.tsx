import { Link } from 'wouter'
import css from './auth.module.css'

/** The line under a form that leads to the other one. */
export const OtherWay = ({ ask, href, children }: { ask: string; href: string; children: string }) => (
  <p className={css.nota}>
    {ask}{' '}
    <Link className={css.collegamento} href={href}>
      {children}
    </Link>
  </p>
)
