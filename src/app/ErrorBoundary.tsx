import { Component, type ReactNode } from 'react'
import { guasto } from '../text/common.ts'
import { Button } from '../ui/Button.tsx'
import { IconRetry, IconWarn } from '../ui/icons.ts'
import { Above, EmptyState } from '../ui/States.tsx'
import { tellFirstScreen } from './first-screen.ts'

/** A part whose code did not arrive, or that broke: the rest of the page stays, and `fallback` stands in its place. */
export class ErrorBoundary extends Component<{ children: ReactNode; fallback: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError = () => ({ broken: true })
  /** Start the work behind the screens, which would wait for a screen that never arrives. */
  override componentDidCatch = tellFirstScreen
  override render() {
    return this.state.broken ? this.props.fallback : this.props.children
  }
}

/** Placeholder of a part that did not arrive: the answers are safe, the page can be reloaded. */
export const PartMissing = ({ title, close }: { title: string; close?: () => void }) => (
  <EmptyState
    tone="errore"
    icon={<IconWarn size={24} />}
    title={title}
    text={guasto.pagina_errore_testo}
    actions={
      <>
        {close && <Button onClick={close}>{guasto.chiudi}</Button>}
        <Button variant="primario" icon={<IconRetry size={20} />} onClick={() => location.reload()}>
          {guasto.ricarica}
        </Button>
      </>
    }
  />
)

/** Placeholder of a notice that did not arrive. Without the person's consent nothing is replaced: a request is declined. */
export const NoticeMissing = ({ close }: { close: () => void }) => (
  <Above>
    <PartMissing title={guasto.avviso_errore_titolo} close={close} />
  </Above>
)
