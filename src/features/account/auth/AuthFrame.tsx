import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { LegalLinks } from '../../../components/LegalLinks.tsx'
import { network } from '../../../platform/network.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { Band } from '../../../ui/base.tsx'
import { IconOffline } from '../../../ui/icons.ts'
import { Logo } from '../../../ui/Logo.tsx'
import css from './auth.module.css'
import { authText, offlineAuthText as texts } from './text.ts'

/** Rows of the answer sheet, with the letter of the filled circle. */
const ROWS = [...'CADBCEABDCAE'].map((filled, i) => ({ numero: i + 1, pieno: filled }))

/** Draws the two halves of the account's screens: an answer sheet on wide windows, the form beside it. */
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
        <OfflineNotice />
        {children}
        <LegalLinks />
      </main>
    </div>
  )
}

/** Shows before the form is filled that signing in requires a network, and what works meanwhile [PP6]. */
function OfflineNotice() {
  const { online } = useSnapshot(network)
  // Wait for the first render, because the drawn login has no state of the network (decision 0085).
  const [drawn, setDrawn] = useState(false)
  useEffect(() => setDrawn(true), [])
  return drawn && !online ? (
    <Band icon={<IconOffline size={20} />}>
      {texts.testo} <Link href="/guida">{texts.guida}</Link>.
    </Band>
  ) : null
}
