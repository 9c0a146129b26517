import { mergeRisposta } from '#rules/merge'
import type { RispostaRecord } from '#rules/statistica'
import type {
  Mirror,
  MirrorChange,
  MirrorContent,
  MirrorEnd,
  MirrorSummary,
  OldDatabaseClaim,
} from '#workers/core/mirror'
import type { Platform } from '#workers/core/platform'
import { Disk, type Image } from '../disk/disk.ts'
import { installOpfs } from '../disk/opfs.ts'
import { createWorld as createPlainWorld, instant, must, type Published, UTENTE, type World } from '../power/world.ts'

/** The mirror in memory, to be copied, emptied and given to another life. */
export class MemorySpecchio implements Mirror {
  content: MirrorContent
  constructor(content: MirrorContent = { head: null, events: [], sedute: [] }) {
    this.content = structuredClone(content)
  }
  read = async (): Promise<MirrorContent> => structuredClone(this.content)
  readEnd = async (): Promise<MirrorEnd> => {
    const { head, sedute } = structuredClone(this.content)
    return { head, sedute: sedute.map(({ riga }) => riga) }
  }
  readSummary = async (): Promise<MirrorSummary> => ({
    ...(await this.readEnd()),
    events: this.content.events.map(({ id }) => id),
  })
  async write(_: number, { head, events: eventi, removed, sedute, ended }: MirrorChange): Promise<void> {
    const gone = new Set([...removed, ...eventi.map(({ id }) => id)])
    const before = this.content
    const over = new Set([...ended, ...sedute.map(({ id }) => id)])
    this.content = structuredClone({
      head,
      events: [...before.events.filter(({ id }) => !gone.has(id)), ...eventi],
      sedute: [
        ...before.sedute.filter(({ riga }) => !over.has(riga.id as string)),
        ...sedute.flatMap(({ id, riga, domande, prova }) => {
          const questions = domande ?? before.sedute.find((s) => s.riga.id === id)?.domande
          return questions ? [{ riga, domande: questions, prova }] : []
        }),
      ],
    })
  }
  async clear(): Promise<void> {
    this.content = { head: null, events: [], sedute: [] }
  }
  readOld = async (): Promise<OldDatabaseClaim | null> => null
  writeOld = async (): Promise<void> => {}
}

/** The server's records, merged as it merges them. */
export class Server {
  readonly records = new Map<number, RispostaRecord>()
  /** Sends what waits, as the page does. */
  async push({ db }: World): Promise<void> {
    for (;;) {
      const waiting = must(await db.listUnsynced({ id_concorso: null, limite: 500 }))
      if (!waiting) return
      const sent = [...waiting.con_livello, ...waiting.altre]
      for (const r of sent) {
        const mine = this.records.get(r.id_domanda)
        this.records.set(r.id_domanda, mine ? mergeRisposta(mine, r) : r)
      }
      must(await db.markSynced({ id_concorso: waiting.id_concorso, coppie: sent }))
    }
  }
  /** Brings back all that this device's cursor does not say to have. The cursor is the number of records at the last pull. */
  async pull({ db }: World, id_concorso: number, cursore: number): Promise<void> {
    const stato = must(await db.pullState({ id_concorso }))
    const risposte =
      stato.cursore >= cursore ? [] : [...this.records.values()].filter((r) => r.id_concorso === id_concorso)
    must(await db.applyRemote({ id_concorso, risposte: risposte as never, cursore, forzato: false }))
  }
}

/** The real store over the real driver over a fake disk, with a mirror. Nothing waits, unless `wait` says how. */
export function createWorld(
  disk: Disk,
  banks: readonly Published[],
  mirror: MemorySpecchio,
  device: string,
  wait: Platform['wait'] = async () => {},
): World {
  let devices = 0
  return createPlainWorld(disk, banks, { newDevice: () => `${device}-${++devices}`, wait, mirror })
}

/** Runs `work` over a fake OPFS; what it gets puts another disk in the place of the one before. Warnings are not printed. */
export async function withDisks<T>(work: (enter: (image?: Image) => Disk) => Promise<T>): Promise<T> {
  const opfs = installOpfs(new Disk())
  const { warn } = console
  console.warn = () => {}
  try {
    return await work((image) => {
      const disk = new Disk(image)
      disk.recording = false
      opfs.change(disk)
      return disk
    })
  } finally {
    console.warn = warn
    opfs.uninstall()
  }
}

export { instant, must, UTENTE }
