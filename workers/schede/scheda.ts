import type { Database } from '#contract/database'
import { ok, type Result } from '#contract/result'
import type { TabNotice, TabStore } from '#contract/tabs'
import type { Eventi } from '../db/open.ts'
import { createGruppo, type Gruppo } from './gruppo.ts'
import { byName, METODI, type Metodo } from './metodi.ts'
import type { Mondo } from './mondo.ts'

/**
 * The store as one tab has it: its own while it owns the lock of the account, another tab's otherwise. What a page calls is
 * the same in both cases. A write that no owner acknowledged is sent again to the next one, so every write is idempotent.
 */
export function createScheda(make: (eventi: Eventi) => Database, mondo: Mondo): TabStore {
  let gruppo: Gruppo | null = null
  let notify: (n: TabNotice) => void = () => {}
  const mine = (id_utente: number) => (gruppo?.id_utente === id_utente ? gruppo : null)
  const local = make({
    onPreso: (id_utente) => mine(id_utente)?.taken(),
    onPerso: (id_utente) => mine(id_utente)?.lost(),
  })

  async function leave(): Promise<Result<null>> {
    gruppo?.leave()
    return local.close()
  }

  const routed = (metodo: Metodo) => (args: unknown, onAvanzamento?: Parameters<Database['downloadBanca']>[1]) =>
    gruppo ? gruppo.call(metodo, args, onAvanzamento) : byName(local, metodo)(args, onAvanzamento)

  const metodi = Object.fromEntries((Object.keys(METODI) as Metodo[]).map((m) => [m, routed(m)]))
  return {
    ...(metodi as unknown as Database),
    async open(args) {
      const { id_utente, sola, attendi, ruba, rung: gradino } = args
      const known = mine(id_utente)
      const alone = sola || attendi || ruba
      if (known && !alone) return known.open()
      if (gruppo) await leave()
      if (alone) return local.open(args)
      const made = createGruppo(
        local,
        mondo,
        id_utente,
        (n) => notify(n),
        () => {
          if (gruppo === made) gruppo = null
        },
        gradino,
      )
      gruppo = made
      return made.open()
    },
    close: leave,
    async clearUser(args) {
      const group = mine(args.id_utente)
      if (!group) return local.clearUser(args)
      const esito = (await group.call('clearUser', args, undefined)) as Result<null>
      if (esito.ok) return esito
      // The owner is gone with half the work done: whoever asked finishes it.
      await leave()
      return local.clearUser(args)
    },
    async onNotice(f) {
      notify = f
      return ok(null)
    },
  }
}
