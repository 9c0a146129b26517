import { Link } from 'wouter'
import { LEGAL_PAGES, legalLinksText as texts } from '../text/legal-links.ts'
import css from './LegalLinks.module.css'

/** Help, terms, notices, cookie preferences: the same links in the same order at the foot of every page (WCAG 3.2.6) [SC25][SC26]. */
export const LegalLinks = () => (
  <footer className={css.piede}>
    <nav className={css.voci} aria-label={texts.navigazione}>
      {LEGAL_PAGES.map(({ href, text }) => (
        <Link key={href} href={href}>
          {text}
        </Link>
      ))}
    </nav>
  </footer>
)
