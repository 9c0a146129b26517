import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { IconBack, IconForward } from '../../ui/icons.ts'
import css from './seduta.module.css'

/** Foot of a sitting, under the thumb. */
export const SedutaDock = ({
  as: Tag = 'section',
  label,
  className,
  children,
}: {
  as?: 'section' | 'nav'
  label: string
  className: string | undefined
  children: ReactNode
}) => (
  <Tag className={cx(css.dock, className)} aria-label={label}>
    {children}
  </Tag>
)

/** Button to the question before. */
export const PreviousButton = ({
  label,
  disabled,
  onClick,
}: {
  label: string
  disabled: boolean
  onClick: () => void
}) => <Button iconOnly label={label} icon={<IconBack size={20} />} disabled={disabled} onClick={onClick} />

/** Button of the way on, in its own words. */
export const ForwardButton = ({
  onClick,
  after,
  children,
}: {
  onClick: () => void
  /** Content behind the arrow. */
  after?: ReactNode
  children: ReactNode
}) => (
  <Button variant="primario" onClick={onClick}>
    {children}
    <IconForward size={20} />
    {after}
  </Button>
)
