import type { ReactNode } from 'react'
import { Muted, Row } from './base.tsx'

/** Head of a card: its title, and under it the reason. `id` names the card by its title. */
export const CardHead = ({
  id,
  title,
  text,
  children,
}: {
  id: string
  title: string
  text: string
  children?: ReactNode
}) => (
  <div>
    <h2 id={id}>{title}</h2>
    <Muted small>{text}</Muted>
    {children}
  </div>
)

/** The head of a card with a figure at its other end. */
export const CountedHead = ({ id, title, count }: { id: string; title: string; count: ReactNode }) => (
  <Row spread wrap>
    <h2 id={id}>{title}</h2>
    <Muted small as="span">
      {count}
    </Muted>
  </Row>
)

/** Names and values, a line each. */
export const Facts = ({
  rows,
  className,
}: {
  rows: readonly (readonly [name: string, value: string])[]
  className?: string | undefined
}) => (
  <dl className={className}>
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
