import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { AwayLink, Button } from '../../../ui/Button.tsx'
import css from './auth.module.css'
import { loadProviders, providers } from './providers.ts'
import { socialButtonsText } from './text.ts'

type OtherWayProps = { ask: string; href: string; children: string }

/** Sends the form, and offers the other ways in. */
export const FormEnd = ({ send, busy, ...other }: { send: string; busy: boolean } & OtherWayProps) => (
  <>
    <Button variant="primario" size="lg" fullWidth type="submit" busy={busy}>
      {send}
    </Button>
    <SocialButtons />
    <OtherWay {...other} />
  </>
)

/** Line under a form that leads to the other form. */
const OtherWay = ({ ask, href, children }: OtherWayProps) => (
  <p className={css.nota}>
    {ask}{' '}
    <Link className={css.collegamento} href={href}>
      {children}
    </Link>
  </p>
)

/** Lists the social logins of the server, if any [AU27]; a button leads away to its provider. */
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
