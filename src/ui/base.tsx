import type { ComponentProps, ElementType, ReactNode } from 'react'
import css from './base.module.css'
import { cx } from './cx.ts'

export type Tono = 'neutro' | 'primario' | 'ok' | 'errore' | 'avviso'

/** Text for screen readers only. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={css.nascosto}>{children}</span>
)

type ScatolaProps = { come?: ElementType; className?: string | undefined; children?: ReactNode } & Omit<
  ComponentProps<'div'>,
  'className' | 'children'
>

/** A column with the usual distance. */
export const Stack = ({ come: Nodo = 'div', className, ...altro }: ScatolaProps) => (
  <Nodo className={cx(css.pila, className)} {...altro} />
)

/** A row of things, centred; `ai_lati` pushes them to both ends. */
export const Row = ({
  come: Nodo = 'div',
  className,
  a_capo,
  ai_lati,
  ...altro
}: ScatolaProps & { a_capo?: boolean; ai_lati?: boolean }) => (
  <Nodo className={cx(css.riga, a_capo && css.a_capo, ai_lati && css.ai_lati, className)} {...altro} />
)

/** Secondary text. */
export const Muted = ({ come: Nodo = 'p', piccolo, className, ...altro }: ScatolaProps & { piccolo?: boolean }) => (
  <Nodo className={cx(css.tenue, piccolo && css.piccolo, className)} {...altro} />
)

/** A sheet of paper on the desk. */
export const Card = ({ come: Nodo = 'section', className, ...altro }: ScatolaProps) => (
  <Nodo className={cx(css.carta, className)} {...altro} />
)

/** A small pill. Colour is never alone: the words say the same. */
export const Chip = ({ tono = 'neutro', icona, children }: { tono?: Tono; icona?: ReactNode; children: ReactNode }) => (
  <span className={cx(css.chip, tono !== 'neutro' && css[tono])}>
    {icona}
    <span>{children}</span>
  </span>
)

/** A persistent band that never blocks (offline, session expired …). */
export const Band = ({
  tono = 'avviso',
  icona,
  azione,
  children,
}: {
  tono?: Exclude<Tono, 'neutro'>
  icona?: ReactNode
  azione?: ReactNode
  children: ReactNode
}) => (
  <div className={cx(css.banda, css[tono])} role="status">
    {icona}
    <span>{children}</span>
    {azione}
  </div>
)

export const Kbd = ({ children }: { children: ReactNode }) => <kbd className={css.tasto}>{children}</kbd>

/** A turning ring; the words beside it say what is going on. */
export const Spinner = () => <span className={css.rotella} aria-hidden="true" />

/** Digits of equal width, for timers and tables. */
export const Digits = ({ children }: { children: ReactNode }) => <span className={css.cifre}>{children}</span>
