import type { ReactNode, Ref } from 'react'
import { shellText } from '../text/shell.ts'
import { useArrival } from './arrival.ts'
import { ButtonLink } from './Button.tsx'
import { cx } from './cx.ts'
import { IconBack } from './icons.ts'
import { Logo } from './Logo.tsx'
import css from './Page.module.css'

export const CONTENT_ID = 'contenuto'
type Props = {
  title: string
  /** A line above the title. */
  above?: ReactNode
  /** Chips or a line under the title. */
  below?: ReactNode
  /** Address of the arrow of the phone's bar; without it the bar shows the logo. */
  back?: string
  /** Buttons of the phone's bar. */
  bar?: ReactNode
  /** Beside the title on wide screens, under it on phones. */
  aside?: ReactNode
  children?: ReactNode
}

/** A screen: bar on the phone, title, content. Wide screens have the rail instead of the bar. */
export function Page(props: Props) {
  return <PageFrame {...props} main={useArrival<HTMLElement>(props.title)} />
}

/** Draws a screen; neither names the document nor moves the focus. */
export function PageFrame({
  title,
  above,
  below,
  back,
  bar,
  aside,
  children,
  main,
}: Props & { main?: Ref<HTMLElement> }) {
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
      <main className={css.contenuto} id={CONTENT_ID} tabIndex={-1} ref={main}>
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
