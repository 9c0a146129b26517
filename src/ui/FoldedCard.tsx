import type { ReactNode } from 'react'
import { Card, Muted, Stack } from './base.tsx'
import css from './FoldedCard.module.css'
import { IconDown } from './icons.ts'
import { useWide } from './useWide.ts'

/** A card of second rank: folded behind its title where the window is narrow. `note`: a line under the title. */
export function FoldedCard({
  id,
  title,
  note,
  children,
}: {
  /** Id of the title, which names the card. */
  id: string
  title: string
  note?: string
  children: ReactNode
}) {
  const wide = useWide()
  const under = note !== undefined && <Muted small>{note}</Muted>
  return (
    <Card aria-labelledby={id}>
      {wide ? (
        <Stack>
          <div>
            <h2 id={id}>{title}</h2>
            {under}
          </div>
          {children}
        </Stack>
      ) : (
        <details className={css.piega}>
          <summary>
            <h2 id={id}>{title}</h2>
            <IconDown size={20} />
          </summary>
          <Stack>
            {under}
            {children}
          </Stack>
        </details>
      )}
    </Card>
  )
}
