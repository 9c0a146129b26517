import { proxy, snapshot, subscribe } from 'valtio'
import { ok, type Result } from '#contract/result'
import { call } from './api.ts'
import { keepCredenziale, onCambioUtente, sessione } from './credenziale.ts'
import { readChiave, writeChiave } from './dispositivo.ts'
import { rete } from './rete.ts'
import { refreshUtente } from './sessione.ts'

/** Most extra time, per cent; the rules on DSA and law 104 give up to half as much again. */
export const TEMPO_MASSIMO = 50
/** Quiet after the last change before it is sent, milliseconds. */
export const QUIETE_TEMPO_MS = 750

const id = () => sessione.credenziale?.utente.id_utente_idoneo ?? 0
/** What this device knows, and whether the server has it: offline the copy is what trials go by. */
const chiave = () => `idoneo.tempo.${id()}`
const chiaveNota = () => `idoneo.tempo_noto.${id()}`

const isPercento = (n: number) => Number.isInteger(n) && n >= 0 && n <= TEMPO_MASSIMO
function read(): { percento: number; da_inviare: boolean } {
  const scritto = readChiave('locale', chiave())
  const n = Number(scritto ?? 0)
  return isPercento(n)
    ? { percento: n, da_inviare: scritto !== null && readChiave('locale', chiaveNota()) === null }
    : { percento: 0, da_inviare: false }
}

/** The extra time of the account (DSA, law 104), per cent: it holds for every timed sitting, on every device. */
export const tempoAggiuntivo = proxy(read())

function write(percento: number, noto: boolean): void {
  Object.assign(tempoAggiuntivo, { percento, da_inviare: !noto })
  writeChiave('locale', chiave(), String(percento))
  writeChiave('locale', chiaveNota(), noto ? '1' : null)
}

/** Takes what the profile says, unless a choice made here still has to reach it. */
function adopt(): void {
  const suo = sessione.credenziale?.utente.tempo_aggiuntivo
  if (suo !== undefined && !tempoAggiuntivo.da_inviare && suo !== tempoAggiuntivo.percento) write(suo, true)
}
onCambioUtente(() => {
  Object.assign(tempoAggiuntivo, read())
  adopt()
})
subscribe(sessione, adopt)
let online = rete.online
subscribe(rete, () => {
  const torna = rete.online && !online
  online = rete.online
  if (torna) void sendTempoAggiuntivo()
})
adopt()

let timer: ReturnType<typeof setTimeout> | null = null

/** Chooses it: kept here at once, in the account as soon as there is a network. */
export function setTempoAggiuntivo(percento: number): void {
  write(Math.min(TEMPO_MASSIMO, Math.max(0, Math.round(percento) || 0)), false)
  if (timer !== null) clearTimeout(timer)
  timer = setTimeout(() => void sendTempoAggiuntivo(), QUIETE_TEMPO_MS)
}

/** Sends a choice that the account has not got yet; nothing to do when it has. */
export async function sendTempoAggiuntivo(): Promise<Result<null>> {
  if (!tempoAggiuntivo.da_inviare || id() === 0) return ok(null)
  const [mio, percento] = [id(), tempoAggiuntivo.percento]
  const esito = await call('aggiorna_utente', {
    query: { id_utente_idoneo: mio },
    corpo: { tempo_aggiuntivo: percento },
  })
  // Another choice, or another person, came meanwhile.
  if (!esito.ok || id() !== mio || tempoAggiuntivo.percento !== percento) return esito
  write(percento, true)
  const c = sessione.credenziale && snapshot(sessione.credenziale)
  if (c) keepCredenziale({ ...c, utente: { ...c.utente, tempo_aggiuntivo: percento } })
  return esito
}

/** Before it is shown to somebody who is about to begin: what another device chose meanwhile. Quiet without a network. */
export async function refreshTempoAggiuntivo(): Promise<void> {
  if (!rete.online) return
  if (tempoAggiuntivo.da_inviare) await sendTempoAggiuntivo()
  else await refreshUtente()
}
