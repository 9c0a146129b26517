import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Utente } from '#contract/schemas'
import { resendVerification } from '../../../domain/sign-in.ts'
import { network } from '../../../platform/network.ts'
import { accountFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { profileText } from '../../../text/account.ts'
import { formatDate } from '../../../text/formats.ts'
import { providerName } from '../../../text/providers.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Chip, Muted, Row, Stack } from '../../../ui/base.tsx'
import { IconEdit, IconMail, IconRight } from '../../../ui/icons.ts'
import css from '../profile.module.css'
import { AddressDialog } from './AddressDialog.tsx'
import { changeProfilo } from './profile-calls.ts'
import { addressText as texts } from './text.ts'

/** Shows the address with its flag and a new one that waits, and the social login [SC6][AU32]. */
export function AccountCard({ utente }: { utente: Utente }) {
  const { online } = useSnapshot(network)
  const [changing, setChanging] = useState(false)
  const [busy, setBusy] = useState(false)
  const waiting = utente.email_nuova

  const again = async (email: string) => {
    setBusy(true)
    const result = await resendVerification()
    setBusy(false)
    if (result.ok) showToast({ text: texts.inviata(email) })
    else showError(accountFailure(result.error), { riprova: () => void again(email) })
  }
  const giveUp = async () => {
    const result = await changeProfilo({ email_nuova: null })
    if (result.ok) showToast({ text: texts.rinunciato })
    else showError(accountFailure(result.error), { riprova: () => void giveUp() })
  }
  return (
    <Card aria-labelledby="account">
      <Stack>
        <h2 id="account">{profileText.account}</h2>
        <dl className={css.dati}>
          <div>
            <dt>{profileText.email}</dt>
            <dd>
              {utente.email_comunicazioni}
              <Chip tone={utente.email_verificata ? 'ok' : 'avviso'} icon={<IconRight size={16} />}>
                {utente.email_verificata ? profileText.verificata : profileText.non_verificata}
              </Chip>
            </dd>
          </div>
          {utente.social !== null && (
            <div>
              <dt>{texts.social}</dt>
              <dd>{providerName(utente.social)}</dd>
            </div>
          )}
          <div>
            <dt>{profileText.iscrizione}</dt>
            <dd>{formatDate(utente.data_registrazione)}</dd>
          </div>
        </dl>
        {waiting && (
          <div className={css.attesa}>
            <p>{texts.attesa(waiting)}</p>
            <Row wrap>
              <Button
                size="sm"
                icon={<IconMail size={20} />}
                busy={busy}
                disabled={!online}
                onClick={() => void again(waiting)}
              >
                {texts.invia_di_nuovo}
              </Button>
              <Button size="sm" disabled={!online} onClick={() => void giveUp()}>
                {texts.rinuncia}
              </Button>
            </Row>
          </div>
        )}
        {!online && <Muted small>{profileText.serve_rete}</Muted>}
        <Row wrap>
          <Button icon={<IconEdit size={20} />} disabled={!online} onClick={() => setChanging(true)}>
            {texts.cambia}
          </Button>
        </Row>
      </Stack>
      {changing && <AddressDialog withPassword={utente.con_password !== false} onClose={() => setChanging(false)} />}
    </Card>
  )
}
