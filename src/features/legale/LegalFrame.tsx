import type { ReactNode } from 'react'
import { LegalLinks } from '../../components/LegalLinks.tsx'
import { useArrival } from '../../ui/arrival.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Row } from '../../ui/base.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { CONTENT_ID } from '../../ui/Page.tsx'
import { SkipLink } from '../../ui/SkipLink.tsx'
import css from './legale.module.css'
import { legaleText as texts } from './text.ts'

/** Frames a page that anybody may read, signed in or not; the head leads home, the foot to the other texts. */
export function LegalFrame({ title, children }: { title: string; children: ReactNode }) {
  const ref = useArrival<HTMLElement>(title)
  return (
    <div className={css.foglio}>
      <SkipLink target={CONTENT_ID}>{texts.al_testo}</SkipLink>
      <header className={css.testa}>
        <Row spread>
          <Logo href="/" />
          <ButtonLink variant="fantasma" flush="end" size="sm" href="/">
            {texts.home}
          </ButtonLink>
        </Row>
      </header>
      <main className={css.corpo} id={CONTENT_ID} tabIndex={-1} ref={ref}>
        <h1>{title}</h1>
        {children}
      </main>
      <div className={css.piede}>
        <LegalLinks />
      </div>
    </div>
  )
}
