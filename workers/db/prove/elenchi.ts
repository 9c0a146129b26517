import type { ModelloProva, ProvaInBreve, ProvaSalvata, Prove } from '#contract/prova'
import type { Archivio } from '../archivio.ts'
import { compareItaliano } from '../collazione.ts'
import { StoreFault } from '../guard.ts'
import { type RigaSeduta, SEDUTE, toBreve } from '../sedute.ts'
import { type RigaProva, readProva } from './riga.ts'

/** Most lines of one call. */
export const MASSIMO = 200
/** Longest form of a template, characters. */
const DATI_MASSIMI = 65_536
/** Longest note. */
const NOTA_MASSIMA = 4_000

/** Simulations under way (contract/prova `listInCorso`). */
export function listInCorso(a: Archivio, { at }: { at: string }): ProvaSalvata[] {
  const rows = a.db.all<{ id: string }>(
    `SELECT p.id_seduta AS id FROM prove p JOIN sedute s ON s.id = p.id_seduta
     WHERE p.id_simulazione IS NOT NULL AND s.stato IN ('in_corso', 'in_pausa') ORDER BY p.fine_ms, p.id_seduta`,
  )
  return rows.map(({ id }) => readProva(a, { id, at }))
}

/** Delivered ones and those that were given up (contract/prova `listDaSpedire`), each as of its last step. */
export function listDaSpedire(a: Archivio): ProvaSalvata[] {
  const rows = a.db.all<{ id: string; at: string }>(
    `SELECT p.id_seduta AS id, s.aggiornata AS at FROM prove p JOIN sedute s ON s.id = p.id_seduta
     WHERE p.da_spedire = 1 ORDER BY coalesce(p.consegnata_ms, s.aggiornata_ms), p.id_seduta`,
  )
  return rows.map((row) => readProva(a, row))
}

export function markSpedita({ db }: Archivio, { id, server }: Parameters<Prove['markSpedita']>[0]): null {
  db.run(
    "UPDATE prove SET da_spedire = 0, consegna = iif(?1 IS NULL, consegna, json_set(consegna, '$.server', json(?1))) WHERE id_seduta = ?2",
    server ? JSON.stringify(server) : null,
    id,
  )
  return null
}

type RigaElenco = RigaSeduta &
  Pick<RigaProva, 'da_spedire'> & { dati: string; consegna: string; id_simulazione: number | null }

/** Delivered trials, newest first [SI3]. */
export function listProve({ db }: Archivio, args: Parameters<Prove['listProve']>[0]): ProvaInBreve[] {
  const rows = db.all<RigaElenco>(
    `SELECT q.*, p.dati, p.consegna, p.id_simulazione, p.da_spedire
     FROM prove p JOIN (${SEDUTE} GROUP BY s.id) q ON q.id = p.id_seduta
     WHERE p.consegnata_ms IS NOT NULL AND q.id_concorso = coalesce(?, q.id_concorso)
       AND p.id_simulazione IS coalesce(?, p.id_simulazione)
     ORDER BY p.consegnata_ms DESC, q.id DESC LIMIT ?`,
    args.id_concorso,
    args.id_simulazione ?? null,
    Math.min(Math.max(1, Math.trunc(args.limite)), MASSIMO),
  )
  return rows.map(({ dati, consegna, id_simulazione, da_spedire, ...seduta }) => {
    const { at, usati, punteggio, server } = JSON.parse(consegna) as NonNullable<RigaProva['consegna']>
    const { regole } = JSON.parse(dati) as RigaProva['dati']
    return {
      ...toBreve(seduta),
      id_simulazione,
      nome: regole.nome ?? null,
      consegnata: at,
      usati,
      punti: (server ?? punteggio).punti,
      massimo: (server ?? punteggio).massimo,
      superata: server
        ? server.superata
        : punteggio.esito === 'superata'
          ? true
          : punteggio.esito === 'non_superata'
            ? false
            : null,
      da_spedire: da_spedire === 1,
    }
  })
}

/** Templates by name. */
export function listModelli({ db }: Archivio): ModelloProva[] {
  return db
    .all<Omit<ModelloProva, 'dati'> & { dati: string }>('SELECT id, nome, dati, creato FROM modelli_prova')
    .map((row) => ({ ...row, dati: JSON.parse(row.dati) as unknown }))
    .sort((a, b) => compareItaliano(a.nome, b.nome) || (a.id < b.id ? -1 : 1))
}

/** Keeps a template, or gives the one with this id another name or content. Answers the whole list. */
export function saveModello(a: Archivio, { id, nome, dati, creato }: ModelloProva): ModelloProva[] {
  const json = JSON.stringify(dati ?? null)
  const clean = nome.trim()
  if (clean === '') throw new StoreFault('RICHIESTA_NON_VALIDA', 'empty name', { campi: ['nome'] })
  if (json.length > DATI_MASSIMI) throw new StoreFault('RICHIESTA_NON_VALIDA', 'too long', { campi: ['dati'] })
  a.db.run(
    `INSERT INTO modelli_prova(id, nome, dati, creato) VALUES (?, ?, ?, ?)
     ON CONFLICT(id) DO UPDATE SET nome = excluded.nome, dati = excluded.dati`,
    id,
    clean,
    json,
    creato,
  )
  return listModelli(a)
}

export function deleteModello(a: Archivio, { id }: { id: string }): ModelloProva[] {
  a.db.run('DELETE FROM modelli_prova WHERE id = ?', id)
  return listModelli(a)
}

export const readNota = ({ db }: Archivio, { id_domanda }: { id_domanda: number }): string =>
  db.get<{ testo: string }>('SELECT testo FROM note WHERE id_domanda = ?', id_domanda)?.testo ?? ''

export function saveNota(
  { db }: Archivio,
  { id_concorso, id_domanda, testo, at }: Parameters<Prove['saveNota']>[0],
): null {
  if (testo.length > NOTA_MASSIMA) throw new StoreFault('RICHIESTA_NON_VALIDA', 'too long', { campi: ['testo'] })
  if (testo.trim() === '') db.run('DELETE FROM note WHERE id_domanda = ?', id_domanda)
  else
    db.run(
      `INSERT INTO note(id_domanda, id_concorso, testo, aggiornata) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET testo = excluded.testo, aggiornata = excluded.aggiornata`,
      id_domanda,
      id_concorso,
      testo,
      at,
    )
  return null
}
