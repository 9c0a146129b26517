import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { DispositiviUtente, DispositivoUtente } from '#contract/account'
import { useRead } from '../../../components/useRead.ts'
import { readSoloQui, signOut } from '../../../domain/sign-out.ts'
import { network } from '../../../platform/network.ts'
import { accountFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { signOutText } from '../../../text/account.ts'
import { deviceName } from '../../../text/devices.ts'
import { formatAgo, formatDate } from '../../../text/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Chip, Muted, Stack } from '../../../ui/base.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import css from '../profile.module.css'
import { SignOut } from '../SignOut.tsx'
import { NotHere } from './NotHere.tsx'
import { leaveElsewhere, readDispositivi, removeDispositivo } from './profile-calls.ts'
import { devicesText as texts } from './text.ts'

const nameOf = (d: DispositivoUtente) => deviceName(d.dispositivo, d.sistema_operativo)

/** Lists the account's devices, removable, this one by signing out, and the room for new ones [SC8][AU22][AU23]. */
export function DevicesCard() {
  const { online } = useSnapshot(network)
  const { dati, guasto, rileggi } = useRead(readDispositivi, online ? 'si' : 'no')
  const [leaving, setLeaving] = useState<DispositivoUtente | null>(null)
  const [ending, setEnding] = useState(false)
  const [busy, setBusy] = useState(false)

  const remove = async (d: DispositivoUtente) => {
    setBusy(true)
    const result = await removeDispositivo(d.id_dispositivo)
    setBusy(false)
    setLeaving(null)
    if (result.ok) showToast({ text: texts.scollegato(nameOf(d)) })
    else showError(accountFailure(result.error), { riprova: () => void remove(d) })
    await rileggi()
  }
  const endOthers = async () => {
    setBusy(true)
    const result = await leaveElsewhere()
    setBusy(false)
    setEnding(false)
    if (result.ok) showToast({ text: texts.usciti })
    else showError(accountFailure(result.error), { riprova: () => void endOthers() })
    await rileggi()
  }
  return (
    <Card aria-labelledby="dispositivi">
      <Stack>
        <h2 id="dispositivi">{texts.titolo}</h2>
        <Muted>{texts.testo}</Muted>
        {dati ? (
          <>
            <ul className={css.voci}>
              {dati.elementi.map((d) => (
                <Device key={d.id_dispositivo} device={d} online={online} onRemove={() => setLeaving(d)} />
              ))}
            </ul>
            {dati.elementi.some((d) => d.attivo && !d.corrente) && (
              <div>
                <Button disabled={!online} onClick={() => setEnding(true)}>
                  {texts.esci_altrove}
                </Button>
              </div>
            )}
            <Limits limiti={dati.limiti} />
          </>
        ) : (
          <NotHere online={online} guasto={guasto} title={texts.errore} onRetry={() => void rileggi()} />
        )}
      </Stack>
      {ending && (
        <ConfirmDialog
          title={texts.esci_titolo}
          no={texts.esci_resta}
          yes={texts.esci_si}
          danger
          busy={busy}
          onNo={() => setEnding(false)}
          onYes={() => void endOthers()}
        >
          {texts.esci_testo}
        </ConfirmDialog>
      )}
      {leaving && (
        <ConfirmDialog
          title={texts.scollega_titolo(nameOf(leaving))}
          no={texts.resta}
          yes={texts.scollega}
          danger
          busy={busy}
          onNo={() => setLeaving(null)}
          onYes={() => void remove(leaving)}
        >
          {texts.scollega_testo}
        </ConfirmDialog>
      )}
    </Card>
  )
}

function Device({ device: d, online, onRemove }: { device: DispositivoUtente; online: boolean; onRemove: () => void }) {
  return (
    <li>
      <div>
        <strong>{nameOf(d)}</strong>
        <Muted small>
          {texts.ultimo(formatAgo(d.ultimo_uso, Date.now()))}, {texts.primo(formatDate(d.primo_uso))}
        </Muted>
      </div>
      {d.corrente ? (
        <div className={css.fine}>
          <Chip tone="primario">{texts.questo}</Chip>
          <SignOut size="sm" label={signOutText.esci_da_qui} figures={readSoloQui} logout={signOut} />
        </div>
      ) : (
        <div className={css.fine}>
          <Chip tone={d.attivo ? 'ok' : 'neutro'}>{d.attivo ? texts.in_uso : texts.uscito}</Chip>
          <Button size="sm" label={texts.scollega_chi(nameOf(d))} disabled={!online} onClick={onRemove}>
            {texts.scollega}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Shows how many new devices entered within each limit, and when the next one may. */
function Limits({ limiti }: Pick<DispositiviUtente, 'limiti'>) {
  const next = limiti
    .map((l) => l.prossimo)
    .filter((iso) => iso !== null)
    .sort()
    .at(-1)
  return (
    <div>
      <h3>{texts.limiti}</h3>
      {limiti.map((l) => (
        <Muted small key={l.giorni}>
          {texts.limite(l.usati, l.massimo, l.giorni)}
        </Muted>
      ))}
      {next !== undefined && <p>{texts.prossimo(next)}</p>}
    </div>
  )
}
