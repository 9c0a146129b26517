import type { ReactNode } from 'react'
import { useArrival } from '../../ui/arrival.ts'
import { Card, Muted, Stack } from '../../ui/base.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Alone } from '../../ui/States.tsx'

/** A step of the sign-in, alone in the window. */
export const AccessFrame = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <Alone>
    <main ref={useArrival<HTMLElement>(title)} tabIndex={-1}>
      <Stack>
        <Logo large />
        <Card>
          <Stack>
            <h1>{title}</h1>
            <Muted>{text}</Muted>
            {children}
          </Stack>
        </Card>
      </Stack>
    </main>
  </Alone>
)
