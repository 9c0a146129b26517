import type { Database } from '#contract/database'
import type { Result } from '#contract/result'
import { nameOf, type Writings } from '../store/writings.ts'
import type { Act, Chance, Person } from './acts.ts'
import { instant } from './world.ts'

/** By name (store/writings) what an act has written; null for what it has removed. */
export type Rows = Map<string, string | null>

/** What is written after an act. */
export function apply(to: Writings, rows: Rows): void {
  for (const [name, value] of rows)
    if (value === null) to.delete(name)
    else to.set(name, value)
}

const BANK = 1
/** Templates and filters have few names: they are replaced and deleted as well. */
const NAMES = 3

/** An act that tells what it has written when the store has answered, all of it or nothing. */
export function writing(run: (db: Database, rows: Rows, events: string[]) => Promise<Result<unknown>>): Act {
  const promised = { kind: 'written', rows: new Map() as Rows, events: [] as string[] } as const
  return { intent: promised, run: (db) => run(db, promised.rows, promised.events) }
}

const write = (name: string, value: unknown[] | null, run: (db: Database) => Promise<Result<unknown>>): Act =>
  writing(async (db, rows) => {
    const done = await run(db)
    if (done.ok) rows.set(name, value && JSON.stringify(value))
    return done
  })

/** A note, a template, a saved filter or a setting, a key of the person's own, flags and strikes of an exercise: written, changed or removed. */
export function writingAct(person: Person, n: number, chance: Chance, ids: readonly number[]): Act {
  const at = instant(n)
  const gone = chance(4) === 0
  const kind = chance(5)
  if (kind === 0) {
    const id_domanda = ids[chance(ids.length)] as number
    const testo = gone ? '' : `Nota ${n}: l’articolo ${chance(100)} «perché»`
    return write(nameOf('nota', id_domanda), gone ? null : [BANK, testo, at], (db) =>
      db.saveNota({ id_concorso: BANK, id_domanda, testo, at }),
    )
  }
  if (kind === 1) return template(n, chance, gone)
  if (kind === 2) return filter(n, chance, gone)
  if (kind === 3) {
    const id_domanda = keyless(ids)
    const risposta = gone ? null : 1 + chance(4)
    return write(nameOf('chiave', id_domanda), gone ? null : [BANK, risposta, at], (db) =>
      db.assignChiave({ id_concorso: BANK, id_domanda, risposta, at }),
    )
  }
  const { sitting } = person
  if (!sitting) return template(n, chance, gone)
  const indice = chance(sitting.ids.length)
  const da_rivedere = !gone && chance(2) === 0
  const escluse = gone ? 0 : chance(16)
  const value = da_rivedere || escluse > 0 ? [da_rivedere ? 1 : 0, escluse] : null
  return write(nameOf('segno', sitting.id, indice), value, (db) =>
    db.saveSegno({ id: sitting.id, indice, da_rivedere, escluse }),
  )
}

function template(n: number, chance: Chance, gone: boolean): Act {
  const id = `modello-${chance(NAMES)}`
  const [nome, dati, creato] = [`Modello ${n}`, { domande: 1 + chance(60), materie: [11, 12] }, instant(0)]
  return write(nameOf('modello', id), gone ? null : [nome, JSON.stringify(dati), creato], (db) =>
    gone ? db.deleteModello({ id }) : db.saveModello({ id, nome, dati, creato }),
  )
}

function filter(n: number, chance: Chance, gone: boolean): Act {
  const id = `filtro-${chance(NAMES)}`
  const [nome, filtro, ordine, creato] = [
    `Ricerca ${n}`,
    { testo: `città ${chance(9)}` },
    'UFFICIALE',
    instant(0),
  ] as const
  // A third of the searches are settings: a draw of their own would change what every seed plays.
  if (n % 3 === 0)
    return write(nameOf('impostazione', id), gone ? null : [JSON.stringify(nome), instant(n)], (db) =>
      db.saveImpostazione({ nome: id, valore: gone ? null : nome, at: instant(n) }),
    )
  return write(nameOf('filtro', id), gone ? null : [nome, JSON.stringify(filtro), ordine, creato], (db) =>
    gone ? db.deleteFiltro({ id }) : db.saveFiltro({ id, nome, filtro, ordine, creato }),
  )
}

/** The question of the bank that is published without a key (tests/workers/mondo). */
const keyless = (ids: readonly number[]): number => ids.find((id) => (id % 100_000) % 7 === 0) as number
