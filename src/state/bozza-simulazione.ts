import { subscribe } from 'valtio'
import { type RispostaSpedita, toRisposte } from '#rules/prova/risposte'
import { call } from './api.ts'
import { onCambioUtente, sessione } from './credenziale.ts'
import { adessoServer } from './prova-avvio.ts'
import { oraIso, rete } from './rete.ts'
import { onArchivio } from './scrittura.ts'

/** Quiet after the last mark before the answers are stored on the server, milliseconds. */
export const QUIETE_BOZZA_MS = 5_000
/** After a draft that did not arrive, milliseconds; at once when the network returns. */
export const RIPROVA_BOZZA_MS = 30_000
/** Browsers let go of a request that outlives its page only up to 64 KiB; what is larger goes as any other. */
const OLTRE_LA_PAGINA = 60_000

/** What another device needs to go on with a simulation. `indice`: the place, when it is to be told. */
export type Bozza = { id: string; gettone: string; mescola: boolean; indice: number; corpo: RispostaSpedita[] }

/** Asking the server or the store again cannot end otherwise. */
const PER_SEMPRE: ReadonlySet<string> = new Set([
  'NON_TROVATO',
  'RICHIESTA_NON_VALIDA',
  'ESERCITAZIONE_NON_INIZIALIZZATA',
  'TIPO_ESERCITAZIONE_ERRATO',
])

/** What the server has of each sitting, as far as this visit knows. */
const tenute = new Map<string, string>()
/** Sittings that the server may lack something of; a timer where one runs. */
const attese = new Map<string, ReturnType<typeof setTimeout> | null>()
/** Found open by this visit. */
const trovate = new Set<string>()
/** Grows when another account signs in or out. */
let giro = 0
onCambioUtente(() => {
  giro++
  for (const id of [...attese.keys()]) settle(id)
  tenute.clear()
  trovate.clear()
})

let era = rete.online
subscribe(rete, () => {
  const torna = rete.online && !era
  era = rete.online
  if (torna) for (const id of [...attese.keys()]) void storeBozza(id)
})

/** Nothing of this sitting waits any more. */
function settle(id: string): void {
  const timer = attese.get(id)
  if (timer) clearTimeout(timer)
  attese.delete(id)
}

/** Something of this sitting is to be sent, at the latest after so many milliseconds of quiet. */
export function planBozza(id: string, ms = QUIETE_BOZZA_MS): void {
  settle(id)
  attese.set(
    id,
    setTimeout(() => void storeBozza(id), ms),
  )
}

let coda: Promise<unknown> = Promise.resolve()

/**
 * Stores on the server, now, what the device's store has of a sitting: after every step asked for before. Nothing is told when it
 * does not work: the store has the answers, and they are sent again later. `posto` false: the place is another device's to tell.
 */
export function storeBozza(id: string, { posto = true } = {}): Promise<void> {
  const mia = coda.then(() => store(id, posto))
  coda = mia.catch(() => undefined)
  return mia
}

async function store(id: string, posto: boolean): Promise<void> {
  settle(id)
  attese.set(id, null)
  if (!rete.online) return
  if (sessione.scaduta !== null) return planBozza(id, RIPROVA_BOZZA_MS)
  const mio = giro
  const [letta, seduta] = await Promise.all([
    onArchivio((db) => db.readProva({ id, at: oraIso(adessoServer()) })),
    onArchivio((db) => db.readSeduta({ id })),
  ])
  if (mio !== giro) return
  if (!letta.ok || !seduta.ok) {
    const chiusa = [letta, seduta].some((e) => !e.ok && PER_SEMPRE.has(e.error.codice))
    return chiusa ? settle(id) : planBozza(id, RIPROVA_BOZZA_MS)
  }
  const { stato, simulazione, resto, voci, indice } = letta.value
  // Ended: the delivery sends everything.
  if ((stato !== 'in_corso' && stato !== 'in_pausa') || resto === 0 || !simulazione) return settle(id)
  const { id_domande, mescola } = seduta.value
  // A device that has nothing to say does not say where it is either.
  if (!posto && voci.length === 0) return settle(id)
  await sendBozza({ id, gettone: simulazione.gettone, mescola, indice, corpo: toRisposte(id_domande, voci) }, { posto })
}

/** `posto`: tell the place as well. `parte`: the page is about to be gone, and the request must outlive it. */
export async function sendBozza(b: Bozza, { posto = true, parte = false } = {}): Promise<void> {
  const { id, gettone, indice } = b
  // Only the clock moved.
  const firma = JSON.stringify([posto ? indice : null, b.corpo.map(({ ms: _ms, ...r }) => r)])
  const [mio, timer] = [giro, attese.get(id) ?? null]
  if (firma === tenute.get(id)) return settle(id)
  const corpo = parte ? b.corpo.filter(isToccata) : b.corpo
  const query = { gettone, mescola: b.mescola ? 'true' : 'false', ...(posto && { indice }) } as const
  const keepalive = parte && JSON.stringify(corpo).length <= OLTRE_LA_PAGINA
  const esito = await call('invia_risposte_simulazione', { query, corpo }, { keepalive })
  if (mio !== giro) return
  if (esito.ok) tenute.set(id, firma)
  // Marked meanwhile: what was planned since then holds.
  if ((attese.get(id) ?? null) !== timer) return
  if (esito.ok || PER_SEMPRE.has(esito.error.codice)) return settle(id)
  planBozza(id, RIPROVA_BOZZA_MS)
}

const isToccata = ({ risposta, ms, cambi, da_rivedere, escluse, cambi_rivedi, cambi_escluse }: RispostaSpedita) =>
  risposta !== null || ms + cambi + (cambi_rivedi ?? 0) + (cambi_escluse ?? 0) > 0 || da_rivedere || escluse

/** How long a pause waits for the answers to be on the server, milliseconds: the candidate's time runs meanwhile. */
export const ATTESA_BOZZA_MS = 2_000

/** Before a sitting is left to another device. It never fails: what did not arrive in time is sent again later. */
export async function flushBozza(id: string): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const basta = new Promise<void>((fatto) => {
    timer = setTimeout(fatto, ATTESA_BOZZA_MS)
  })
  await Promise.race([storeBozza(id).catch(() => undefined), basta])
  clearTimeout(timer)
}

/** At the first sight of a sitting that an earlier visit left open: the server may lack what was marked without a network. */
export function rememberBozza(id: string): void {
  if (trovate.has(id)) return
  trovate.add(id)
  if (!attese.has(id) && !tenute.has(id)) void storeBozza(id, { posto: false })
}
