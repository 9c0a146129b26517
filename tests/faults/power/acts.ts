import type { Coppia, Database } from '#contract/database'
import type { Result } from '#contract/result'
import { nameOf, sittingValue } from '../store/writings.ts'
import { type Trial, trialAct } from './trials.ts'
import { instant, type Published, UTENTE } from './world.ts'
import { type Rows, writing, writingAct } from './writings.ts'

/** What the store has answered to be there from now on. */
export type Promised =
  | { kind: 'event'; id: string }
  | { kind: 'bank'; id_concorso: number; versione: string | null }
  | { kind: 'synced'; coppie: readonly Coppia[] }
  /** Known when the store has answered; `events` are the answers of a trial that is delivered. */
  | { kind: 'written'; rows: Rows; events: string[] }

/** One thing that a person or the page does; `intent` may be there when the power goes before the answer. */
export type Act = { intent: Promised | null; run: (db: Database) => Promise<Result<unknown>> }

export type Chance = (n: number) => number

/** The person of a run: what they did decides what they can do next. */
export type Person = {
  steps: number
  answers: string[]
  sitting: { id: string; ids: number[]; next: number } | null
  trial: Trial | null
  /** A simulation that the server must still receive. */
  unsent: Trial | null
}

export const newPerson = (steps = 0): Person => ({ steps, answers: [], sitting: null, trial: null, unsent: null })

const BANK = 1

/** The next act, by chance: mostly answers and the steps of a trial, now and then everything else that writes. */
export function nextAct(person: Person, chance: Chance, banks: readonly Published[], eventsAlone = false): Act {
  const n = ++person.steps
  const at = instant(n)
  const id_evento = `evento-${String(n).padStart(7, '0')}`
  const here = banks.filter(({ concorso }) => concorso.id_concorso === BANK)
  // Questions that every version of the bank has.
  const ids = (here[0] as Published).ids
  const id_domanda = ids[chance(ids.length)] as number
  const question = { id_concorso: BANK, id_domanda, at, id_evento }
  const event: Promised = { kind: 'event', id: id_evento }
  const answer = (place: { id_domanda: number; id_seduta: string | null; indice: number | null }): Act => ({
    intent: event,
    run: async (db) => {
      const done = await db.answer({ ...question, ...place, risposta: 1 + chance(2), modalita: 'ESEGUITA' })
      if (done.ok) person.answers.push(id_evento)
      return done
    },
  })
  const dice = chance(100)
  if (dice < 22 || (eventsAlone && dice >= 36 && dice < 70))
    return answer({ id_domanda, id_seduta: null, indice: null })
  if (dice < 36) {
    const { sitting } = person
    if (!sitting || sitting.next >= sitting.ids.length) return startSitting(person, n, chance)
    const indice = sitting.next++
    return answer({ id_domanda: sitting.ids[indice] as number, id_seduta: sitting.id, indice })
  }
  if (dice < 58) return trialAct(person, n, chance, ids)
  if (dice < 70) return writingAct(person, n, chance, ids)
  if (dice < 74) return { intent: event, run: (db) => db.setPreferiti({ ...question, preferiti: chance(2) === 0 }) }
  if (dice < 77)
    return { intent: event, run: (db) => db.setLivello({ ...question, livello: chance(2) === 0 ? 1 : -1 }) }
  if (dice < 82) {
    const id_evento_annullato = person.answers.pop() ?? 'none'
    return { intent: event, run: (db) => db.undo({ id_evento_annullato, at, id_evento }) }
  }
  if (dice < 84) return startSitting(person, n, chance)
  if (dice < 89) return sync()
  if (dice < 93) return { intent: null, run: reopen }
  if (dice < 94) return { intent: { kind: 'bank', id_concorso: 2, versione: null }, run: forget(2) }
  return install(banks[chance(banks.length)] as Published, at)
}

function startSitting(person: Person, n: number, chance: Chance): Act {
  const id = `seduta-${n}`
  return writing(async (db, rows) => {
    const made = await db.createSeduta({
      id,
      tipo: 'ESERCITAZIONE',
      id_concorso: BANK,
      filtro: { id_concorso: BANK },
      ordine: 'CASUALE',
      seme: chance(1 << 20),
      mescola: true,
      avanti_da_sola: false,
      at: instant(n),
    })
    if (!made.ok) return made
    const { tipo, stato, indice, id_domande } = made.value
    person.sitting = { id, ids: [...id_domande], next: 0 }
    rows.set(nameOf('seduta', id), sittingValue({ tipo, stato, indice, ids: person.sitting.ids }))
    return made
  })
}

/** A push that the server accepts whole. */
function sync(): Act {
  const promised: { kind: 'synced'; coppie: readonly Coppia[] } = { kind: 'synced', coppie: [] }
  return {
    intent: promised,
    run: async (db) => {
      const waiting = await db.listUnsynced({ id_concorso: BANK, limite: 500 })
      if (!waiting.ok || !waiting.value) return waiting
      const { con_livello, altre } = waiting.value
      const coppie = [...con_livello, ...altre].map(({ id_domanda, data_eseguita }) => ({ id_domanda, data_eseguita }))
      const marked = await db.markSynced({ id_concorso: BANK, coppie })
      if (marked.ok) promised.coppie = coppie
      return marked
    },
  }
}

async function reopen(db: Database): Promise<Result<unknown>> {
  const closed = await db.close()
  return closed.ok ? db.open({ id_utente: UTENTE }) : closed
}

const forget = (id_concorso: number) => (db: Database) => db.deleteBanca({ id_concorso, dallaLista: false })

export const install = ({ concorso }: Published, at: string): Act => ({
  intent: { kind: 'bank', id_concorso: concorso.id_concorso, versione: concorso.versione },
  run: (db) => db.downloadBanca({ concorso, at }, () => {}),
})
