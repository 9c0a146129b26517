import { proxy, subscribe } from 'valtio'
import type { Impostazione } from '#contract/database'
import { isPropria } from '#rules/raccolta'
import { nowIso } from '../platform/network.ts'
import { currentUserId } from '../session/session.ts'
import { onStoreChange } from '../store/changes.ts'
import { onStore } from '../store/on-store.ts'
import { store } from '../store/opening.ts'
import { recordChanged } from '../sync/requests.ts'
import { applyPreferences, onPreference } from './preferences.ts'
import {
  clearWaiting,
  examDaysToTakeOver,
  markTakenOver,
  type PlanField,
  parseRiposo,
  readStudyPlan,
  replacePlan,
  type Waiting,
  writePlan,
  writeRiposo,
  writeWaiting,
} from './study-plan.ts'

// Settings of the person (decision 0084): the store keeps them, the browser a copy for the first screen.

/** Counts settings received from elsewhere, and choices about plans kept here. */
export const settings = proxy({ heard: 0, kept: 0 })

/** Names of the settings of one bank's plan, before its number. */
const PLAN_NAMES: Readonly<Record<PlanField, string>> = {
  prove: 'prova',
  ritmi: 'ritmo',
  pesi: 'pesi',
  esami: 'esame',
  vigilie: 'vigilia',
  esiti: 'esito',
}
const PLAN = /^(prova|ritmo|pesi|esame|vigilia|esito):(-?\d+)$/
const RIPOSO = 'riposo'
const planName = (field: PlanField, id_concorso: number): string => `${PLAN_NAMES[field]}:${id_concorso}`
/** Date of a choice made before settings were sent, which had none: any later choice wins. */
const LONG_AGO = '1970-01-01T00:00:00.000+00:00'

/** Choices of this page. `made`: their number. `underWay`: those on their way to the store. `showAfter`: a load waits for them. */
const chosen = { made: 0, underWay: 0, showAfter: false }

async function saveSetting(nome: string, setting: Waiting): Promise<boolean> {
  const saved = await onStore((db) => db.saveImpostazione({ nome, ...setting }))
  if (saved.ok) {
    clearWaiting(nome, setting)
    recordChanged()
  } else console.warn('setting', saved.error.codice, saved.error.detail ?? '')
  return saved.ok
}

/** Saves a choice made here, also when the page is left before the store answers. An older state of the store is not shown over it. */
async function choose(nome: string, valore: Impostazione['valore'] | null): Promise<void> {
  const setting = { valore, at: nowIso() }
  writeWaiting(nome, setting)
  chosen.made++
  chosen.underWay++
  await saveSetting(nome, setting)
  chosen.underWay--
  if (chosen.underWay > 0 || !chosen.showAfter) return
  chosen.showAfter = false
  await load()
}

/**
 * Keeps a choice about a bank's plan; null deletes it. `prove` has the day of its exam (`YYYY-MM-DD`); `StudyPlan` lists the other
 * fields. A choice about a person's own bank stays here, as the bank does.
 */
export async function keepPlan(
  field: PlanField,
  id_concorso: number,
  value: Impostazione['valore'] | null,
): Promise<void> {
  writePlan(field, id_concorso, typeof value === 'boolean' ? null : value)
  settings.kept++
  if (!isPropria(id_concorso)) await choose(planName(field, id_concorso), value)
}

/** Keeps the weekdays off, 0 is Monday. */
export async function keepRiposo(riposo: readonly number[]): Promise<void> {
  writeRiposo(riposo)
  await choose(RIPOSO, riposo.length === 0 ? null : riposo.join(','))
}

/** Saves to the store the exam days chosen here before settings were sent, where it has none. Returns true when none was left to save. */
async function takeOver(known: readonly Impostazione[]): Promise<boolean> {
  const own = examDaysToTakeOver().filter(([id]) => !known.some(({ nome }) => nome === planName('prove', id)))
  for (const [id, day] of own)
    if (!(await saveSetting(planName('prove', id), { valore: day, at: LONG_AGO }))) return false
  markTakenOver()
  return own.length === 0
}

/** Saves what the store had not confirmed when a page was left. Returns true when none was left to save. */
async function saveWaiting(): Promise<boolean> {
  for (const [nome, setting] of Object.entries(readStudyPlan().attese))
    if (!(await saveSetting(nome, setting))) return false
  return true
}

/** Applies the settings of the store, after the choices made meanwhile. */
async function load(): Promise<void> {
  const owner = currentUserId()
  const { made } = chosen
  if (chosen.underWay === 0 && !(await saveWaiting())) return
  const read = await onStore((db) => db.listImpostazioni())
  if (!read.ok || currentUserId() !== owner) return
  if (!(await takeOver(read.value)) || currentUserId() !== owner) return
  if (chosen.underWay > 0) {
    chosen.showAfter = true
    return
  }
  if (chosen.made !== made) return load()
  const before = JSON.stringify(readStudyPlan())
  const plan = read.value.flatMap(({ nome, valore }) => {
    const [, name, id] = PLAN.exec(nome) ?? []
    const field = (Object.keys(PLAN_NAMES) as PlanField[]).find((f) => PLAN_NAMES[f] === name)
    return field === undefined || typeof valore === 'boolean' ? [] : [[field, Number(id), valore] as const]
  })
  const riposo = read.value.find(({ nome }) => nome === RIPOSO)?.valore
  replacePlan(plan, parseRiposo(String(riposo ?? '')))
  const changed = applyPreferences(Object.fromEntries(read.value.map(({ nome, valore }) => [nome, valore])))
  if (changed || JSON.stringify(readStudyPlan()) !== before) settings.heard++
}

/** Loads the account's settings at the opening of its store, and when another tab or device changed them. */
export function followSettings(): void {
  onPreference((name, value) => void choose(name, value))
  onStoreChange(({ tipo }) => {
    if (tipo === 'giornale' || tipo === 'impostazioni' || tipo === 'banche') void load()
  })
  let before = store.stato
  subscribe(store, () => {
    const opened = store.stato === 'aperto' && before !== 'aperto'
    before = store.stato
    if (opened) void load()
  })
  if (store.stato === 'aperto') void load()
}
