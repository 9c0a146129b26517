import { useSnapshot } from 'valtio'
import { network } from '../platform/network.ts'
import { formatAgo } from '../text/formats.ts'
import { listsText } from '../text/lists.ts'
import { Muted } from '../ui/base.tsx'

/** Notice that a list is the kept one, with its age; absent while the server's list loads or is shown. */
export function KeptNotice({ kept_ms, failed }: { kept_ms: number | null; failed: boolean }) {
  const { online } = useSnapshot(network)
  if (kept_ms === null || (online && !failed)) return null
  const ago = formatAgo(new Date(kept_ms).toISOString(), Date.now())
  return (
    <Muted small role="status">
      {online ? listsText.non_aggiornato(ago) : listsText.salvato(ago)}
    </Muted>
  )
}
