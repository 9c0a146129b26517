import type { NewSeduta } from '#contract/database'
import type { NewProva, SavedProva } from '#contract/prova'
import { instantOf, parseIso } from '#rules/dates'
import { isVersione } from '#rules/prova/foglio'
import { provaDuration } from '#rules/regolamento/duration'
import type { Regolamento } from '#rules/regolamento/types'
import { attach } from '../banche/attach.ts'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import { createSeduta } from '../sedute/sedute.ts'
import { readDomanda } from '../statistiche/records.ts'
import { readProva, rulesOf } from './row.ts'

/** Most extra time, percent. Rules on DSA and law 104 give half at most; three times leaves room for any decision. */
const MAX_EXTRA_TIME = 200

type NewTrial = NewSeduta & { scelte: Int32Array; prova: NewProva }

/** Starts a trial (contract/prova `createProva`). Sitting and rules are written in one transaction. */
export function createProva(ctx: StoreContext, args: NewTrial): SavedProva {
  const { id, at, scelte, prova } = args
  if (ctx.db.get('SELECT 1 FROM sedute WHERE id = ?', id)) {
    // Attach the challenge to the sitting under way: its link may be opened later.
    if (prova.sfida !== null)
      ctx.db.run(
        `UPDATE prove SET dati = json_set(dati, '$.sfida', ?)
         WHERE id_seduta = ? AND consegna IS NULL AND json_extract(dati, '$.sfida') IS NULL`,
        prova.sfida,
        id,
      )
    return readProva(ctx, { id, at })
  }
  const regolamento = check(args)
  const risposte = countRisposte(ctx, scelte)
  const durata = provaDuration(regolamento, prova.tempo_aggiuntivo, new Set(prova.sezioni))
  const end = prova.simulazione ? parseIso(prova.simulazione.fine) : null
  // Subtract the time that a simulation begun elsewhere has used.
  const from = Math.min(
    instantOf(at),
    (prova.simulazione?.iniziata && parseIso(prova.simulazione.iniziata)) || instantOf(at),
  )
  createSeduta(ctx, { ...args, ordine: 'UFFICIALE' }, (id_domande) => {
    if (id_domande.length !== scelte.length) throw new StoreFault('DOMANDA_NON_TROVATA', 'a question is there twice')
    ctx.db.run(
      'INSERT INTO prove(id_seduta, dati, id_simulazione, durata_ms, usati_ms, da_ms, fine_ms) VALUES (?, ?, ?, ?, 0, ?, ?)',
      id,
      JSON.stringify({ ...prova, risposte }),
      prova.simulazione?.id_simulazione ?? null,
      durata,
      from,
      end,
    )
  })
  return readProva(ctx, { id, at })
}

function check({ prova, scelte, tipo }: NewTrial): Regolamento {
  const wrong = (field: string) => new StoreFault('RICHIESTA_NON_VALIDA', field, { campi: [field] })
  if (tipo !== 'PROVA_PERSONALIZZATA' && tipo !== 'SIMULAZIONE') throw new StoreFault('TIPO_ESERCITAZIONE_ERRATO', tipo)
  const regolamento = rulesOf(prova)
  const { sezioni, difficolta, tempo_aggiuntivo: extra, simulazione, foglio } = prova
  const isSezione = (i: number) => Number.isInteger(i) && i >= 0 && i < regolamento.sezioni.length
  if (sezioni.length !== scelte.length || !sezioni.every(isSezione)) throw wrong('sezioni')
  if (difficolta.length !== scelte.length || !difficolta.every((d) => [0, 1, 2, 3].includes(d)))
    throw wrong('difficolta')
  if (!(Number.isInteger(extra) && extra >= 0 && extra <= MAX_EXTRA_TIME)) throw wrong('tempo_aggiuntivo')
  if (foglio !== undefined && (!isVersione(foglio) || simulazione || regolamento.correzioni !== 'mai'))
    throw wrong('foglio')
  if (simulazione && parseIso(simulazione.fine) === null) throw wrong('simulazione')
  return regolamento
}

/** Counts the answers of each question. DOMANDA_NON_TROVATA when no bank on the device has it. */
function countRisposte(ctx: StoreContext, scelte: Int32Array): number[] {
  const found = new Map<number, number>()
  const asked = `[${scelte.join(',')}]`
  for (const { id_concorso } of ctx.db.all<{ id_concorso: number }>(
    'SELECT id_concorso FROM banche WHERE file IS NOT NULL',
  )) {
    if (found.size === scelte.length) break
    const bank = attach(ctx, id_concorso)
    const [ids] = ctx.db.integers(
      `SELECT d.id_domanda FROM json_each(?) j JOIN ${bank.alias}.domande d ON d.id_domanda = j.value`,
      1,
      asked,
    ) as [Int32Array]
    for (const id of ids) found.set(id, readDomanda(ctx.db, bank, id).n_risposte)
  }
  return Array.from(scelte, (id) => {
    const n = found.get(id)
    if (n === undefined) throw new StoreFault('DOMANDA_NON_TROVATA', String(id))
    return n
  })
}
