import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { network } from '../../../platform/network.ts'
import { Band } from '../../../ui/base.tsx'
import { IconOffline } from '../../../ui/icons.ts'
import { offlineAuthText as texts } from './text.ts'

/** Without a network nobody gets in: the screen says so before the form is filled, and what works meanwhile [PP6]. */
export function OfflineNotice() {
  const { online } = useSnapshot(network)
  // After the first render: the login that the server sends drawn knows no network (decision 0085).
  const [drawn, setDrawn] = useState(false)
  useEffect(() => setDrawn(true), [])
  return drawn && !online ? (
    <Band icon={<IconOffline size={20} />}>
      {texts.testo} <Link href="/guida">{texts.guida}</Link>.
    </Band>
  ) : null
}
