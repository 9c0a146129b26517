import { proxy } from 'valtio'
import type { Mark } from '#contract/marks'
import type { StoreChange } from '#contract/tabs'
import { showError } from '../../session/notices.ts'
import { coalesce, onStoreChange } from '../../store/changes.ts'
import { onStore } from '../../store/on-store.ts'

type Marks = Omit<Mark, 'indice'>
const NO_MARKS: Marks = { da_rivedere: false, escluse: 0 }

/** Marks of the person in the sitting on screen beside the answers, flags and struck out options. */
export const sedutaMarks = proxy({ id: '', by_place: {} as Record<number, Marks> })

export const marksAt = (byPlace: Readonly<Record<number, Marks>>, indice: number): Marks => byPlace[indice] ?? NO_MARKS

/** Returns true when the option at a printed position is struck out. */
export const isStruckOut = ({ escluse }: Marks, position: number): boolean => (escluse & (1 << (position - 1))) !== 0

/** Counts the options that are struck out. */
export const countStruckOut = ({ escluse }: Marks): number => escluse.toString(2).replaceAll('0', '').length

/** Reads the marks of a sitting, which can be practised without them. */
export async function loadMarks(id: string): Promise<void> {
  onStoreChange(hear)
  sedutaMarks.id = id
  sedutaMarks.by_place = {}
  const loaded = await onStore((db) => db.readSegni({ id }))
  if (!loaded.ok || sedutaMarks.id !== id) return
  show(loaded.value)
}

function show(loaded: readonly Mark[]): void {
  sedutaMarks.by_place = Object.fromEntries(loaded.map(({ indice, ...marks }) => [indice, marks]))
}

const writes = {
  /** Marks on their way to the store; a read meanwhile may lack them, and is repeated after. */
  inFlight: 0,
  again: false,
}

/** Follows the same practice in another tab. */
const follow = coalesce(async () => {
  const { id } = sedutaMarks
  const loaded = await onStore((db) => db.readSegni({ id }))
  writes.again = writes.inFlight > 0
  if (loaded.ok && sedutaMarks.id === id && !writes.again) show(loaded.value)
})
function hear(n: StoreChange): void {
  if (n.tipo === 'segni' && n.id === sedutaMarks.id) follow()
}

async function keep(indice: number, marks: Marks): Promise<void> {
  const { id } = sedutaMarks
  const before = marksAt(sedutaMarks.by_place, indice)
  sedutaMarks.by_place[indice] = marks
  writes.inFlight++
  const result = await onStore((db) => db.saveSegno({ id, indice, ...marks }))
  writes.inFlight--
  if (writes.again && writes.inFlight === 0) follow()
  if (result.ok || sedutaMarks.id !== id) return
  sedutaMarks.by_place[indice] = before
  showError(result.error, { riprova: () => void (sedutaMarks.id === id && keep(indice, marks)) })
}

/** Flags a place for review, or removes the flag. */
export function toggleReview(indice: number): Promise<void> {
  const before = marksAt(sedutaMarks.by_place, indice)
  return keep(indice, { ...before, da_rivedere: !before.da_rivedere })
}

/** Strikes an option out by its printed position, or restores it. */
export function toggleStruckOut(indice: number, position: number): Promise<void> {
  const before = marksAt(sedutaMarks.by_place, indice)
  return keep(indice, { ...before, escluse: before.escluse ^ (1 << (position - 1)) })
}
