import type { Database } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { call } from './state/api.ts'
import { showToast } from './state/avvisi.ts'
import { rememberBozza } from './state/bozza-simulazione.ts'
import { oraServer } from './state/ora.ts'
import { adessoServer } from './state/prova-avvio.ts'
import { oraIso } from './state/rete.ts'
import { sincronia } from './state/sincronia.ts'
import { confirmOra } from './state/sonno.ts'
import { provaInVista, sorgente, spedizione } from './state/spedizione.ts'
import { type EsitoSpedizione, sendSimulazioni } from './sync/simulazioni.ts'
import { simulazioni as testi } from './text/simulazioni.ts'

let scaduta: () => void = () => undefined
let timer: ReturnType<typeof setTimeout> | null = null

/** What to do when a simulation that nobody looks at has come to its end. */
export const onScadenza = (f: () => void): void => {
  scaduta = f
}

/** Longest delay that a timer keeps, milliseconds. */
const ATTESA_MASSIMA_MS = 2_000_000_000

/** Counts what waits, and wakes when a simulation left open ends [SI11]. */
export async function countSimulazioni(db: Database): Promise<void> {
  const attesa = await db.listDaSpedire()
  if (attesa.ok) sincronia.simulazioni = attesa.value.length
  const aperte = await db.listInCorso({ at: oraIso(adessoServer()) })
  // Marked without a network by an earlier visit: another device may go on with them.
  if (aperte.ok) for (const { id } of aperte.value) if (id !== provaInVista()) rememberBozza(id)
  if (timer !== null) clearTimeout(timer)
  timer = null
  // Nobody wakes by a clock that the server has not told on this page.
  if (!aperte.ok || oraServer() === null) return
  const resti = aperte.value.flatMap(({ id, resto }) => (resto === null || id === provaInVista() ? [] : [resto]))
  if (resti.length > 0) timer = setTimeout(() => scaduta(), Math.min(ATTESA_MASSIMA_MS, ...resti))
}

/** Sends what waits and tells what became of it: quietly when it is there, once in words when it was refused for good. */
export async function pushSimulazioni(db: Database): Promise<Result<EsitoSpedizione | null>> {
  const esito = await sendSimulazioni(db, (args) => call('invia_esiti_simulazione', args), {
    ora: () => oraIso(adessoServer()),
    confirm: confirmOra,
    sorgente: sorgente(),
    inVista: provaInVista(),
  })
  if (!esito.ok) return esito
  for (const e of esito.value.spedite) spedizione.esiti[e.gettone] = e
  for (const { prova, guasto } of esito.value.rifiutate) {
    if (prova.simulazione) spedizione.rifiutate[prova.simulazione.gettone] = guasto
    showToast({ testo: testi.rifiutata(prova.regole.nome ?? testi.una) })
  }
  return ok(esito.value)
}
