import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { AccessiCollegati } from '#contract/account'
import { useRead } from '../../../components/useRead.ts'
import { network } from '../../../platform/network.ts'
import { accountFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { formatDate } from '../../../text/formats.ts'
import { providerName } from '../../../text/providers.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import css from '../profile.module.css'
import { NotHere } from './NotHere.tsx'
import { readAccessi, unlinkAccesso } from './profile-calls.ts'
import { accessiText as texts } from './text.ts'

type Accesso = AccessiCollegati['elementi'][number]

/** The social logins that open the account, each removable [AU40]. */
export function LinkedLogins() {
  const { online } = useSnapshot(network)
  const { dati, guasto, rileggi } = useRead(readAccessi, online ? 'si' : 'no')
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
  return (
    <Card aria-labelledby="accessi">
      <Stack>
        <h2 id="accessi">{texts.titolo}</h2>
        <Muted>{texts.testo}</Muted>
        {dati ? (
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
          </ul>
        ) : (
          <NotHere online={online} guasto={guasto} title={texts.errore} onRetry={() => void rileggi()} />
        )}
      </Stack>
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
