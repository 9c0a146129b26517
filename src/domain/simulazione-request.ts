import { proxy, ref } from 'valtio'
import type { Simulazione } from '#contract/schemas'

/** Simulation that a screen asks to begin. The frame shows its rules and starts it, whatever the screen. */
export const simulazioneRequest = proxy({
  simulazione: null as Simulazione | null,
  /** Code of the challenge that the simulation answers. */
  sfida: null as string | null,
})

export function askSimulazione(simulazione: Simulazione, sfida: string | null = null): void {
  simulazioneRequest.simulazione = ref(simulazione)
  simulazioneRequest.sfida = sfida
}

export function closeSimulazioneRequest(): void {
  simulazioneRequest.simulazione = null
  simulazioneRequest.sfida = null
}
