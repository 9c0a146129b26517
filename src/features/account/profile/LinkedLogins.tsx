import { Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { AccessiCollegati } from '#contract/account'
import type { Utente } from '#contract/schemas'
import { useRead } from '../../../components/useRead.ts'
import { hrefProfilo } from '../../../domain/hrefs.ts'
import { network } from '../../../platform/network.ts'
import { accountFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { formatDate } from '../../../text/formats.ts'
import { providerName } from '../../../text/providers.ts'
import { AwayLink, Button } from '../../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { loadProviders, providers } from '../auth/providers.ts'
import { readSocialReturn } from '../auth/social-return.ts'
import css from '../profile.module.css'
import { NotHere } from './NotHere.tsx'
import { readAccessi, unlinkAccesso } from './profile-calls.ts'
import { accessiText as texts } from './text.ts'

type Accesso = AccessiCollegati['elementi'][number]

const LinkLogin = lazyPart(() => import('./LinkLogin.tsx'))

/** Takes the social login of the provider's return out of the address, and shows a failed one. */
function useReturn() {
  const [pending, setPending] = useState(readSocialReturn)
  const failed = new URLSearchParams(useSearch()).get('errore') === 'TOKEN_SOCIAL_SCADUTO'
  const [, navigate] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return
  useEffect(() => {
    if (pending) history.replaceState(history.state, '', location.pathname + location.search)
    if (!failed) return
    navigate(hrefProfilo('account'), { replace: true })
    showError({ codice: 'TOKEN_SOCIAL_SCADUTO' })
  }, [])
  return { pending, drop: () => setPending(null) }
}

/** Lists the social logins that open the account, removable [AU40], and the ones that may [AU50]. */
export function LinkedLogins({ utente }: { utente: Utente }) {
  const { online } = useSnapshot(network)
  const { dati, guasto, rileggi } = useRead(readAccessi, online ? 'si' : 'no')
  const { list } = useSnapshot(providers)
  useEffect(() => void loadProviders(), [])
  const { pending, drop } = useReturn()
  const [leaving, setLeaving] = useState<Accesso | null>(null)
  const [busy, setBusy] = useState(false)

  const unlink = async ({ social }: Accesso) => {
    setBusy(true)
    const result = await unlinkAccesso(social)
    setBusy(false)
    setLeaving(null)
    if (result.ok) showToast({ text: texts.scollegato(providerName(social)) })
    else showError(accountFailure(result.error))
    await rileggi()
  }
  const others = list.filter(({ social }) => !dati?.elementi.some((one) => one.social === social))
  if (utente.social === null && list.length === 0) return null
  return (
    <Card aria-labelledby="accessi">
      <Stack>
        <h2 id="accessi">{texts.titolo}</h2>
        <Muted>{texts.testo}</Muted>
        {dati ? (
          <>
            {dati.elementi.length === 0 && <Muted small>{texts.nessuno}</Muted>}
            <ul className={css.voci}>
              {dati.elementi.map((one) => (
                <li key={one.social}>
                  <div>
                    <strong>{providerName(one.social)}</strong>
                    <Muted small>
                      {one.email && `${one.email}, `}
                      {texts.dal(formatDate(one.collegata))}
                    </Muted>
                  </div>
                  <Button
                    size="sm"
                    label={texts.scollega_chi(providerName(one.social))}
                    disabled={!online}
                    onClick={() => setLeaving(one)}
                  >
                    {texts.scollega}
                  </Button>
                </li>
              ))}
              {online &&
                others.map(({ social, nome, url }) => (
                  <li key={social}>
                    <strong>{nome}</strong>
                    <AwayLink size="sm" label={texts.collega_chi(nome)} href={`${url}&ritorno=profilo`}>
                      {texts.collega}
                    </AwayLink>
                  </li>
                ))}
            </ul>
          </>
        ) : (
          <NotHere online={online} guasto={guasto} title={texts.errore} onRetry={() => void rileggi()} />
        )}
      </Stack>
      {pending && (
        <Suspense>
          <LinkLogin
            pending={pending}
            withPassword={utente.con_password !== false}
            onClose={() => {
              drop()
              void rileggi()
            }}
          />
        </Suspense>
      )}
      {leaving && (
        <ConfirmDialog
          title={texts.scollega_titolo(providerName(leaving.social))}
          no={texts.resta}
          yes={texts.scollega}
          danger
          busy={busy}
          onNo={() => setLeaving(null)}
          onYes={() => void unlink(leaving)}
        >
          {texts.scollega_testo(providerName(leaving.social))}
        </ConfirmDialog>
      )}
    </Card>
  )
}
