import { subscribe } from 'valtio'
import { toRisposte } from '#rules/prova/risposte'
import { network } from '../../platform/network.ts'
import { planDraft, sendDraft, storeDraft } from '../../sync/draft.ts'
import { setProvaOnScreen } from '../../sync/sent-simulazioni.ts'
import { provaState, voceAt } from './prova-state.ts'

/**
 * Stores the answers, flags and place of a simulation on screen on the server. Another device can then go on with them, and the
 * server can deliver them at the end. Stores them when the person rests, when the page is hidden or goes, and when the trial is
 * left. Returns a function that stops.
 */
export function followDraft(): () => void {
  let followed: string | null = null
  let sentVersion = -1
  const leave = () => {
    if (followed !== null) void storeDraft(followed)
    followed = null
    setProvaOnScreen(null)
  }
  const stop = subscribe(provaState, () => {
    const { head: testa, fase, stato, version: versione } = provaState
    const live = testa?.simulazione && fase === 'pronta' && stato === 'in_corso'
    if (!live || testa.id !== followed) leave()
    if (!live) return
    followed = testa.id
    setProvaOnScreen(testa.id)
    if (provaState.writing > 0 || versione === sentVersion) return
    sentVersion = versione
    planDraft(testa.id)
  })
  const onHidden = () => {
    if (document.visibilityState === 'hidden') sendOnScreen()
  }
  document.addEventListener('visibilitychange', onHidden)
  addEventListener('pagehide', sendOnScreen)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', onHidden)
    removeEventListener('pagehide', sendOnScreen)
    leave()
  }
}

/** Sends at once the marks that the page has seen committed, because the page may be gone before the store returns. */
function sendOnScreen(): void {
  const { head: testa, fase, stato, indice } = provaState
  if (!testa?.simulazione || fase !== 'pronta' || stato !== 'in_corso' || !network.online) return
  const { id, id_domande, mescola, simulazione } = testa
  const voci = Array.from(id_domande, (_, place) => ({ indice: place, ...voceAt(place) }))
  const body = toRisposte(id_domande, voci)
  void sendDraft({ id, gettone: simulazione.gettone, mescola, indice, corpo: body }, { parte: true })
}
