import { Link } from 'wouter'
import { LEGAL_PAGES, legalLinksText as texts } from '../text/legal-links.ts'
import { cx } from '../ui/cx.ts'
import css from './LegalLinks.module.css'

/**
 * Links to help, terms, notices and cookie preferences, in the same order at the foot of every page (WCAG 3.2.6) [SC25][SC26].
 * `inset` adds the margins of a screen of the shell.
 */
export const LegalLinks = ({ inset = false }: { inset?: boolean }) => (
  <footer className={cx(css.piede, inset && css.rientro)}>
    <nav className={css.voci} aria-label={texts.navigazione}>
      {LEGAL_PAGES.map(({ href, text }) => (
        <Link key={href} href={href}>
          {text}
        </Link>
      ))}
    </nav>
  </footer>
)
