import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { kept, lookAtKept } from '../../platform/kept.ts'
import { profileText as texts } from '../../text/account.ts'
import { Muted } from '../../ui/base.tsx'

/** Whether the page opens without a network, and whether the browser keeps what is stored, in words. */
export function OnDevice() {
  const { page, persistent } = useSnapshot(kept)
  useEffect(() => void lookAtKept(), [])
  if (page === null) return null
  return <Muted>{`${page ? texts.pagina_qui : texts.pagina_no} ${persistent ? texts.tenuto : texts.non_tenuto}`}</Muted>
}
