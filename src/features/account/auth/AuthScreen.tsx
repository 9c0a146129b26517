import { Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { Failure } from '#contract/result'
import { isPhone } from '#rules/phone'
import { LOGIN } from '#rules/routes'
import { sessione } from '../../../domain/sign-in.ts'
import { showError } from '../../../session/notices.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { readMailLink } from './mail-link.ts'
import { SignInForm } from './SignInForm.tsx'
import { readSocialReturn } from './social-return.ts'
import { authText, firstPageTitle } from './text.ts'

const FirstPage = lazyPart(() => import('./FirstPage.tsx'))
/** Fetches the first page where the address has `prova`, so that no other screen shows before it. */
export const withFirstPage = async (): Promise<void> => {
  if (new URLSearchParams(location.search).has('prova')) await FirstPage.fetch().catch(() => undefined)
}

/** Load the registration apart, because most visitors have an account. */
const SignUpForm = lazyPart(() => import('./SignUpForm.tsx'))
const MailLink = lazyPart(() => import('./MailLink.tsx'))
const SocialReturn = lazyPart(() => import('./SocialReturn.tsx'))
const StoreProposal = lazyPart(() => import('./StoreProposal.tsx'))
const SocialFailure = lazyPart(() => import('./SocialFailure.tsx'))

/**
 * Shows at `/auth` the login, the first page with `prova` [PP1], and the registration with `type=registrazione` [RT17].
 * Handles the return of a social login [AU25] and the links of mails that do one thing [RT38].
 * Shows why a session ended (D5) [AU11].
 */
export default function AuthScreen() {
  const { exit_reason } = useSnapshot(sessione)
  const search = useSearch()
  const query = new URLSearchParams(search)
  const [began] = useState(search)
  const moved = search !== began
  const signUp = query.get('type') === 'registrazione'
  const link = readMailLink(query)
  const trial = !signUp && query.has('prova')
  const [pending, setPending] = useState(readSocialReturn)
  // Read the phone after the first render, because the drawn login has none (decision 0085).
  const [onPhone, setOnPhone] = useState(false)
  useEffect(() => setOnPhone(isPhone(navigator.userAgent)), [])
  const { tell, dialog } = useSocialFailure(query.get('errore'))
  useEffect(() => {
    if (!exit_reason) return
    sessione.exit_reason = null
    showError({ codice: exit_reason }, { accedi: () => undefined })
  }, [exit_reason])
  const endSocial = (error: Failure | null) => {
    setPending(null)
    if (error) tell(error)
  }
  return (
    <AuthFrame title={signUp ? authText.registrati : trial ? firstPageTitle : authText.accedi}>
      <Suspense>
        {link ? (
          <MailLink key={link.token} {...link} />
        ) : pending ? (
          <SocialReturn pending={pending} onEnd={endSocial} />
        ) : signUp ? (
          <SignUpForm moved={moved} />
        ) : trial ? (
          <FirstPage />
        ) : (
          <SignInForm moved={moved} />
        )}
      </Suspense>
      {dialog}
      {onPhone && !trial && (
        <Suspense>
          <StoreProposal />
        </Suspense>
      )}
    </AuthFrame>
  )
}

/** Shows why a social login failed, on a phone with its store [EB32]. `code`: error in the address of the server's return. */
function useSocialFailure(code: string | null) {
  const [shown, setShown] = useState<Failure | null>(null)
  const [, navigate] = useLocation()
  const tell = (error: Failure) => (isPhone(navigator.userAgent) ? setShown(error) : showError(error))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return
  useEffect(() => {
    if (code === null) return
    navigate(LOGIN, { replace: true })
    if (code === 'TOKEN_SOCIAL_SCADUTO') tell({ codice: code })
  }, [code])
  return {
    tell,
    dialog: shown && (
      <Suspense>
        <SocialFailure error={shown} onClose={() => setShown(null)} />
      </Suspense>
    ),
  }
}
