import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type Avvisi, type Seguito, TIPI_AVVISO } from '#contract/avvisi'
import type { Result } from '#contract/result'
import { useRead } from '../../../components/useRead.ts'
import { changeAvviso, readAvvisi, setFollowed } from '../../../domain/avvisi.ts'
import { type BrowserNotices, readPush, turnPushOff, turnPushOn } from '../../../domain/push.ts'
import { network } from '../../../platform/network.ts'
import { accountFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { avvisiText as texts } from '../../../text/avvisi.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { Switch } from '../../../ui/Field.tsx'
import css from '../profile.module.css'
import { NotHere } from './NotHere.tsx'

/** Sets the notices by mail, off until a yes, and lists the followed items [NT1][NT2]. */
export function NoticesCard() {
  const { online } = useSnapshot(network)
  const { dati, guasto, rileggi } = useRead(readAvvisi, online ? 'si' : 'no')
  const [busy, setBusy] = useState(false)
  const write = async (change: () => Promise<Result<null>>, done?: string) => {
    setBusy(true)
    const result = await change()
    if (!result.ok) showError(accountFailure(result.error), { riprova: () => void write(change, done) })
    else if (done) showToast({ text: done })
    await rileggi()
    setBusy(false)
  }
  const drop = (one: Seguito) => void write(() => setFollowed(one, false), texts.tolto(one.nome))
  return (
    <Card aria-labelledby="avvisi">
      <Stack>
        <h2 id="avvisi">{texts.titolo}</h2>
        <Muted>{texts.testo}</Muted>
        {dati ? (
          <>
            {TIPI_AVVISO.map((tipo) => (
              <Switch
                key={tipo}
                checked={dati[tipo]}
                disabled={!online}
                busy={busy}
                onChange={(e) => {
                  const on = e.currentTarget.checked
                  void write(() => changeAvviso(tipo, on))
                }}
              >
                {texts.tipi[tipo]}
              </Switch>
            ))}
            <PushSwitch push={dati.push} online={online} />
            <h3>{texts.seguiti}</h3>
            {dati.seguiti.length === 0 && <Muted small>{texts.nessuno}</Muted>}
            <ul className={css.voci}>
              {dati.seguiti.map((one) => (
                <li key={`${one.tipo} ${one.chiave}`}>
                  <div>
                    <strong>{one.nome}</strong>
                    <Muted small>{texts[one.tipo]}</Muted>
                  </div>
                  <Button
                    size="sm"
                    label={texts.togli_chi(one.nome)}
                    disabled={!online || busy}
                    onClick={() => drop(one)}
                  >
                    {texts.togli}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <NotHere online={online} guasto={guasto} title={texts.errore} onRetry={() => void rileggi()} />
        )}
      </Stack>
    </Card>
  )
}

/** Sets the notices of this browser, asked for at the tap alone [NT4]; empty where the browser has no push. */
function PushSwitch({ push, online }: { push: Avvisi['push']; online: boolean }) {
  const [state, setState] = useState<BrowserNotices>('no')
  const [busy, setBusy] = useState(false)
  const known = push.browser.join(' ')
  useEffect(() => {
    void readPush(known.split(' ')).then(setState)
  }, [known])
  if (state === 'no') return null
  if (state === 'negata') return <Muted small>{texts.push_negata}</Muted>
  const turn = async (on: boolean) => {
    setBusy(true)
    const result = await (on ? turnPushOn(push.chiave) : turnPushOff())
    setBusy(false)
    if (result.ok) setState(on ? 'accesa' : 'spenta')
    else showError(accountFailure(result.error), { riprova: () => void turn(on) })
  }
  return (
    <Switch
      checked={state === 'accesa'}
      disabled={!online}
      busy={busy}
      onChange={(e) => void turn(e.currentTarget.checked)}
    >
      {texts.push}
    </Switch>
  )
}
