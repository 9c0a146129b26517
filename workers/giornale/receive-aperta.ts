import type { EventoRicevuto } from '#contract/giornale'
import { parseSentAperta, type SentAperta } from '#contract/sent-aperta'
import { formatIso, instantOf } from '#rules/dates'
import { type Aperta, clockOfTratti, mergeAperta, totalTratti } from '#rules/prova/aperta'
import type { Clock } from '#rules/prova/clock'
import type { Voce } from '#rules/prova/machine'
import { isPropria } from '#rules/raccolta'
import { readRegolamento } from '#rules/regolamento/read'
import { isSedutaEnded, type StatoSeduta } from '#rules/seduta/states'
import type { StoreContext } from '../core/context.ts'
import type { Connection } from '../core/platform.ts'
import { fromBits, MOST_ANSWERS, toBits } from '../prove/row.ts'
import { blobOf } from '../sedute/places.ts'
import { composeAperta, readAperta, signOf } from './aperte.ts'
import { idsIn, insert } from './rows.ts'

const fits = (list: readonly number[], n: number): boolean => list.length === n

/** Returns a sitting that can continue here, its questions and its parsed rules; null when part of it is damaged. */
function usable(e: EventoRicevuto) {
  const sent = e.dati === null ? null : parseSentAperta(e.dati)
  if (e.chiave === null || !sent) return null
  const domande = idsIn(sent.domande)
  const concorsi = sent.concorsi === null ? null : idsIn(sent.concorsi)
  if (!domande || concorsi === undefined || (concorsi && concorsi.length !== domande.length)) return null
  const n = domande.length
  if (sent.indice >= n || isPropria(sent.id_concorso) || concorsi?.some(isPropria)) return null
  if ((sent.tipo === 'PROVA_PERSONALIZZATA') !== (sent.prova !== null)) return null
  const regole = sent.prova && readRegolamento(sent.prova.dati.regole)
  if (sent.prova && (!regole?.ok || ![sent.prova.dati.sezioni, sent.prova.dati.risposte].every((l) => fits(l, n))))
    return null
  return { id: e.chiave, sent, domande, concorsi, regole: regole?.ok ? regole.regolamento : null }
}
type Usable = NonNullable<ReturnType<typeof usable>>

/**
 * Returns a device's state from its event, with instants by this device's clock; impossible places and answers are left
 * out.
 */
function toAperta(
  { prese, titolare, posto_ms, indice, saltati, ...sent }: SentAperta,
  n: number,
  scarto_ms: number,
): Aperta {
  const voci = new Map<number, Voce>()
  for (const row of sent.voci) {
    const [posto, risposta, rivedi, bits, ms, cambi, cambi_rivedi, cambi_escluse] = row as [
      number,
      ...(number | null)[],
    ]
    const most = Math.min(sent.prova?.dati.risposte[posto] ?? MOST_ANSWERS, MOST_ANSWERS)
    if (posto < 0 || posto >= n || (risposta != null && (risposta < 1 || risposta > most))) continue
    const counts = { cambi: cambi ?? 0, cambi_rivedi: cambi_rivedi ?? 0, cambi_escluse: cambi_escluse ?? 0 }
    if (Object.values(counts).some((c) => c < 0)) continue
    voci.set(posto, {
      risposta: risposta ?? null,
      da_rivedere: rivedi === 1,
      ...fromBits(bits ?? 0, risposta, most),
      ms: Math.max(0, ms ?? 0),
      ...counts,
    })
  }
  const tratti = sent.tratti.map(([a, b]) => [a - scarto_ms, b - scarto_ms] as const)
  return { prese, titolare, posto_ms: posto_ms - scarto_ms, indice, voci, tratti, saltati }
}

/**
 * Merges a device's state of a sitting under way; returns whether the shown state changed. An ended one stays ended.
 * `scarto_ms`: the server's clock minus this one's. Runs inside the caller's transaction.
 */
export function receiveAperta({ db, chain }: StoreContext, e: EventoRicevuto, scarto_ms: number): boolean {
  const found = usable(e)
  if (!found) return false
  const { id } = found
  const device = chain.dispositivo
  const here = db.get<{ stato: StatoSeduta; tipo: string }>('SELECT stato, tipo FROM sedute WHERE id = ?', id)
  if (db.get('SELECT 1 FROM giornale_sedute WHERE id = ?', id) || (here && isSedutaEnded(here.stato))) return false
  if (e.dispositivo === device) {
    db.run('UPDATE giornale_aperte SET nota = inviata WHERE id = ? AND seq = ?', id, e.seq)
    // Skip this store's own versions, unless the store was rebuilt since.
    if ((readAperta(db, id)?.seq ?? 0) >= (e.seq ?? 0)) return false
  }
  const received = instantOf(e.effettivo) - scarto_ms
  const end = found.sent.tratti.at(-1)?.[1] ?? 0
  // Shift time measured by a clock that was ahead: its length stays, and none of it is in the future.
  const theirs = toAperta(found.sent, found.domande.length, scarto_ms + Math.max(0, end - scarto_ms - received))
  if (!here) {
    create(db, found, theirs, received)
    write(db, id, found, theirs, device)
    knowSent(db, found, device)
    return true
  }
  const before = here.tipo === found.sent.tipo ? composeAperta(db, id, device, 0) : null
  if (!before) return false
  const mine = toAperta(before, found.domande.length, 0)
  const merged = mergeAperta(mine, theirs, found.regole?.navigazione === 'solo_avanti')
  write(db, id, found, merged, device)
  if (!found.regole)
    db.run(
      'UPDATE sedute SET aggiornata = ?1, aggiornata_ms = ?2 WHERE id = ?3 AND aggiornata_ms < ?2',
      formatIso(Math.min(received, theirs.posto_ms), 0),
      Math.min(received, theirs.posto_ms),
      id,
    )
  knowSent(db, found, device)
  return JSON.stringify(composeAperta(db, id, device, 0)) !== JSON.stringify(before)
}

/**
 * Marks the state as sent where this device has no more than the event: two devices must not reply to each other for
 * ever.
 */
function knowSent(db: Connection, { id, sent }: Usable, device: string): void {
  const here = composeAperta(db, id, device, 0)
  const sign = signOf(sent)
  if (here && signOf(here) === sign)
    db.run('UPDATE giornale_aperte SET inviata = ?1, nota = ?1 WHERE id = ?2', sign, id)
}

/** Creates the sitting here. A trial whose rules allow a pause waits in one; otherwise its time has run on. */
function create(
  db: Connection,
  { id, sent, domande, concorsi, regole }: Usable,
  theirs: Aperta,
  received: number,
): void {
  const { filtro, prova, tipo, id_concorso, ordine, seme, mescola, avanti_da_sola, regola_risposte, iniziata } = sent
  const last = Math.min(
    received,
    Math.max(theirs.tratti.at(-1)?.[1] ?? instantOf(iniziata), regole ? 0 : theirs.posto_ms),
  )
  insert(db, 'sedute', {
    id,
    ...{ tipo, id_concorso, ordine, seme, mescola, avanti_da_sola, regola_risposte, iniziata },
    filtro: JSON.stringify(filtro),
    stato: regole?.pausa ? 'in_pausa' : 'in_corso',
    indice: theirs.indice,
    aggiornata: formatIso(last, 0),
    aggiornata_ms: last,
  })
  insert(db, 'sedute_domande', {
    id_seduta: id,
    n: domande.length,
    id_domande: blobOf(domande),
    id_concorsi: concorsi && blobOf(concorsi),
  })
  if (!prova) return
  const { dati, durata_ms } = prova
  const clock = { durata_ms, usati_ms: totalTratti(theirs.tratti) + theirs.saltati, da_ms: regole?.pausa ? null : last }
  insert(db, 'prove', { id_seduta: id, dati: JSON.stringify(dati), ...clock })
}

/** Writes the merged marks, place, time and writer. */
function write(db: Connection, id: string, { sent, regole }: Usable, aperta: Aperta, device: string): void {
  const { prese, titolare, posto_ms, indice, voci, tratti, saltati } = aperta
  for (const [posto, voce] of voci) {
    const { risposta, da_rivedere, ms, cambi, cambi_rivedi, cambi_escluse } = voce
    const marks = [da_rivedere ? 1 : 0, toBits(voce)]
    if (regole)
      db.run(
        `INSERT OR REPLACE INTO prove_voci(id_seduta, indice, risposta, da_rivedere, escluse, ms, cambi, cambi_rivedi, cambi_escluse)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[id, posto, risposta, ...marks, Math.round(ms), cambi, cambi_rivedi, cambi_escluse],
      )
    else
      db.run(
        'INSERT OR REPLACE INTO sedute_segni VALUES (?, ?, ?, ?, ?, ?)',
        id,
        posto,
        ...marks,
        cambi_rivedi,
        cambi_escluse,
      )
  }
  // Take the shuffling of answers from the writing device.
  const theirs = titolare === sent.titolare && prese === sent.prese
  db.run(
    'UPDATE sedute SET indice = ?, mescola = iif(?, ?, mescola) WHERE id = ?',
    indice,
    theirs ? 1 : 0,
    sent.mescola,
    id,
  )
  db.run(
    `INSERT INTO giornale_aperte(id, prese, titolare, posto_ms, tratti, saltati) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
     ON CONFLICT DO UPDATE SET prese = ?2, titolare = ?3, posto_ms = ?4, tratti = ?5, saltati = ?6`,
    ...[id, prese, titolare === device ? null : titolare, posto_ms, JSON.stringify(tratti), saltati],
  )
  const clock = db.get<Clock>(
    'SELECT durata_ms AS durata, usati_ms AS usati, da_ms AS da, fine_ms AS fine FROM prove WHERE id_seduta = ?',
    id,
  )
  if (!clock) return
  const { usati, da } = clockOfTratti(clock, { tratti, saltati })
  db.run('UPDATE prove SET usati_ms = ?, da_ms = ? WHERE id_seduta = ?', usati, da, id)
}
