import type { PassoProva, Prove } from '#contract/prova'
import { instantOf } from '#rules/data'
import { type EventoProva, type Prova, stepProva as step, VOCE_VUOTA } from '#rules/prova/macchina'
import { restoOrologio } from '#rules/prova/orologio'
import type { Archivio } from '../archivio.ts'
import { StoreFault } from '../guard.ts'
import { readRiga, readVoci, toBits, toProva } from './riga.ts'

const WRITE_VOCE = `INSERT INTO prove_voci(id_seduta, indice, risposta, da_rivedere, escluse, ms, cambi) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET risposta = excluded.risposta, da_rivedere = excluded.da_rivedere, escluse = excluded.escluse,
    ms = excluded.ms, cambi = excluded.cambi`

/** Writes what a step changed, inside the caller's transaction. */
export function writePasso({ db }: Archivio, id: string, before: Prova, after: Prova, at: string): void {
  for (const [indice, voce] of after.voci) {
    if (before.voci.get(indice) === voce) continue
    const { risposta, da_rivedere, escluse, ms, cambi } = voce
    db.run(WRITE_VOCE, id, indice, risposta, da_rivedere ? 1 : 0, toBits(escluse), Math.round(ms), cambi)
  }
  const { usati, da } = after.orologio
  db.run('UPDATE prove SET usati_ms = ?, da_ms = ? WHERE id_seduta = ?', usati, da, id)
  db.run(
    'UPDATE sedute SET indice = ?, stato = ?, aggiornata = ?, aggiornata_ms = ? WHERE id = ?',
    after.indice,
    after.stato,
    at,
    instantOf(at),
    id,
  )
}

/** One durable step of a trial (contract/prova). The same step twice leaves the same trial. */
export function stepProva(a: Archivio, { id, at, evento }: Parameters<Prove['stepProva']>[0]): PassoProva {
  const before = toProva(readRiga(a, id), readVoci(a, id))
  const passo = step(before, { ...evento, at: instantOf(at) } as EventoProva)
  if (!passo.ok) throw new StoreFault(passo.codice, evento.tipo)
  const { prova } = passo
  a.db.transaction(() => writePasso(a, id, before, prova, at))
  const indice = 'indice' in evento ? evento.indice : null
  return {
    stato: prova.stato,
    indice: prova.indice,
    voce: indice === null ? null : { indice, ...(prova.voci.get(indice) ?? VOCE_VUOTA) },
    resto: restoOrologio(prova.orologio, instantOf(at)),
  }
}
