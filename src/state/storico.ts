import { useEffect, useState } from 'react'
import type { SedutaFinita } from '#contract/prova'
import { onArchivio } from './scrittura.ts'

/** Sittings shown at first, and how many more each time. */
const ULTIME = 5
const ALTRE = 20

/** Sittings of a bank that have ended (null: of all), from the one after `salta`; none when the store does not open. */
async function read(id_concorso: number | null, limite: number, salta: number) {
  // One more than is shown tells whether there are others.
  const esito = await onArchivio((db) => db.listStoria({ id_concorso, limite: limite + 1, salta }))
  const lette = esito.ok ? esito.value : []
  return { lette: lette.slice(0, limite), altre: lette.length > limite }
}

/** The history of a bank, or of all (null), newest first; `onAltre` shows more of it, null when there is none. */
export function useStoria(id_concorso: number | null) {
  const [{ sedute, altre }, setStoria] = useState({ sedute: [] as readonly SedutaFinita[], altre: false })
  useEffect(() => {
    let vivo = true
    void read(id_concorso, ULTIME, 0).then(({ lette, altre }) => vivo && setStoria({ sedute: lette, altre }))
    return () => {
      vivo = false
    }
  }, [id_concorso])
  const onAltre = async () => {
    const seguito = await read(id_concorso, ALTRE, sedute.length)
    setStoria({ sedute: [...sedute, ...seguito.lette], altre: seguito.altre })
  }
  return { sedute, onAltre: altre ? () => void onAltre() : null }
}
