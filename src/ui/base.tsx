import type { ComponentProps, ElementType, ReactNode } from 'react'
import css from './base.module.css'
import { cx } from './cx.ts'

export type Tone = 'neutro' | 'primario' | 'ok' | 'errore' | 'avviso'

/** Text for screen readers only. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={css.nascosto}>{children}</span>
)

type BoxProps = { as?: ElementType; className?: string | undefined; children?: ReactNode } & Omit<
  ComponentProps<'div'>,
  'className' | 'children'
>

/** A column with the usual distance. */
export const Stack = ({ as: Tag = 'div', className, ...rest }: BoxProps) => (
  <Tag className={cx(css.pila, className)} {...rest} />
)

/** A row of things, centred; `spread` pushes them to both ends. */
export const Row = ({
  as: Tag = 'div',
  className,
  wrap,
  spread,
  ...rest
}: BoxProps & { wrap?: boolean; spread?: boolean }) => (
  <Tag className={cx(css.riga, wrap && css.a_capo, spread && css.ai_lati, className)} {...rest} />
)

/** Secondary text. */
export const Muted = ({ as: Tag = 'p', small, className, ...rest }: BoxProps & { small?: boolean }) => (
  <Tag className={cx(css.tenue, small && css.piccolo, className)} {...rest} />
)

/**
 * Short facts on one line with dots between. A line breaks between two facts, never before a dot; the first fact, which stands
 * at the start of a line or beside an icon, and one longer than a line break inside too.
 */
export const Dotted = ({ parts }: { parts: readonly (string | number | null)[] }) =>
  parts
    .filter((p) => p !== null)
    .map((p, i, all) => {
      const text = i < all.length - 1 ? `${p} ·` : String(p)
      const from = i === 0 ? `${p}`.lastIndexOf(' ') + 1 : 0
      return [
        i > 0 ? ' ' : text.slice(0, from),
        <span key={p} className={css.intero}>
          {text.slice(from)}
        </span>,
      ]
    })

/** A sheet of paper on the desk. */
export const Card = ({ as: Tag = 'section', className, ...rest }: BoxProps) => (
  <Tag className={cx(css.carta, className)} {...rest} />
)

/** A small pill. Colour is never alone: the words say the same. */
export const Chip = ({
  tone = 'neutro',
  icon,
  className,
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  className?: string | undefined
  children: ReactNode
}) => (
  <span className={cx(css.chip, tone !== 'neutro' && css[tone], className)}>
    {icon}
    <span>{children}</span>
  </span>
)

/** A persistent band that never blocks (offline, session expired …). */
export const Band = ({
  tone = 'avviso',
  icon,
  action,
  children,
}: {
  tone?: Exclude<Tone, 'neutro'>
  icon?: ReactNode
  action?: ReactNode
  children: ReactNode
}) => (
  <div className={cx(css.banda, css[tone])} role="status">
    {icon}
    <span>{children}</span>
    {action}
  </div>
)

export const Kbd = ({ children }: { children: ReactNode }) => <kbd className={css.tasto}>{children}</kbd>

/** A turning ring; the words beside it name the work. */
export const Spinner = () => <span className={css.rotella} aria-hidden="true" />

/** Digits of equal width, for timers and tables. */
export const Digits = ({ children }: { children: ReactNode }) => <span className={css.cifre}>{children}</span>
