import type { Seduta } from '#contract/database'
import type { ProvaSalvata } from '#contract/prova'
import { fail, ok, type Result } from '#contract/result'
import { instantOf } from '#rules/data'
import { oraServer } from './ora.ts'
import { adessoDi } from './prova-avvio.ts'
import { suspendLasciata } from './prova-lasciata.ts'
import { oraIso, rete } from './rete.ts'
import { onArchivio } from './scrittura.ts'
import { catchUp } from './simulazione-ripresa.ts'

/** `adesso`: the instant of the trial when the page's own clock said `da`. */
type Aperta = { seduta: Seduta; letta: ProvaSalvata; adesso: number; da: number }

/** Reads a trial to open it: what another device left of it first, and a pause where the page died (D25). */
export async function readApertura(id: string): Promise<Result<Aperta>> {
  if (id === '') return fail('ESERCITAZIONE_NON_INIZIALIZZATA')
  const seduta = await onArchivio((db) => db.readSeduta({ id }))
  if (!seduta.ok) return seduta
  const prima = await onArchivio((db) => db.readProva({ id, at: oraIso() }))
  if (!prima.ok) return prima
  const { simulazione, stato } = prima.value
  if (simulazione && (stato === 'in_corso' || stato === 'in_pausa') && rete.online)
    await catchUp(id, simulazione.id_simulazione, seduta.value.id_domande)
  const da = performance.now()
  // A clock set back between two visits starts where the last one ended.
  const ultima = instantOf(seduta.value.aggiornata)
  let adesso = Math.max(adessoDi(prima.value), ultima)
  await suspendLasciata(prima.value, seduta.value.aggiornata, adesso)
  const read = () => onArchivio((db) => db.readProva({ id, at: oraIso(adesso) }))
  let letta = await read()
  // A delivery cannot be taken back: that a device's clock alone says so ends no simulation. The server is asked later.
  if (letta.ok && simulazione && letta.value.stato === 'in_corso' && letta.value.resto === 0 && oraServer() === null) {
    adesso = ultima
    letta = await read()
  }
  if (letta.ok && letta.value.stato === 'abbandonata')
    return fail('ESERCITAZIONE_NON_INIZIALIZZATA', { detail: 'abbandonata' })
  return letta.ok ? ok({ seduta: seduta.value, letta: letta.value, adesso, da }) : letta
}
