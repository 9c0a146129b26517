import type { Database } from '#contract/database'
import { newPerson, nextAct } from '../power/acts.ts'
import { instant, type Published, type World } from '../power/world.ts'
import type { Rows } from '../power/writings.ts'
import type { Ask } from '../store/examine.ts'
import { TRIALS } from '../store/writings.ts'

/** What a person did on a damaged store that nobody has checked yet, as the store has answered it. */
export type Practised = { events: string[]; rows: Rows; wrong: string[] }

/** What a store may refuse to somebody; a bank may be gone, and a trial be damaged that the check will put right. */
const REFUSED = new Set([
  'IMPOSSIBILE_SELEZIONARE_RISPOSTA',
  'CONCORSO_NON_TROVATO',
  'CONCORSO_NOT_INITIALIZED',
  'DOMANDA_NON_TROVATA',
  'TIPO_ESERCITAZIONE_ERRATO',
  'ESERCITAZIONE_NON_INIZIALIZZATA',
])

/** Some acts in the first seconds of a visit: answers, marks, trials, notes. No bank changes, nothing is sent. */
export async function practise(
  { db, connection }: World,
  acts: number,
  steps: number,
  chance: (n: number) => number,
  banks: readonly Published[],
): Promise<Practised> {
  const person = newPerson(steps)
  const done: Practised = { events: [], rows: new Map(), wrong: [] }
  for (let i = 0; i < acts; ) {
    const { intent, run } = nextAct(person, chance, banks)
    if (intent?.kind !== 'event' && intent?.kind !== 'written') continue
    i++
    const result = await run(db)
    if (!result.ok) {
      const { codice, detail } = result.error
      // The rules that a trial keeps may be what was damaged.
      const refused = REFUSED.has(codice) || (codice === 'RICHIESTA_NON_VALIDA' && detail === 'rules')
      if (!refused) done.wrong.push(`before the check ${intent.kind} answered ${codice} ${detail ?? ''}`)
    } else if (intent.kind === 'event') done.events.push(intent.id)
    else {
      // Delivered when the bank was just found damaged, marks make no answers: there is no bank to ask.
      const here = (id: string) => connection()?.get('SELECT 1 FROM main.eventi WHERE id = ?', id) !== undefined
      done.events.push(...intent.events.filter(here))
      for (const [name, value] of intent.rows) done.rows.set(name, value)
    }
  }
  return done
}

/** Every sitting and every trial that is there can be read, as the page reads it. */
export async function readAll(db: Database, sql: Ask): Promise<string[]> {
  const wrong: string[] = []
  for (const { id, tipo } of sql.all<{ id: string; tipo: string }>('SELECT id, tipo FROM main.sedute')) {
    const trial = TRIALS.includes(tipo)
    const read = trial ? await db.readProva({ id, at: instant(20_000_001) }) : await db.readSeduta({ id })
    if (!read.ok) wrong.push(`${id} cannot be read: ${read.error.codice} ${read.error.detail ?? ''}`)
  }
  return wrong
}
