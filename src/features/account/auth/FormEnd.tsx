import { Link } from 'wouter'
import { Button } from '../../../ui/Button.tsx'
import css from './auth.module.css'
import { SocialButtons } from './SocialButtons.tsx'

type OtherWayProps = { ask: string; href: string; children: string }

/** How the form is sent, and the other ways in. */
export const FormEnd = ({ send, busy, ...other }: { send: string; busy: boolean } & OtherWayProps) => (
  <>
    <Button variant="primario" size="lg" fullWidth type="submit" busy={busy}>
      {send}
    </Button>
    <SocialButtons />
    <OtherWay {...other} />
  </>
)

/** The line under a form that leads to the other one. */
const OtherWay = ({ ask, href, children }: OtherWayProps) => (
  <p className={css.nota}>
    {ask}{' '}
    <Link className={css.collegamento} href={href}>
      {children}
    </Link>
  </p>
)
