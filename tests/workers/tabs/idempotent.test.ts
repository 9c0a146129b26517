import { describe, expect, it } from 'vitest'
import { type MethodName, STORE_METHODS } from '#contract/database'
import type { Result } from '#contract/result'
import type { Risposta } from '#contract/schemas'
import { loadSqlite } from '#wasm/sqlite'
import { createOwnBankReader } from '#workers/proprie/reader'
import { settleRepeated } from '#workers/tabs/protocol'
import { apri, codice, giusta, type Mondo, nuovaSeduta, rispondi, sbagliata, value } from '../mondo.ts'

/** Every row of the person's database. */
async function dump({ db }: Mondo): Promise<Record<string, unknown[]>> {
  const copie = value(await db.copyStore({ id_concorsi: [] }))
  const sqlite = await loadSqlite()
  const name = `/copia-${Math.random()}.db`
  sqlite.capi.sqlite3_js_posix_create_file(name, new Uint8Array(await copie.utente.arrayBuffer()))
  const backup = new sqlite.oo1.DB(name, 'r')
  const tables = backup.selectValues("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") as string[]
  const rows = tables.map((t) => [t, backup.selectArrays(`SELECT * FROM "${t}" ORDER BY 1, 2`)] as const)
  backup.close()
  return Object.fromEntries(rows)
}

const remota: Risposta = {
  id_concorso: 1,
  id_domanda: 100_009,
  livello_conoscenza: 1,
  data_eseguita: '2026-11-21T09:00:00.000+01:00',
  preferiti: true,
  modalita: ['ESEGUITA'],
}
const segno = { id_concorso: 1, id_domanda: 100_004 }

/** One call of each write, made ready and then made twice with the same arguments. */
const scritture: Partial<Record<MethodName, (m: Mondo) => Promise<() => Promise<Result<unknown>>>>> = {
  async registerBanche({ db, banca }) {
    const { concorso: c } = banca
    const row = { id_concorso: 9, concorso: c.concorso, ente: 'Ente', anno: 2026, profilo: null }
    const other = { n_domande_totali: 5, con_immagini: false, data_ultimo_aggiornamento: c.data_ultimo_aggiornamento }
    return () => db.registerBanche({ banche: [{ ...row, ...other }], versioni: { 9: 'v' } })
  },
  async installPropria({ db, at }) {
    const reader = createOwnBankReader()
    const file = new Blob(['Domanda;A;B;Esatta\nUno?;sì;no;A\nDue?;sì;no;B\nTre?;sì;no;A'])
    value(await reader.read({ file, nome: 'mia.csv', scelte: {} }))
    const built = value(await reader.build({ id_concorso: value(await db.nextPropria()), concorso: 'La mia' }))
    const args = { ...built, ente: '', at: at() }
    return () => db.installPropria(args)
  },
  async selectBanca({ db, at }) {
    const args = { id_concorso: 1, at: at() }
    return () => db.selectBanca(args)
  },
  async downloadBanca({ db, banca, at }) {
    const args = { concorso: banca.concorso, at: at() }
    return () => db.downloadBanca(args, () => {})
  },
  cancelDownload:
    async ({ db }) =>
    () =>
      db.cancelDownload({ id_concorso: 1 }),
  deleteBanca:
    async ({ db }) =>
    () =>
      db.deleteBanca({ id_concorso: 1, dallaLista: true }),
  async answer({ db, at }) {
    value(await db.createSeduta(nuovaSeduta({ at: at() })))
    const args = { ...segno, risposta: 1, modalita: 'ESEGUITA' as const, at: at(), id_evento: 'e' }
    return () => db.answer({ ...args, id_seduta: 'seduta-1', indice: 3 })
  },
  async setLivello({ db, at }) {
    const args = { ...segno, livello: 1 as const, at: at(), id_evento: 'l' }
    return () => db.setLivello(args)
  },
  async setPreferiti({ db, at }) {
    const args = { ...segno, preferiti: true, at: at(), id_evento: 'p' }
    return () => db.setPreferiti(args)
  },
  async undo(mondo) {
    const { id_evento } = value(await rispondi(mondo, 1, giusta(1)))
    const args = { id_evento_annullato: id_evento, at: mondo.at(), id_evento: 'u' }
    return () => mondo.db.undo(args)
  },
  async assignChiave({ db, at }) {
    const args = { id_concorso: 1, id_domanda: 100_007, risposta: 1, at: at() }
    return () => db.assignChiave(args)
  },
  async createSeduta({ db, at }) {
    const args = nuovaSeduta({ at: at() })
    return () => db.createSeduta(args)
  },
  async updateSeduta({ db, at }) {
    value(await db.createSeduta(nuovaSeduta({ at: at() })))
    const args = { id: 'seduta-1', indice: 4, stato: 'in_pausa' as const, at: at() }
    return () => db.updateSeduta(args)
  },
  async saveSegno({ db, at }) {
    value(await db.createSeduta(nuovaSeduta({ at: at() })))
    return () => db.saveSegno({ id: 'seduta-1', indice: 2, da_rivedere: true, escluse: 0b101 })
  },
  async saveSpiegazione({ db }) {
    return () => db.saveSpiegazione({ id_domanda: 100_001, nuova: { spiegazione: 'Perché sì.', fonte: null } })
  },
  async saveFiltro({ db, at }) {
    const args = { id: 'f', nome: 'Mio', filtro: { parole: ['atto'] }, ordine: 'UFFICIALE' as const, creato: at() }
    return () => db.saveFiltro(args as unknown as Parameters<typeof db.saveFiltro>[0])
  },
  async deleteFiltro(mondo) {
    value((await (await scritture.saveFiltro?.(mondo))?.()) as Result<unknown>)
    return () => mondo.db.deleteFiltro({ id: 'f' })
  },
  async markSynced(mondo) {
    const { statistica } = value(await rispondi(mondo, 1, 1))
    const coppie = [{ id_domanda: 100_001, data_eseguita: statistica.data_eseguita as string }]
    return () => mondo.db.markSynced({ id_concorso: 1, coppie })
  },
  async quarantine(mondo) {
    const { statistica } = value(await rispondi(mondo, 1, 1))
    const coppie = [{ id_domanda: 100_001, data_eseguita: statistica.data_eseguita as string, codice: 'X' }]
    return () => mondo.db.quarantine({ id_concorso: 1, coppie })
  },
  async saveSpiegazioni({ db }) {
    const nuove = [{ id_domanda: 100_001, spiegazione: 'Perché sì.', fonte: null }]
    return () => db.saveSpiegazioni({ nuove })
  },
  async resetStatistiche(mondo) {
    value(await rispondi(mondo, 1, 1))
    const at = mondo.at()
    return () => mondo.db.resetStatistiche({ id_concorso: 1, materie: null, id: 'r', at })
  },
  async restoreReset(mondo) {
    value(await rispondi(mondo, 1, 1))
    value(await mondo.db.resetStatistiche({ id_concorso: 1, materie: null, id: 'r', at: mondo.at() }))
    const at = mondo.at()
    return () => mondo.db.restoreReset({ id_concorso: 1, atto: 'azzeramento', id: 'r', at })
  },
  async overwriteBanca(mondo) {
    value(await rispondi(mondo, 1, 1))
    value(await rispondi(mondo, 9, sbagliata(9)))
    const args = { id_concorso: 1, risposte: [remota], vince: 'dispositivo' as const, id: 'c', at: mondo.at() }
    return () => mondo.db.overwriteBanca(args)
  },
  async importCopia(mondo) {
    const other = await apri()
    value(await rispondi(other, 1, 1))
    const testo = value(await other.db.exportCopia({ at: other.at() }))
    const at = mondo.at()
    return () => mondo.db.importCopia({ testo, id: 'c', at })
  },
  async restoreCopia(mondo) {
    value(await rispondi(mondo, 1, 1))
    const testo = value(await mondo.db.exportCopia({ at: mondo.at() }))
    value(await rispondi(mondo, 2, 1))
    const at = mondo.at()
    return () => mondo.db.restoreCopia({ testo, id: 'c', at })
  },
  async meetEpoch({ db }) {
    value(await db.meetEpoch({ epoca: 'e', lista_giusta: true }))
    return () => db.meetEpoch({ epoca: 'f', lista_giusta: false })
  },
  async saveImpostazione({ db, at }) {
    const args = { nome: 'mescola', valore: true, at: at() }
    return () => db.saveImpostazione(args)
  },
  async takeVoci({ db, at }) {
    value(await db.saveNota({ id_concorso: 1, id_domanda: 100_001, testo: 'Ripassa', at: at() }))
    const now = at()
    return () => db.takeVoci({ at: now, scarto_ms: 0 })
  },
  async markEventi(mondo) {
    value(await rispondi(mondo, 1, 1))
    value(await mondo.db.applyEventi({ eventi: [], cursore: 4, epoca: 'e' }))
    const fino = value(await mondo.db.listEventi({ limite: 9 }))?.fino ?? null
    const rifiutati = [{ id: 'x', codice: 'RICHIESTA_NON_VALIDA' }]
    return () => mondo.db.markEventi({ fino, rifiutati, numeri: { dopo: 4, fino: 5 } })
  },
  applyEventi:
    async ({ db }) =>
    () =>
      db.applyEventi({ eventi: [remoto('r1'), nota], cursore: 2, epoca: 'e' }),
  async resetGiornale({ db }) {
    value(await db.applyEventi({ eventi: [nota], cursore: 2, epoca: 'e' }))
    return () => db.resetGiornale({ epoca: 'f' })
  },
  applyRemote:
    async ({ db }) =>
    () =>
      db.applyRemote({ id_concorso: 1, risposte: [remota], cursore: 7, forzato: false }),
}

/** Tested where their own rooms are, or with nothing left to compare. */
const ALTROVE: Partial<Record<MethodName, string>> = {
  clearUser: 'tests/workers/tabs/tabs.test.ts',
  compareBanca: 'tests/workers/banche/compare.test.ts',
  createProva: 'tests/workers/prove/prove.test.ts',
  resumeProva: 'tests/workers/prove/resume.test.ts',
  stepProva: 'tests/workers/prove/prove.test.ts',
  deliverProva: 'tests/workers/prove/prove.test.ts',
  markSpedita: 'tests/workers/prove/prove.test.ts',
  saveModello: 'tests/workers/prove/prove.test.ts',
  deleteModello: 'tests/workers/prove/prove.test.ts',
  saveNota: 'tests/workers/prove/prove.test.ts',
  takeSeduta: 'tests/workers/giornale/aperte.test.ts',
  migrateVecchio: 'tests/workers/legacy/interrupted.test.ts',
}

/** What another device did, as the server gives it. */
const remoto = (id: string) => ({
  id,
  tipo: 'RISPOSTA' as const,
  chiave: null,
  id_concorso: 1,
  id_domanda: 100_001,
  dati: '{"esito":"corretta"}',
  ts_client: '2026-11-20T10:00:00.000Z',
  versione_banca: null,
  dispositivo: 'd',
  seq: 1,
  effettivo: '2026-11-20T10:00:00.000Z',
})
const nota = {
  ...remoto('n1'),
  tipo: 'NOTA' as const,
  chiave: '100001',
  id_concorso: null,
  id_domanda: null,
  dati: JSON.stringify({ id_concorso: 1, testo: 'Di un altro', aggiornata: '2026-11-20T10:00:00.000Z' }),
}

describe('a write that is sent again to the next owner', () => {
  const scrive = (Object.keys(STORE_METHODS) as MethodName[]).filter((m) => STORE_METHODS[m].kind === 'write')
  it('has its case here, whichever it is', () => {
    expect(scrive.filter((m) => !scritture[m] && !ALTROVE[m])).toEqual([])
  })

  it.each(Object.keys(scritture) as MethodName[])(
    '%s changes nothing the second time, and succeeds',
    async (method) => {
      const mondo = await apri()
      const call = (await scritture[method]?.(mondo)) as () => Promise<Result<unknown>>
      const before = await dump(mondo)
      const primo = await call()
      const una = await dump(mondo)
      const secondo = settleRepeated(method, await call())
      expect(codice(primo)).toBe('ok')
      expect(codice(secondo)).toBe('ok')
      expect(await dump(mondo)).toEqual(una)
      // What changes nothing at all would pass as well.
      const ferme: MethodName[] = ['downloadBanca', 'cancelDownload']
      if (!ferme.includes(method)) expect(una).not.toEqual(before)
    },
  )

  it('answer and undo answer the second time what they answered the first', async () => {
    for (const method of ['answer', 'undo'] as const) {
      const call = (await scritture[method]?.(await apri())) as () => Promise<Result<unknown>>
      expect(value(await call())).toEqual(value(await call()))
    }
  })

  it('a step of a sitting that comes after its end opens nothing again', async () => {
    const { db, at } = await apri()
    value(await db.createSeduta(nuovaSeduta({ at: at() })))
    const tardi = { id: 'seduta-1', indice: 2, stato: 'in_corso' as const, at: at() }
    value(await db.updateSeduta({ id: 'seduta-1', stato: 'consegnata', at: at() }))
    value(await db.updateSeduta(tardi))
    expect(value(await db.readSeduta({ id: 'seduta-1' })).stato).toBe('consegnata')
  })

  it('a forced merge is not sent again: it could overwrite what came meanwhile', async () => {
    const { isRepeatable: isRipetibile } = await import('#workers/tabs/protocol')
    const args = { id_concorso: 1, risposte: [], cursore: 0 }
    expect(isRipetibile('applyRemote', { ...args, forzato: true })).toBe(false)
    expect(isRipetibile('applyRemote', { ...args, forzato: false })).toBe(true)
    expect(isRipetibile('answer', {})).toBe(true)
  })

  it('only a bank that is gone counts as deleted the second time', () => {
    expect(codice(settleRepeated('deleteBanca', { ok: false, error: { codice: 'CONCORSO_NON_TROVATO' } }))).toBe('ok')
    expect(codice(settleRepeated('selectBanca', { ok: false, error: { codice: 'CONCORSO_NON_TROVATO' } }))).toBe(
      'CONCORSO_NON_TROVATO',
    )
  })
})
