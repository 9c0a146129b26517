import { useEffect, useState } from 'react'
import type { SedutaInBreve } from '#contract/database'
import type { ProvaSalvata } from '#contract/prova'
import type { Result } from '#contract/result'
import { instantOf } from '#rules/data'
import { showGuasto } from './avvisi.ts'
import { onCambioUtente, sessione } from './credenziale.ts'
import { hrefRisultati, hrefSeduta } from './indirizzi.ts'
import { tellNovita } from './novita.ts'
import { SOSPESA_DOPO_MS } from './prova-avvio.ts'
import { suspendLasciata } from './prova-lasciata.ts'
import { oraIso } from './rete.ts'
import { onArchivio } from './scrittura.ts'
import { recordChanged } from './sincronizzazione.ts'

/**
 * The sittings left open of a bank (PIU_BANCHE: over several, null: of all), newest first; none when the store does not answer. A
 * trial whose time is over is delivered before anybody is sent back to it.
 */
export async function readAperte(id_concorso: number | null): Promise<readonly SedutaInBreve[]> {
  await deliverScadute()
  const esito = await onArchivio((db) => db.listAperte({ id_concorso }))
  return esito.ok ? esito.value : []
}

/** Those of every bank, as they were when the screen opened. */
export function useAperte(): readonly SedutaInBreve[] {
  const [aperte, setAperte] = useState<readonly SedutaInBreve[]>([])
  useEffect(() => {
    let vivo = true
    void readAperte(null).then((lette) => vivo && setAperte(lette))
    return () => {
      vivo = false
    }
  }, [])
  return aperte
}

/** Goes on with a sitting left open, also when it was paused. True when it may be shown. A trial resumes on its own screen. */
export async function resumeSeduta(id: string): Promise<boolean> {
  const at = oraIso()
  if ((await onArchivio((db) => db.readProva({ id, at }))).ok) return true
  const esito = await onArchivio((db) => db.updateSeduta({ id, stato: 'in_corso', at }))
  if (!esito.ok) showGuasto(esito.error, { riprova: () => void resumeSeduta(id) })
  return esito.ok
}

/** A trial read to be closed from outside: one that a dead page left running has been paused since then (D25). */
async function readLasciata(id: string): Promise<Result<ProvaSalvata>> {
  const at = oraIso()
  const prova = await onArchivio((db) => db.readProva({ id, at }))
  const seduta = await onArchivio((db) => db.readSeduta({ id }))
  if (prova.ok && seduta.ok) await suspendLasciata(prova.value, seduta.value.aggiornata, instantOf(at))
  return prova
}

/**
 * Gives up a sitting left open; its answers and levels stay. A trial whose time is over is delivered instead. Never a simulation:
 * its attempt would be lost (0026), and only its own screen says so.
 */
export async function dropSeduta(id: string): Promise<void> {
  const prova = await readLasciata(id)
  if (prova.ok && prova.value.simulazione) return showGuasto({ codice: 'REGOLE_NON_LO_PERMETTONO' })
  const at = oraIso()
  let esito: Result<unknown> = prova.ok
    ? await onArchivio((db) => db.stepProva({ id, at, evento: { tipo: 'abbandona' } }))
    : await onArchivio((db) => db.updateSeduta({ id, stato: 'abbandonata', at }))
  if (!esito.ok && esito.error.codice === 'TEMPO_SCADUTO') {
    esito = await onArchivio((db) => db.deliverProva({ id, at }))
    if (esito.ok) tellScadute(1)
  }
  if (!esito.ok) return showGuasto(esito.error, { riprova: () => void dropSeduta(id) })
  tell([id])
}

/** Delivers a trial left open as it is. True when it is done. */
export async function deliverAperta(id: string): Promise<boolean> {
  const prova = await readLasciata(id)
  const esito = prova.ok ? await onArchivio((db) => db.deliverProva({ id, at: oraIso() })) : prova
  if (!esito.ok) showGuasto(esito.error, { riprova: () => void deliverAperta(id) })
  else tell([id])
  return esito.ok
}

/** What the lists of open sittings do, wherever they are. */
export const comandiAperte = (navigate: (href: string) => void) => ({
  onContinua: async (seduta: SedutaInBreve) => {
    if (await resumeSeduta(seduta.id)) navigate(hrefSeduta(seduta))
  },
  onChiudi: ({ id }: SedutaInBreve) => void dropSeduta(id),
  onConsegna: async (seduta: SedutaInBreve) => {
    if (await deliverAperta(seduta.id)) navigate(hrefRisultati(seduta))
  },
  countDate: async ({ id }: SedutaInBreve): Promise<number | null> => {
    const letta = await onArchivio((db) => db.readProva({ id, at: oraIso() }))
    return letta.ok ? letta.value.voci.filter((v) => v.risposta !== null).length : null
  },
})

/** What changed here shows wherever it is told what another tab changed. */
function tell(ids: readonly string[]): void {
  for (const id of ids) tellNovita({ tipo: 'seduta', id })
  recordChanged()
}

let tellScadute: (quante: number) => void = () => undefined

/** How the person is told that trials were delivered at the end of their time: the composition root has the words. */
export const onScadute = (f: (quante: number) => void): void => {
  tellScadute = f
}

/** Longest delay that a timer keeps, milliseconds. */
const ATTESA_MASSIMA_MS = 2_000_000_000
let timer: ReturnType<typeof setTimeout> | null = null
let inCorso: Promise<void> | null = null

const stop = () => {
  if (timer !== null) clearTimeout(timer)
  timer = null
}
onCambioUtente(stop)

/**
 * Delivers one's own trials that allow no pause and whose time ended while nobody looked [SI11]; the next is delivered when its time
 * ends. The one on screen delivers itself, and so does one that another tab shows: it gives a sign every few seconds.
 */
export function deliverScadute(): Promise<void> {
  inCorso ??= run().finally(() => {
    inCorso = null
  })
  return inCorso
}

async function run(): Promise<void> {
  stop()
  // What is told or changed now would disturb it: the screen that comes after asks again.
  if (sessione.in_prova) return
  const aperte = await onArchivio((db) => db.listAperte({ id_concorso: null }))
  if (!aperte.ok) return
  let attesa = Number.POSITIVE_INFINITY
  const finite: string[] = []
  for (const seduta of aperte.value) {
    const tra = await waitFine(seduta)
    if (tra > 0) attesa = Math.min(attesa, tra)
    else if (await isTuttaQui(seduta.id)) {
      const esito = await onArchivio((db) => db.deliverProva({ id: seduta.id, at: oraIso() }))
      if (esito.ok) finite.push(seduta.id)
    }
  }
  if (attesa < Number.POSITIVE_INFINITY)
    timer = setTimeout(() => void deliverScadute(), Math.min(ATTESA_MASSIMA_MS, attesa))
  if (finite.length === 0) return
  tell(finite)
  tellScadute(finite.length)
}

/** Milliseconds until a trial is to be delivered by whoever is here; endless for what waits for the person. */
async function waitFine({ id, tipo, stato, aggiornata }: SedutaInBreve): Promise<number> {
  const mai = Number.POSITIVE_INFINITY
  if (tipo !== 'PROVA_PERSONALIZZATA' || stato !== 'in_corso') return mai
  const letta = await onArchivio((db) => db.readProva({ id, at: oraIso() }))
  if (!letta.ok || letta.value.regole.pausa || letta.value.resto === null) return mai
  const ultima = instantOf(aggiornata)
  return Math.max(letta.value.resto, SOSPESA_DOPO_MS - Math.max(0, Date.now() - ultima))
}

/** Whether every bank of a trial is on the device: without it what was marked would count for nobody, so it waits. */
async function isTuttaQui(id: string): Promise<boolean> {
  const banche = await onArchivio((db) => db.listBanche())
  const seduta = await onArchivio((db) => db.readSeduta({ id }))
  if (!banche.ok || !seduta.ok) return false
  const qui = new Set(banche.value.flatMap((b) => (b.n_domande > 0 ? [b.id_concorso] : [])))
  return seduta.value.id_concorsi.every((id_concorso) => qui.has(id_concorso))
}
