import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import css from './Button.module.css'
import { Spinner } from './base.tsx'
import { cx } from './cx.ts'

type Aspetto = {
  variante?: 'bordo' | 'primario' | 'tenue' | 'fantasma' | 'pericolo' | undefined
  misura?: 'sm' | 'md' | 'lg' | undefined
  /** As wide as what holds it. */
  pieno?: boolean | undefined
  /** Only an icon: needs `etichetta`. */
  quadrato?: boolean | undefined
  /** The name for screen readers when the visible words are not enough. */
  etichetta?: string | undefined
  icona?: ReactNode
}

const classi = ({ variante = 'bordo', misura = 'md', pieno, quadrato }: Aspetto) =>
  cx(css.bottone, css[variante], misura !== 'md' && css[misura], pieno && css.pieno, quadrato && css.quadrato)

export type ButtonProps = Aspetto & {
  /** Shows a spinner and refuses clicks. */
  inCorso?: boolean | undefined
} & Omit<ComponentProps<'button'>, 'className'>

/** A button; `type` is `button` unless said otherwise. */
export function Button(props: ButtonProps) {
  const { variante, misura, pieno, quadrato, etichetta, icona, inCorso = false, children, disabled, ...altro } = props
  return (
    <button
      type="button"
      {...altro}
      className={classi({ variante, misura, pieno, quadrato })}
      aria-label={etichetta}
      aria-busy={inCorso || undefined}
      disabled={disabled || inCorso}
    >
      {inCorso ? <Spinner /> : icona}
      {children}
    </button>
  )
}

/** A link inside the page that looks like a button. */
export const ButtonLink = ({
  href,
  etichetta,
  icona,
  children,
  ...aspetto
}: Aspetto & { href: string; children?: ReactNode }) => (
  <Link href={href} className={classi(aspetto)} aria-label={etichetta}>
    {icona}
    {children}
  </Link>
)
