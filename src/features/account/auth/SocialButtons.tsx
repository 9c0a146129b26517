import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { AwayLink } from '../../../ui/Button.tsx'
import css from './auth.module.css'
import { loadProviders, providers } from './providers.ts'
import { socialButtonsText } from './text.ts'

/** The social logins that the server has; nothing where it has none [AU27]. Each leads away to its provider. */
export function SocialButtons() {
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
