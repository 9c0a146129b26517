import { Component, type ReactNode, Suspense } from 'react'
import { Button } from '../ui/Button.tsx'
import { IconWarn } from '../ui/icons.ts'
import { Alone, EmptyState, SkeletonCards } from '../ui/States.tsx'
import { consoleText } from './text.ts'

/** Waits for the code of a screen. Replaces a screen whose code did not arrive, or that broke: a reload brings the code of the present build. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError = () => ({ broken: true })
  override render() {
    if (!this.state.broken)
      return (
        <Suspense
          fallback={
            <Alone>
              <SkeletonCards />
            </Alone>
          }
        >
          {this.props.children}
        </Suspense>
      )
    return (
      <Alone>
        <main>
          <EmptyState
            tone="errore"
            icon={<IconWarn size={24} />}
            title={consoleText.errore_titolo}
            text={consoleText.ricarica_testo}
            actions={<Button onClick={() => location.reload()}>{consoleText.ricarica}</Button>}
          />
        </main>
      </Alone>
    )
  }
}
