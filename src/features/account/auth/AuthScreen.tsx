import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import { showError } from '../../../session/notices.ts'
import { sessione } from '../../../session/sign-in.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SignUpForm } from './SignUpForm.tsx'
import { authText } from './text.ts'

/** `/auth`: login, or registration with `type=registrazione` [RT17]. Says why when a session ended (D5) [AU11]. */
export default function AuthScreen() {
  const { exit_reason } = useSnapshot(sessione)
  const signUp = new URLSearchParams(useSearch()).get('type') === 'registrazione'
  useEffect(() => {
    if (!exit_reason) return
    sessione.exit_reason = null
    showError({ codice: exit_reason }, { accedi: () => undefined })
  }, [exit_reason])
  return (
    <AuthFrame title={signUp ? authText.registrati : authText.accedi}>
      {signUp ? <SignUpForm /> : <SignInForm />}
    </AuthFrame>
  )
}
