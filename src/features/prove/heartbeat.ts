import { advance, instantAt } from '../../platform/stopwatch.ts'
import { lateBy, takeSleep } from '../../sync/device-sleep.ts'
import { deliverProva, provaClock, provaLeft, provaState, stepProva } from './prova-state.ts'

/**
 * Counts the time so far in the store, so that a page that dies loses little of it. A page that returns checks whether the time
 * is over. The screen calls it at intervals and when the page is hidden or shown.
 */
export function beatProva(when: 'batte' | 'nascosta' | 'torna'): void {
  if (provaState.fase !== 'pronta' || provaState.stato !== 'in_corso') return
  void wake(!provaClock.isInSight())
  if (provaLeft() === 0) return void deliverProva()
  const visible = when === 'torna' || (when === 'batte' && provaClock.isInSight())
  void stepProva({ tipo: 'apri', indice: provaState.indice })
  provaClock.setInSight(visible)
}

/** Counts the time that the device slept, and checks whether the time is over. */
async function wake(hidden: boolean): Promise<void> {
  const { head } = provaState
  if (!head || (head.regole.pausa && !head.simulazione)) return
  const instant = () => {
    const watch = provaClock.read()
    return watch ? instantAt(watch, performance.now()) : 0
  }
  const ms = await (head.simulazione ? lateBy(instant) : takeSleep(hidden))
  const watch = provaClock.read()
  if (ms <= 0 || provaState.head !== head || !watch || provaState.stato !== 'in_corso') return
  provaClock.set(advance(watch, ms, performance.now()))
  if (provaLeft() === 0) return void deliverProva()
  await stepProva({ tipo: 'apri', indice: provaState.indice })
}
