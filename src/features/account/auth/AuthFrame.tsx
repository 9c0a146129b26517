import type { ReactNode } from 'react'
import { LegalLinks } from '../../../components/LegalLinks.tsx'
import { useArrival } from '../../../ui/arrival.ts'
import { Logo } from '../../../ui/Logo.tsx'
import css from './auth.module.css'
import { authText } from './text.ts'

/** Which circle of each row of the answer sheet is filled. */
const ROWS = [...'CADBCEABDCAE'].map((filled, i) => ({ numero: i + 1, pieno: filled }))

/** The two halves of the account's screens: an answer sheet on wide windows, what is to be done beside it. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  const ref = useArrival<HTMLElement>(title)
  return (
    <div className={css.due}>
      <div className={css.foglio} aria-hidden="true">
        <div className={css.cerchi}>
          {ROWS.flatMap(({ numero: number, pieno: filled }) => [
            <b key={number}>{number}</b>,
            ...[...'ABCDE'].map((letter) => (
              <span key={`${number}${letter}`} className={letter === filled ? css.pieno : undefined}>
                {letter}
              </span>
            )),
          ])}
        </div>
        <h2>{authText.slogan}</h2>
        <p>{authText.sottotitolo}</p>
      </div>
      <main className={css.lato} tabIndex={-1} ref={ref}>
        <div className={css.marchio}>
          <Logo large />
        </div>
        {children}
        <LegalLinks />
      </main>
    </div>
  )
}
