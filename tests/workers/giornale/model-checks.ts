import type { Remote, Wire } from './model-server.ts'
import type { Shelf } from './shelf.ts'

// The oracle: it knows what people did, and shares nothing with what it checks.

export type Device = { shelf: Shelf; name: string; skew: number; last: string | null; fuse: number }

/** What was written, as the oracle remembers it. `saw`: the content that a deletion took away. */
export type Write = { at: number; key: string; value: string | null; saw: string | null }

/** A history at rest, as far as it is judged. */
type Played = {
  answers: ReadonlySet<string>
  undone: ReadonlySet<string>
  writes: readonly Write[]
  ends: readonly { id: string; risposta: number }[]
  begun: ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>
  devices: readonly Device[]
  server: Remote
  skewed: boolean
  forgot: boolean
}

/** What is wrong at rest; null when nothing is. */
export async function wrongAtRest(world: Played): Promise<string | null> {
  const all = [...world.answers].sort()
  const served = await world.server.all()
  const kept = served.filter(({ chiave }) => chiave === null)
  if (
    kept
      .map(({ id }) => id)
      .sort()
      .join() !== all.join()
  )
    return `server ${kept.length} of ${all.length} events`
  const [first] = world.devices
  const shown = JSON.stringify((first as Device).shelf.contents())
  const steps = [...world.answers].filter((id) => id.startsWith('e') && !world.undone.has(id)).length
  for (const d of world.devices) {
    if (d.shelf.eventIds().join() !== all.join())
      return `${d.name} has ${d.shelf.eventIds().length} of ${all.length} events`
    const n = d.shelf.steps()
    if (n !== steps) return `${d.name} has ${n} of ${steps} steps`
    const badly = wrongEnds(world, d) ?? wrongMarks(world, d)
    if (badly) return badly
    if (JSON.stringify(d.shelf.contents()) !== shown)
      return `${d.name} shows ${JSON.stringify(d.shelf.contents())}, not ${shown}`
  }
  return world.skewed || world.forgot ? null : wrongVoices(world, served, (first as Device).shelf.contents())
}

/** Every sitting that ended is there, as one of those who ended it did, and as the first device shows it. */
function wrongEnds({ ends, devices }: Played, d: Device): string | null {
  const ended = d.shelf.ended()
  const first = JSON.stringify((devices[0] as Device).shelf.ended())
  if (JSON.stringify(ended) !== first) return `${d.name} has sittings ${JSON.stringify(ended)}, not ${first}`
  const lost = ends.find(({ id }) => !(id in ended))
  if (lost) return `${d.name} has no sitting ${lost.id}`
  const made = Object.entries(ended).find(([id, r]) => !ends.some((e) => e.id === id && e.risposta === r))
  return made ? `${d.name} shows ${made.join(' ')}, which nobody did` : null
}

/** Every trial that nobody ended is under way, the same everywhere, and each place that anybody marked has a mark that somebody made. */
function wrongMarks({ begun, ends, devices }: Played, d: Device): string | null {
  const marks = d.shelf.marks()
  const first = JSON.stringify((devices[0] as Device).shelf.marks())
  if (JSON.stringify(marks) !== first) return `${d.name} has trials ${JSON.stringify(marks)}, not ${first}`
  for (const [id, places] of begun) {
    const own = marks[id]
    if (ends.some((e) => e.id === id) === (own !== undefined))
      return `${d.name}: ${id} is ${own ? '' : 'not '}under way`
    for (const [posto, made] of own ? places : [])
      if (!made.includes(own?.[posto] ?? 0))
        return `${d.name}: ${id} has ${own?.[posto]} at ${posto}, not one of ${made.join()}`
  }
  return null
}

/** The latest edit stays, unless it was deleted by somebody who saw it. */
function wrongVoices({ writes }: Played, served: readonly Wire[], shown: Record<string, string>): string | null {
  const kept = JSON.stringify(served.map(({ dati }) => dati)).replaceAll('\\', '')
  /** An answer of one's own is known by its date. */
  const wasSent = (value: string) => kept.includes(`"${value.split(' ').at(-1)}"`)
  for (const key of new Set(writes.map((w) => w.key))) {
    const own = writes.filter((w) => w.key === key)
    const edits = new Map(own.flatMap((w) => (w.value === null ? [] : [[w.value, w] as const])))
    const gone = new Set<string>()
    for (const { value, saw } of own) {
      if (value !== null) continue
      // Made and deleted before it went anywhere: what it was made on is what goes.
      let taken = saw
      while (taken !== null && !wasSent(taken)) {
        const edit: Write | undefined = edits.get(taken)
        edits.delete(taken)
        taken = edit?.saw ?? null
      }
      if (taken !== null) gone.add(taken)
    }
    const last = [...edits.keys()].at(-1) ?? null
    const expected = last !== null && gone.has(last) ? null : last
    const now = shown[key] ?? null
    // Searches and templates have no date of their own: they are dated when they are first sent.
    const dated = !key.startsWith('RICERCA') && !key.startsWith('MODELLO')
    if (dated && now !== expected) return `${key} is ${now}, not ${expected}`
    if (!dated && now !== null && !edits.has(now)) return `${key} is ${now}, which nobody wrote`
  }
  return null
}
