import { call } from './api.ts'
import { isOraDubbia, oraServer, persiFinora, SCARTO_MS } from './ora.ts'
import { rete } from './rete.ts'

/** Asks the server what time it is, where it is in doubt. True when this page has heard it, now or before. */
export async function confirmOra(): Promise<boolean> {
  if (isOraDubbia() && rete.online) await call('uptime')
  return oraServer() !== null
}

/** How late a simulation's clock is, milliseconds: only the server says so (D24). Zero without it. */
export async function lateBy(istante: () => number): Promise<number> {
  if (!(await confirmOra())) return 0
  const ritardo = (oraServer() ?? 0) - istante()
  return ritardo < SCARTO_MS ? 0 : ritardo
}

const read = () => ({ muro: Date.now(), mono: performance.now() })
let ultimo = read()
let visti = 0
/** Wall-clock time that nobody could tell from a changed clock yet. */
let attesi = 0

/** From here on the sleep of the device is looked for. */
export function startSonno(): void {
  ultimo = read()
  visti = persiFinora()
  attesi = 0
}

/**
 * Milliseconds that the device slept since this was last asked, by a trial of the person's own without a pause. The wall clock
 * alone cannot tell a sleep from a clock set ahead: the server confirms it. Where it cannot be asked, a page that was hidden counts
 * the gap as one that is opened again does, and a page in sight counts nothing until it can be asked.
 */
export async function takeSonno(nascosta: boolean): Promise<number> {
  const ora = read()
  const salto = attesi + (ora.muro - ultimo.muro) - (ora.mono - ultimo.mono)
  ultimo = ora
  attesi = 0
  if (salto < SCARTO_MS) {
    visti = persiFinora()
    return 0
  }
  const prima = visti
  const nota = oraServer() !== null
  await confirmOra()
  if (nota && !isOraDubbia()) {
    visti = persiFinora()
    return Math.min(salto, visti - prima)
  }
  if (nascosta) return salto
  if (nota) attesi += salto
  return 0
}
