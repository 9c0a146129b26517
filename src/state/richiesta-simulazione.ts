import { proxy, ref } from 'valtio'
import type { Simulazione } from '#contract/schemi'

/** The simulation that a screen asks to begin: the frame shows its rules and starts it, whatever the screen. */
export const richiesta = proxy({
  simulazione: null as Simulazione | null,
  /** Code of the challenge that it answers. */
  sfida: null as string | null,
})

export function askSimulazione(simulazione: Simulazione, sfida: string | null = null): void {
  richiesta.simulazione = ref(simulazione)
  richiesta.sfida = sfida
}

export function closeRichiesta(): void {
  richiesta.simulazione = null
  richiesta.sfida = null
}
