import { subscribe } from 'valtio'
import { toRisposte } from '#rules/prova/risposte'
import { planBozza, sendBozza, storeBozza } from './bozza-simulazione.ts'
import { prova, vocePosto } from './prova.ts'
import { rete } from './rete.ts'
import { setProvaInVista } from './spedizione.ts'

/**
 * While a simulation is on screen its answers, flags and place are stored on the server, so that another device can go on with them
 * and the server can deliver them at the end: when the person rests, when the page is hidden or goes, and when the trial is left.
 * Answers how to stop.
 */
export function followSimulazione(): () => void {
  let seguita: string | null = null
  let date = -1
  const leave = () => {
    if (seguita !== null) void storeBozza(seguita)
    seguita = null
    setProvaInVista(null)
  }
  const stop = subscribe(prova, () => {
    const { testa, fase, stato, versione } = prova
    const viva = testa?.simulazione && fase === 'pronta' && stato === 'in_corso'
    if (!viva || testa.id !== seguita) leave()
    if (!viva) return
    seguita = testa.id
    setProvaInVista(testa.id)
    if (prova.in_scrittura > 0 || versione === date) return
    date = versione
    planBozza(testa.id)
  })
  const onNascosta = () => {
    if (document.visibilityState === 'hidden') sendInVista()
  }
  document.addEventListener('visibilitychange', onNascosta)
  addEventListener('pagehide', sendInVista)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', onNascosta)
    removeEventListener('pagehide', sendInVista)
    leave()
  }
}

/** The page may be gone before the store could answer: what the page has seen committed is sent at once. */
function sendInVista(): void {
  const { testa, fase, stato, indice } = prova
  if (!testa?.simulazione || fase !== 'pronta' || stato !== 'in_corso' || !rete.online) return
  const { id, id_domande, mescola, simulazione } = testa
  const voci = Array.from(id_domande, (_, posto) => ({ indice: posto, ...vocePosto(posto) }))
  const corpo = toRisposte(id_domande, voci)
  void sendBozza({ id, gettone: simulazione.gettone, mescola, indice, corpo }, { parte: true })
}
