import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import css from './Button.module.css'
import { Spinner } from './base.tsx'
import { cx } from './cx.ts'

type ButtonLook = {
  variant?: 'bordo' | 'primario' | 'tenue' | 'fantasma' | 'pericolo' | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  /** As wide as its container. */
  fullWidth?: boolean | undefined
  /** Aligns the words of a `fantasma` with the edge of its container, where nothing else shows its box. */
  flush?: 'start' | 'end' | undefined
  /** Only an icon: needs `label`. */
  iconOnly?: boolean | undefined
  /** The name for screen readers when the visible words are not enough. */
  label?: string | undefined
  icon?: ReactNode
}

const classesOf = ({ variant = 'bordo', size = 'md', fullWidth, flush, iconOnly }: ButtonLook) =>
  cx(
    css.bottone,
    css[variant],
    size !== 'md' && css[size],
    fullWidth && css.pieno,
    flush && css[flush],
    iconOnly && css.quadrato,
  )

export type ButtonProps = ButtonLook & {
  /** Shows a spinner and refuses clicks; keeps the focus. */
  busy?: boolean | undefined
} & Omit<ComponentProps<'button'>, 'className'>

/** The click of what is busy: nothing happens, and the focus stays where a `disabled` element would lose it. */
export const refuse = (event: MouseEvent) => event.preventDefault()

/** A button; `type` is `button` unless said otherwise. */
export function Button(props: ButtonProps) {
  const { variant, size, fullWidth, flush, iconOnly, label, icon, busy = false, children, onClick, ...rest } = props
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      {...rest}
      className={classesOf({ variant, size, fullWidth, flush, iconOnly })}
      aria-label={label}
      aria-busy={busy || undefined}
      onClick={busy ? refuse : onClick}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

type LinkProps = ButtonLook & { href: string; children?: ReactNode }

/** A link to another site, in a tab of its own that cannot reach back. */
export const ExternalLink = ({ href, label, icon, children, ...look }: LinkProps) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className={classesOf(look)} aria-label={label}>
    {icon}
    {children}
  </a>
)

/** A link inside the page that looks like a button. `data-primo`: the first focus of a dialog. */
export const ButtonLink = ({
  href,
  label,
  icon,
  children,
  'data-primo': first,
  ...look
}: LinkProps & { 'data-primo'?: boolean }) => (
  <Link href={href} className={classesOf(look)} aria-label={label} data-primo={first}>
    {icon}
    {children}
  </Link>
)

/** A link out of the page that looks like a button: another site, or an address that the server handles. */
export const AwayLink = ({ href, label, icon, children, ...look }: LinkProps) => (
  <a href={href} rel="noreferrer" className={classesOf(look)} aria-label={label}>
    {icon}
    {children}
  </a>
)

/** A small button that is only an icon; its name is for screen readers. */
export const IconAction = (props: Omit<ButtonProps, 'variant' | 'size' | 'iconOnly'> & { label: string }) => (
  <Button variant="fantasma" size="sm" iconOnly {...props} />
)
