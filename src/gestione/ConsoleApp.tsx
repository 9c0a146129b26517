import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect, Router, useLocation } from 'wouter'
import type { Failure } from '#contract/result'
import { IconWarn } from '../ui/icons.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Alone, EmptyState, SkeletonCards } from '../ui/States.tsx'
import { ConfirmAgain } from './accesso/ConfirmAgain.tsx'
import { LoginScreen } from './accesso/LoginScreen.tsx'
import { SessionEnding } from './accesso/SessionEnding.tsx'
import { callConsole } from './api.ts'
import { ConsoleFrame } from './ConsoleFrame.tsx'
import { consoleState, readSecret } from './console-session.ts'
import { leaveBy } from './leave-guard.ts'
import { Failed } from './ReadList.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { isUnder, sectionsOf } from './sections.tsx'
import { consoleText } from './text.ts'

const SecondFactorScreen = lazyPart(() => import('./accesso/SecondFactorScreen.tsx'))

/** The console: login, second factor, then the sections of the role. */
export const ConsoleApp = () => (
  <Router base="/gestione" aroundNav={(navigate, to, options) => leaveBy(() => navigate(to, options))}>
    <Gate />
  </Router>
)

function Gate() {
  const { sessione, conferma } = useSnapshot(consoleState)
  const { isRead, failure, read } = useFirstRead()
  if (failure)
    return (
      <Alone>
        <main>
          <Failed failure={failure} onRetry={() => void read()} />
        </main>
      </Alone>
    )
  if (!isRead)
    return (
      <Alone>
        <SkeletonCards />
      </Alone>
    )
  if (!sessione) return <LoginScreen />
  if (sessione.confermata === null)
    return (
      <ScreenBoundary>
        <SecondFactorScreen />
      </ScreenBoundary>
    )
  return (
    <>
      <Sections />
      <SessionEnding />
      {conferma && <ConfirmAgain onDone={conferma.done} />}
    </>
  )
}

/** Reads the session that this browser had; none is no failure. */
function useFirstRead() {
  const [isRead, setRead] = useState(readSecret() === null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const read = async () => {
    const result = await callConsole('sessione')
    if (result.ok) consoleState.sessione = result.value
    const isOver = !result.ok && ['TOKEN_NON_VALIDO', 'SESSIONE_SCADUTA', 'VIETATO'].includes(result.error.codice)
    setFailure(result.ok || isOver ? null : result.error)
    setRead(result.ok || isOver)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start of the page
  useEffect(() => {
    if (!isRead) void read()
  }, [])
  return { isRead, failure, read }
}

function Sections() {
  const [path] = useLocation()
  const { sessione } = useSnapshot(consoleState)
  if (!sessione) return null
  const seen = sectionsOf(sessione.ruolo)
  const section = seen.find((s) => isUnder(path, s))
  const home = seen[0]
  if (path === '/' && home) return <Redirect to={home.path} replace />
  const Screen = section?.screen
  return (
    <ConsoleFrame path={path} sections={seen} email={sessione.email} ruolo={sessione.ruolo}>
      {Screen ? (
        <ScreenBoundary key={section.path}>
          <Screen />
        </ScreenBoundary>
      ) : (
        <Alone>
          <main>
            <EmptyState
              icon={<IconWarn size={24} />}
              title={consoleText.niente_qui}
              text={consoleText.niente_qui_testo}
            />
          </main>
        </Alone>
      )}
    </ConsoleFrame>
  )
}
