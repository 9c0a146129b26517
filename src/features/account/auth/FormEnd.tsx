import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { AwayLink, Button } from '../../../ui/Button.tsx'
import css from './auth.module.css'
import { loadProviders, providers } from './providers.ts'
import { socialButtonsText } from './text.ts'

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

/** The social logins that the server has; nothing where it has none [AU27]. Each leads away to its provider. */
function SocialButtons() {
  const { list } = useSnapshot(providers)
  useEffect(() => void loadProviders(), [])
  if (list.length === 0) return null
  return (
    <>
      <p className={css.oppure}>{socialButtonsText.oppure}</p>
      <ul className={css.social}>
        {list.map(({ social, nome, url }) => (
          <li key={social}>
            <AwayLink href={url} label={socialButtonsText.entra(nome)} fullWidth>
              {nome}
            </AwayLink>
          </li>
        ))}
      </ul>
    </>
  )
}
