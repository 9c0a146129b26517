import { subscribe } from 'valtio'
import { toRisposte } from '#rules/prova/risposte'
import { call } from './api.ts'
import { prova } from './prova.ts'
import { adessoServer } from './prova-avvio.ts'
import { oraIso, rete } from './rete.ts'
import { onArchivio } from './scrittura.ts'
import { setProvaInVista } from './spedizione.ts'

/** Quiet after the last mark before the answers are stored on the server, milliseconds. */
export const QUIETE_BOZZA_MS = 5_000

/**
 * While a simulation is on screen its answers, flags and place are stored on the server now and then, so that another device can go on with them.
 * Nothing is told when it does not work: the store has them, and delivery sends them all. Answers how to stop.
 */
export function followSimulazione(): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  let date = -1
  const stop = subscribe(prova, () => {
    const { testa, fase, stato, versione } = prova
    const viva = testa?.simulazione && fase === 'pronta' && stato === 'in_corso'
    setProvaInVista(viva ? testa.id : null)
    if (!viva || prova.in_scrittura > 0 || versione === date) return
    date = versione
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => void storeBozza(testa.id), QUIETE_BOZZA_MS)
  })
  return () => {
    stop()
    setProvaInVista(null)
    if (timer !== null) clearTimeout(timer)
  }
}

let ultima = ''

async function storeBozza(id: string): Promise<void> {
  if (!rete.online) return
  const [letta, seduta] = await Promise.all([
    onArchivio((db) => db.readProva({ id, at: oraIso(adessoServer()) })),
    onArchivio((db) => db.readSeduta({ id })),
  ])
  if (!letta.ok || !seduta.ok || letta.valore.stato !== 'in_corso' || !letta.valore.simulazione) return
  const corpo = toRisposte(seduta.valore.id_domande, letta.valore.voci)
  const { indice, simulazione } = letta.valore
  const firma = JSON.stringify([id, indice, corpo.map(({ ms: _ms, ...r }) => r)])
  // Only the clock moved.
  if (firma === ultima) return
  const { gettone } = simulazione
  const mescola = seduta.valore.mescola ? 'true' : 'false'
  const esito = await call('invia_risposte_simulazione', { query: { gettone, indice, mescola }, corpo })
  if (esito.ok) ultima = firma
}
