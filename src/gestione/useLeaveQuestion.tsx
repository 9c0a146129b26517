import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { guardLeaving } from './leave-guard.ts'
import { consoleText as texts } from './text.ts'

/**
 * Asks before a form with changes is left: by a link, by Back, by a reload, by closing its `DraftDialog`.
 * `question` is what asks; `release` lets the form leave by itself.
 */
export function useLeaveQuestion(isChanged: boolean): { question: ReactNode; release: () => void } {
  const [go, setGo] = useState<(() => void) | null>(null)
  const off = useRef<AbortController>(null)
  const release = () => {
    off.current?.abort()
    guardLeaving(null)
  }
  useEffect(() => {
    if (!isChanged) return
    const listening = new AbortController()
    off.current = listening
    guardLeaving((next) => setGo(() => next))
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal: listening.signal })
    return () => {
      listening.abort()
      guardLeaving(null)
    }
  }, [isChanged])
  const leave = () => {
    release()
    setGo(null)
    go?.()
  }
  const question = go && (
    <ConfirmDialog
      title={texts.scartare}
      no={texts.resta}
      yes={texts.scarta}
      danger
      onNo={() => setGo(null)}
      onYes={leave}
    >
      {texts.scartare_testo}
    </ConfirmDialog>
  )
  return { question, release }
}
