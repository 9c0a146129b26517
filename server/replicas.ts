import { randomUUID } from 'node:crypto'
import pg from 'pg'
import * as z from 'zod/mini'
import { CACHES, type Deps, type Order, type Replicas } from './deps.ts'

const CHANNEL = 'idoneo'
/** Name of the listening connections; their number is the number of replicas. */
const LISTENER = 'idoneo ascolto'
/** Time, in ms, for which an order waits for the replicas, and the shortest and longest before a new connection. */
const OBEYED_MS = 5_000
const RETRY_MS = { least: 100, most: 10_000 }

const order = z.union([z.literal('configurazione'), z.array(z.enum(CACHES))])
/** An order of replica `da`, or the outcome of one. */
const message = z.union([
  z.object({ id: z.string(), da: z.string(), ordine: order }),
  z.object({ id: z.string(), da: z.string(), riuscito: z.boolean() }),
])

/** Parses a notification; null for one of another program. */
function parseMessage(text: string): z.infer<typeof message> | null {
  try {
    return message.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Counts successes among `expected` outcomes, until all have come or for OBEYED_MS. */
function createCount(expected: number): { add: (done: boolean) => void; end: () => void; obeyed: Promise<number> } {
  let [left, count] = [expected, 0]
  let end = () => {}
  const obeyed = new Promise<number>((resolve) => {
    const timer = setTimeout(() => end(), OBEYED_MS)
    end = () => {
      clearTimeout(timer)
      resolve(count)
    }
  })
  const add = (done: boolean) => {
    count += done ? 1 : 0
    left -= 1
    if (left === 0) end()
  }
  return { add, end, obeyed }
}

/** Keeps one connection that listens, and opens another when it is lost. */
function keepListening(
  url: string,
  log: Deps['log'],
  receive: (payload: string) => void,
  onOpen: () => void,
): { isOpen: () => boolean; first: Promise<void>; stop: () => Promise<void> } {
  let open = false
  let stopped = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client
  const connect = async (): Promise<void> => {
    const mine = new pg.Client({
      connectionString: url,
      application_name: LISTENER,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
    })
    client = mine
    let over = false
    const lose = (error?: Error) => {
      if (over) return
      over = true
      open = false
      void mine.end().catch(() => {})
      if (stopped) return
      log.warn({ err: error }, 'ascolto delle altre repliche perso')
      timer = setTimeout(connect, Math.min(RETRY_MS.most, RETRY_MS.least * 2 ** failures++)).unref()
    }
    mine.on('error', lose).on('end', lose)
    mine.on('notification', ({ payload }) => receive(payload ?? ''))
    try {
      await mine.connect()
      // An address with a name of its own would win over the one above.
      await mine.query(`set application_name = '${LISTENER}'; listen ${CHANNEL}`)
      open = true
      failures = 0
      onOpen()
    } catch (error) {
      lose(error as Error)
    }
  }
  const first = connect()
  return {
    isOpen: () => open,
    first,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await client.end().catch(() => {})
    },
  }
}

/** Opens the channel between the replicas of one database; `url` null for one server alone (decision 0134). */
export function createReplicas({ db, log }: Pick<Deps, 'db' | 'log'>, url: string | null): Replicas {
  const id = randomUUID()
  const waiting = new Map<string, (done: boolean) => void>()
  let isListening = () => false
  const send = (sent: z.infer<typeof message>) => db.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(sent)])
  const countOthers = async (): Promise<number> => {
    const { rows } = await db.query<{ n: number }>(
      'select count(*) as n from pg_stat_activity where application_name = $1 and datname = current_database()',
      [LISTENER],
    )
    return (rows[0]?.n ?? 0) - (isListening() ? 1 : 0)
  }
  const carryOut = (asked: Order, obey: (asked: Order) => void): boolean => {
    try {
      obey(asked)
      return true
    } catch (error) {
      log.error({ err: error, ordine: asked }, 'ordine di un’altra replica non eseguito')
      return false
    }
  }
  return {
    id,
    count: async () => (url ? Math.max(0, await countOthers()) + 1 : 1),
    async broadcast(asked) {
      if (!url) return {}
      const others = await countOthers()
      if (others < 1) return { repliche: { attese: 1, eseguite: 1 } }
      const number = randomUUID()
      const { add, end, obeyed } = createCount(others)
      waiting.set(number, add)
      try {
        await send({ id: number, da: id, ordine: asked })
        return { repliche: { attese: others + 1, eseguite: (await obeyed) + 1 } }
      } finally {
        waiting.delete(number)
        end()
      }
    },
    async listen(obey, reread) {
      if (!url) return async () => {}
      const receive = (payload: string) => {
        const received = parseMessage(payload)
        if (!received || received.da === id) return
        if ('riuscito' in received) return waiting.get(received.id)?.(received.riuscito)
        send({ id: received.id, da: id, riuscito: carryOut(received.ordine, obey) }).catch((error) =>
          log.warn({ err: error }, 'esito di un ordine non inviato'),
        )
      }
      const onOpen = () => {
        try {
          reread()
        } catch (error) {
          log.error({ err: error }, 'configurazione non riletta')
        }
      }
      const kept = keepListening(url, log, receive, onOpen)
      isListening = kept.isOpen
      await kept.first
      return kept.stop
    },
  }
}
