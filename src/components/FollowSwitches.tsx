import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { followOrTell, readAvvisi } from '../domain/avvisi.ts'
import { network } from '../platform/network.ts'
import { avvisiText as texts } from '../text/avvisi.ts'
import base from '../ui/base.module.css'
import { Stack } from '../ui/base.tsx'
import { cx } from '../ui/cx.ts'
import { Switch } from '../ui/Field.tsx'
import { useRead } from './useRead.ts'

type Thing = { tipo: 'bando' | 'ente'; chiave: string }

/** Switches for the mails about a call or a body [NT2]; only their place until the server returns the followed ones. */
export function FollowSwitches({ things }: { things: readonly Thing[] }) {
  const { online } = useSnapshot(network)
  const { dati, guasto, rileggi } = useRead(readAvvisi, online ? 'si' : 'no')
  const [busy, setBusy] = useState(false)
  if (!dati && (guasto || !online)) return null
  const isFollowed = ({ tipo, chiave }: Thing) =>
    dati?.[tipo === 'bando' ? 'bandi' : 'enti'] &&
    dati.seguiti.some((s) => s.tipo === tipo && s.chiave === chiave.trim().toLowerCase())
  const change = async (thing: Thing, on: boolean) => {
    setBusy(true)
    await followOrTell(thing, on, () => void change(thing, on))
    await rileggi()
    setBusy(false)
  }
  return (
    <Stack className={cx(!dati && base.attesa)}>
      {things.map((thing) => (
        <Switch
          key={thing.tipo}
          checked={isFollowed(thing) ?? false}
          disabled={!online}
          busy={busy}
          onChange={(e) => void change(thing, e.currentTarget.checked)}
        >
          {thing.tipo === 'bando' ? texts.avvisami_bando : texts.avvisami_ente}
        </Switch>
      ))}
    </Stack>
  )
}
