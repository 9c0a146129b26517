import type { ComponentProps, ReactNode } from 'react'
import { foglioText as testi } from '../../text/esercitazione.ts'
import { formatNumber } from '../../text/formats.ts'
import { Muted } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import css from './answer-sheet.module.css'

/** Circles in a row of any sheet. */
export const PER_ROW = 7

/** Places of a sheet under the filter above it; a sentence where there is none. */
export const SheetPlaces = <T extends string>({
  withFilters,
  options,
  shown,
  onShow,
  empty,
  children,
}: {
  withFilters: boolean
  options: readonly { value: T; text: string }[]
  shown: T
  onShow: (shown: T) => void
  /** Sentence in place of the places; null where there are some. */
  empty: string | null
  children: ReactNode
}) => (
  <>
    {withFilters && (
      <Segmented legend={testi.mostra} legendVisible={false} options={options} value={shown} onSelect={onShow} />
    )}
    {empty === null ? children : <Muted>{empty}</Muted>}
  </>
)

/** Place of the sheet, with its number, its state and its small signs. */
export const SheetCircle = ({
  place,
  here,
  look,
  name,
  children,
  ...rest
}: {
  place: number
  /** True for the question on screen. */
  here: boolean
  look: string | undefined
  name: string
  children: ReactNode
} & Omit<ComponentProps<'button'>, 'className'>) => (
  <button
    type="button"
    {...rest}
    className={cx(css.cerchio, place >= 999 && css.fitto, look)}
    data-place={place}
    aria-current={here || undefined}
    aria-label={name}
  >
    {formatNumber(place + 1)}
    {children}
  </button>
)

/** Meaning of a circle. */
export const LegendEntry = ({
  look,
  sign,
  children,
}: {
  look?: string | undefined
  sign?: ReactNode
  children: ReactNode
}) => (
  <li>
    <span className={cx(css.cerchio, css.mini, look)}>{sign}</span>
    {children}
  </li>
)
