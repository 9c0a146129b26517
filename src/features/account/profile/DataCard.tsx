import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Utente } from '#contract/schemas'
import { network } from '../../../platform/network.ts'
import { ownPasswordFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { profileText } from '../../../text/account.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { IconDelete, IconDownload } from '../../../ui/icons.ts'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { exportData } from './profile-calls.ts'
import { dataText as texts } from './text.ts'

/** Saves everything about the account as files (D14), and deletes the account [SC10]. */
export function DataCard({ utente }: { utente: Utente }) {
  const { online } = useSnapshot(network)
  const [busy, setBusy] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [asking, setAsking] = useState(false)
  const take = async (password?: string) => {
    setBusy(true)
    const result = await exportData(password)
    setBusy(false)
    if (result.ok) {
      setAsking(false)
      showToast({ text: texts.pronta })
    } else showError(ownPasswordFailure(result.error), { riprova: () => void take(password) })
  }
  return (
    <Card aria-labelledby="dati">
      <Stack>
        <h2 id="dati">{texts.titolo}</h2>
        <Muted>{texts.esporta_testo}</Muted>
        <div>
          <Button
            icon={<IconDownload size={20} />}
            busy={busy}
            disabled={!online}
            onClick={() => (utente.con_password === false ? void take() : setAsking(true))}
          >
            {texts.esporta}
          </Button>
        </div>
        <Muted>{texts.elimina_testo}</Muted>
        <div>
          <Button icon={<IconDelete size={20} />} disabled={!online} onClick={() => setDeleting(true)}>
            {texts.elimina}
          </Button>
        </div>
        {!online && <Muted small>{profileText.serve_rete}</Muted>}
      </Stack>
      {asking && (
        // Ask for the password, because somebody else may hold the session [AU43].
        <PasswordDialog
          title={texts.esporta}
          cancel={texts.annulla}
          yes={texts.esporta_si}
          onPassword={take}
          onClose={() => setAsking(false)}
        />
      )}
      {deleting && <DeleteAccountDialog utente={utente} onClose={() => setDeleting(false)} />}
    </Card>
  )
}
