import type { NewProva, RequestedStep, SavedProva, StepResult } from '#contract/prova'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { eventIdOf } from '#workers/prove/deliver'
import { markValue, nameOf, sittingValue, type TrialFacts, trialValue } from '../store/writings.ts'
import type { Act, Chance, Person } from './acts.ts'
import { instant } from './world.ts'
import { type Rows, writing } from './writings.ts'

type Mark = Omit<SavedProva['voci'][number], 'indice'>
type Tipo = 'SIMULAZIONE' | 'PROVA_PERSONALIZZATA'

/** A trial as the store has told it, answer by answer: what must be read again after a fault. */
export type Trial = {
  id: string
  tipo: Tipo
  stato: SavedProva['stato']
  indice: number
  ids: number[]
  marks: Map<number, Mark>
  facts: TrialFacts
}

const BANK = 1
const QUESTIONS = 5
const RULES: WrittenRegolamento = {
  nome: 'Come la prova scritta',
  sezioni: [{ nome: 'Tutto', punti: { tipo: 'fissi', corretta: 1, sbagliata: -0.25, omessa: 0 } }],
  durata: '01:00:00',
  pausa: true,
}
const NO_MARK: Mark = {
  risposta: null,
  da_rivedere: false,
  escluse: [],
  ms: 0,
  cambi: 0,
  cambi_rivedi: 0,
  cambi_escluse: 0,
}

/** The next act on trials: one is begun or found again, worked on, paused, delivered, given up, sent. */
export function trialAct(person: Person, n: number, chance: Chance, ids: readonly number[]): Act {
  const { trial, unsent } = person
  if (trial) return workOn(person, trial, n, chance)
  if (unsent && chance(2) === 0) return send(person, unsent)
  return begin(person, n, chance, ids)
}

function begin(person: Person, n: number, chance: Chance, ids: readonly number[]): Act {
  const tipo: Tipo = chance(3) === 0 ? 'SIMULAZIONE' : 'PROVA_PERSONALIZZATA'
  const at = instant(n)
  const first = chance(ids.length - QUESTIONS + 1)
  const chosen = ids.slice(first, first + QUESTIONS)
  const simulazione =
    tipo === 'SIMULAZIONE'
      ? { id_simulazione: 5, gettone: `gettone-${n}`, fine: instant(n + 7200), iniziata: at }
      : null
  const prova: NewProva = {
    regole: RULES,
    sezioni: chosen.map(() => 0),
    difficolta: chosen.map(() => 0),
    tempo_aggiuntivo: chance(2) * 30,
    simulazione,
    sfida: null,
  }
  return writing(async (db, rows) => {
    // As the page does: one under way is gone on with.
    const open = await db.listAperte({ id_concorso: null })
    if (!open.ok) return open
    const under = open.value.find((s) => s.tipo === tipo)
    if (under) return findAgain(person, tipo, await db.readProva({ id: under.id, at }), db)
    const id = `prova-${n}`
    const scelte = Int32Array.from(chosen)
    const seduta = { id, tipo, id_concorso: BANK, filtro: { id_concorso: BANK }, ordine: 'UFFICIALE' } as const
    const made = await db.createProva({
      ...seduta,
      ...{ seme: chance(1 << 20), mescola: true, avanti_da_sola: false, at },
      scelte,
      prova,
    })
    if (!made.ok) return made
    const { durata, indice, stato } = made.value
    const facts = { rules: prova, consegna: null, da_spedire: false, durata, usati: 0 }
    person.trial = { id, tipo, stato, indice, ids: chosen, marks: new Map(), facts }
    tellTrial(person.trial, rows)
    return made
  })
}

async function findAgain(
  person: Person,
  tipo: Tipo,
  read: Awaited<ReturnType<Parameters<Act['run']>[0]['readProva']>>,
  db: Parameters<Act['run']>[0],
) {
  if (!read.ok) return read
  const { id, stato, indice, voci, durata, usati, da_spedire, consegna: _, ...rules } = read.value
  const seduta = await db.readSeduta({ id })
  if (!seduta.ok) return seduta
  const marks = new Map(voci.map(({ indice: at, ...mark }): [number, Mark] => [at, mark]))
  const facts = { rules, consegna: null, da_spedire, durata, usati }
  person.trial = { id, tipo, stato, indice, ids: [...seduta.value.id_domande], marks, facts }
  return seduta
}

function workOn(person: Person, trial: Trial, n: number, chance: Chance): Act {
  const { id } = trial
  const at = instant(n)
  const ms = chance(3) === 0 ? { ms: 100 + chance(5000) } : {}
  if (trial.stato !== 'in_pausa' && chance(16) === 0) return deliver(person, trial, { at, ...ms })
  const evento = step(trial, chance, ms)
  return writing(async (db, rows) => {
    const done = await db.stepProva({ id, at, evento })
    if (!done.ok) return done
    follow(trial, evento, done.value, rows)
    if (trial.stato !== 'abbandonata') return done
    trial.facts.da_spedire = trial.tipo === 'SIMULAZIONE'
    leave(person, trial, rows)
    return done
  })
}

function step({ stato, ids }: Trial, chance: Chance, ms: { ms?: number }): RequestedStep {
  if (stato === 'in_pausa') return { tipo: 'riprendi' }
  const indice = chance(ids.length)
  const dice = chance(100)
  if (dice < 46) return { tipo: 'segna', indice, risposta: 1 + chance(2), ...ms }
  if (dice < 60) return { tipo: 'apri', indice, ...ms }
  if (dice < 72) return { tipo: 'rivedi', indice, vero: chance(3) > 0, ...ms }
  if (dice < 86) return { tipo: 'escludi', indice, risposta: 1 + chance(2), vero: chance(3) > 0, ...ms }
  if (dice < 92) return { tipo: 'cancella', indice, ...ms }
  return dice < 98 ? { tipo: 'pausa', ...ms } : { tipo: 'abbandona', ...ms }
}

/** What a step that was answered has changed. */
function follow(trial: Trial, evento: RequestedStep, { stato, indice, voce, resto }: StepResult, rows: Rows): void {
  const { marks } = trial
  const touched = new Set(spend(trial, evento.ms))
  if (voce && evento.tipo !== 'apri') {
    const { indice: place, ...mark } = voce
    marks.set(place, mark)
    touched.add(place)
  }
  trial.stato = stato
  trial.indice = indice
  const { durata } = trial.facts
  if (durata !== null && resto !== null) trial.facts.usati = durata - resto
  tellTrial(trial, rows, touched)
}

/** The time spent goes to the place shown so far. */
function spend({ marks, indice }: Trial, ms = 0): number[] {
  if (ms === 0) return []
  const before = marks.get(indice) ?? NO_MARK
  marks.set(indice, { ...before, ms: before.ms + ms })
  return [indice]
}

function deliver(person: Person, trial: Trial, { at, ms }: { at: string; ms?: number }): Act {
  return writing(async (db, rows, events) => {
    const done = await db.deliverProva({ id: trial.id, at, ...(ms !== undefined && { ms }) })
    if (!done.ok) return done
    const { stato, indice, usati, da_spedire, consegna } = done.value
    const touched = spend(trial, ms)
    trial.stato = stato
    trial.indice = indice
    const end = consegna && { at: consegna.at, motivo: consegna.motivo, punti: consegna.punteggio.punti }
    Object.assign(trial.facts, { usati, da_spedire, consegna: end })
    tellTrial(trial, rows, touched)
    for (const [place, { risposta }] of trial.marks) if (risposta !== null) events.push(eventIdOf(trial.id, place))
    leave(person, trial, rows)
    return done
  })
}

function leave(person: Person, trial: Trial, rows: Rows): void {
  person.trial = null
  if (trial.facts.da_spedire) person.unsent = trial
  tellTrial(trial, rows)
}

/** The server has it. */
function send(person: Person, trial: Trial): Act {
  return writing(async (db, rows) => {
    const done = await db.markSpedita({ id: trial.id })
    if (!done.ok) return done
    trial.facts.da_spedire = false
    person.unsent = null
    tellTrial(trial, rows)
    return done
  })
}

function tellTrial({ id, tipo, stato, indice, ids, marks, facts }: Trial, rows: Rows, places: Iterable<number> = []) {
  rows.set(nameOf('seduta', id), sittingValue({ tipo, stato, indice, ids }))
  rows.set(nameOf('prova', id), trialValue(facts))
  for (const place of places) {
    const mark = marks.get(place) as Mark
    const escluse = mark.escluse.reduce((sum, r) => sum + 2 ** (r - 1), 0)
    rows.set(nameOf('voce', id, place), markValue({ ...mark, escluse, da_rivedere: mark.da_rivedere ? 1 : 0 }))
  }
}
