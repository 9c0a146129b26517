import { proxy } from 'valtio'
import { onCambioUtente, sessione } from './credenziale.ts'
import { chiaveSql, readChiave, writeChiave } from './dispositivo.ts'

/** Queries that are kept, the newest first. */
const QUANTE = 20
/** A longer one is not kept, characters. */
const LUNGA = 10_000

/** The account's last queries on this device, the newest first. */
export const storia = proxy({ id_utente: null as number | null, interrogazioni: [] as string[] })

/** Reads the account's last queries. They are a convenience: what cannot be read is none. */
export function readStoria(): void {
  const id_utente = sessione.credenziale?.utente.id_utente_idoneo ?? null
  if (storia.id_utente === id_utente) return
  storia.id_utente = id_utente
  storia.interrogazioni = id_utente === null ? [] : parse(readChiave('locale', chiaveSql(id_utente)))
}

function parse(testo: string | null): string[] {
  try {
    const lette: unknown = JSON.parse(testo ?? '[]')
    return Array.isArray(lette) ? lette.filter((s) => typeof s === 'string').slice(0, QUANTE) : []
  } catch {
    return []
  }
}

/** Puts a query in front of the others. */
export function keepInterrogazione(sql: string): void {
  readStoria()
  const testo = sql.trim()
  if (storia.id_utente === null || testo === '' || testo.length > LUNGA) return
  storia.interrogazioni = [testo, ...storia.interrogazioni.filter((altra) => altra !== testo)].slice(0, QUANTE)
  writeChiave('locale', chiaveSql(storia.id_utente), JSON.stringify(storia.interrogazioni))
}

/** Forgets them all. */
export function clearStoria(): void {
  storia.interrogazioni = []
  if (storia.id_utente !== null) writeChiave('locale', chiaveSql(storia.id_utente), null)
}

// Another account, or nobody, is shown nothing of it.
onCambioUtente(() => Object.assign(storia, { id_utente: null, interrogazioni: [] }))
