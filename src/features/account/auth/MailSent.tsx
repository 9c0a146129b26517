import { ButtonLink } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { IconMail } from '../../../ui/icons.ts'
import { AuthMessage } from './AuthMessage.tsx'
import { authText, verifyEmailText } from './text.ts'

/** Shows that the mail was sent, without revealing whether the address had an account [AU49]. */
export const MailSent = ({ email }: { email: string }) => (
  <>
    <AuthMessage icon={<IconMail size={32} />} title={verifyEmailText.titolo}>
      <p role="status">{verifyEmailText.mandata(email)}</p>
      <Muted small>{verifyEmailText.spam}</Muted>
    </AuthMessage>
    <ButtonLink variant="primario" size="lg" fullWidth href="/auth/?type=login">
      {authText.accedi}
    </ButtonLink>
  </>
)
