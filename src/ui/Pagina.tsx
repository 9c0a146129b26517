import type { ReactNode } from 'react'
import { guscio } from '../text/guscio.ts'
import { useArrivo } from './arrivo.ts'
import { ButtonLink } from './Button.tsx'
import { cx } from './cx.ts'
import { IconBack } from './icone.ts'
import { Logo } from './Logo.tsx'
import css from './Pagina.module.css'

export const ID_CONTENUTO = 'contenuto'
/** A screen: bar on the phone, title, content. Wide screens have the rail instead of the bar. */
export function Pagina({
  titolo,
  sopra,
  sotto,
  indietro,
  barra,
  lato,
  children,
}: {
  titolo: string
  /** A line above the title. */
  sopra?: ReactNode
  /** Chips or a line under the title. */
  sotto?: ReactNode
  /** Where the arrow of the phone's bar leads; without it the bar shows the logo. */
  indietro?: string
  /** Buttons of the phone's bar. */
  barra?: ReactNode
  /** Beside the title on wide screens, under it on phones. */
  lato?: ReactNode
  children?: ReactNode
}) {
  const rif = useArrivo<HTMLElement>(titolo)
  return (
    <>
      <header className={css.barra}>
        {indietro === undefined ? (
          <Logo href="/" />
        ) : (
          <span className={css.indietro}>
            <ButtonLink
              href={indietro}
              variante="fantasma"
              quadrato
              etichetta={guscio.indietro}
              icona={<IconBack size={20} />}
            />
          </span>
        )}
        <p className={css.titolo}>{indietro !== undefined && titolo}</p>
        {barra}
      </header>
      <main className={css.contenuto} id={ID_CONTENUTO} tabIndex={-1} ref={rif}>
        <div className={css.testa}>
          <div className={css.parole}>
            {sopra}
            <h1>{titolo}</h1>
            {sotto}
          </div>
          {lato !== undefined && <div className={cx(css.lato)}>{lato}</div>}
        </div>
        {children}
      </main>
    </>
  )
}
