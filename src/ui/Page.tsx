import type { ReactNode } from 'react'
import { shellText } from '../text/shell.ts'
import { useArrival } from './arrival.ts'
import { ButtonLink } from './Button.tsx'
import { cx } from './cx.ts'
import { IconBack } from './icons.ts'
import { Logo } from './Logo.tsx'
import css from './Page.module.css'

export const CONTENT_ID = 'contenuto'
/** A screen: bar on the phone, title, content. Wide screens have the rail instead of the bar. */
export function Page({
  title,
  above,
  below,
  back,
  bar,
  aside,
  children,
}: {
  title: string
  /** A line above the title. */
  above?: ReactNode
  /** Chips or a line under the title. */
  below?: ReactNode
  /** Where the arrow of the phone's bar leads; without it the bar shows the logo. */
  back?: string
  /** Buttons of the phone's bar. */
  bar?: ReactNode
  /** Beside the title on wide screens, under it on phones. */
  aside?: ReactNode
  children?: ReactNode
}) {
  const ref = useArrival<HTMLElement>(title)
  return (
    <>
      <header className={css.barra}>
        {back === undefined ? (
          <Logo href="/" />
        ) : (
          <span className={css.indietro}>
            <ButtonLink
              href={back}
              variant="fantasma"
              iconOnly
              label={shellText.indietro}
              icon={<IconBack size={20} />}
            />
          </span>
        )}
        <p className={css.titolo}>{back !== undefined && title}</p>
        {bar}
      </header>
      <main className={css.contenuto} id={CONTENT_ID} tabIndex={-1} ref={ref}>
        <div className={css.testa}>
          <div className={css.parole}>
            {above}
            <h1>{title}</h1>
            {below}
          </div>
          {aside !== undefined && <div className={cx(css.lato)}>{aside}</div>}
        </div>
        {children}
      </main>
    </>
  )
}
