import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ImportedImage } from '#contract/domanda'
import { BANCA_FORMAT } from '#contract/package'
import type { ContentFolder } from '#importers/content/types'
import { writeImages } from '#importers/package/write-package'
import { CONTENT_FOLDER, readFolder } from '../content/read.ts'
import type { Deps, Queryable } from '../deps.ts'
import { ensureSample } from './campione.ts'
import { readDomande } from './domande.ts'
import { seedContenuti } from './seed.ts'

/** Key of the advisory lock that lets one replica publish while the others wait ("IDNC" as a number). */
const LOCK_KEY = 0x49444e43
const LOCK_RETRY_MS = 200

/** Returns the numbers of a version, which PostgreSQL compares in their order. */
const parseVersion = (version: string): number[] => version.split(/[-+]/)[0]?.split('.').map(Number) ?? []

/** Returns the hash of everything that the content publishes. */
function hashContent({ banche, ...texts }: ContentFolder): string {
  const hash = createHash('sha256').update(JSON.stringify([BANCA_FORMAT, texts]))
  for (const { immagini, ...bank } of banche) {
    hash.update(JSON.stringify(bank))
    for (const [name, bytes] of immagini) hash.update(JSON.stringify([name, bytes.length])).update(bytes)
  }
  return hash.digest('hex')
}

/** Waits for the lock in short tries, so that a stop waits for none. */
async function takeLock(q: Queryable, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await q.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK_KEY])
    if (rows[0]?.mine) return
    await setTimeout(LOCK_RETRY_MS, undefined, { ...(signal && { signal }) })
  }
}

/** Outcome of the starter content: published now, before, or by a newer program. */
export type StarterOutcome = 'pubblicati' | 'già pubblicati' | 'di un programma più recente'

/**
 * Publishes the starter content once for each version of the program and hash of the content, one replica at a time. An
 * older program publishes nothing over a newer one's. Stops between two banks when `signal` aborts, and records nothing.
 */
async function publishOnce(
  deps: Deps,
  version: string,
  { root, folder }: { root: string; folder: ContentFolder },
  signal?: AbortSignal,
): Promise<StarterOutcome> {
  const numbers = parseVersion(version)
  const hash = hashContent(folder)
  return deps.db.tx(async (q) => {
    await q.script('set local idle_in_transaction_session_timeout = 0')
    await takeLock(q, signal)
    const { rows } = await q.query<{ newer: boolean | null; known: boolean | null }>(
      'select max(versione) > $1::int[] as newer, bool_or(versione = $1::int[] and impronta = $2) as known from semina',
      [numbers, hash],
    )
    if (rows[0]?.known) return 'già pubblicati'
    if (rows[0]?.newer) return 'di un programma più recente'
    const { banche, rilievi: findings } = await seedContenuti(deps, root, signal)
    const changed = banche.filter(({ esito }) => esito !== 'invariata')
    if (changed.length > 0) deps.log.info({ banche: changed }, 'contenuti pubblicati')
    if (findings.length > 0) deps.log.error({ rilievi: findings.slice(0, 20) }, 'contenuti con difetti: non pubblicati')
    await q.query('insert into semina (versione, impronta, pubblicata) values ($1::int[], $2, $3)', [
      numbers,
      hash,
      deps.now(),
    ])
    return 'pubblicati'
  })
}

/** Returns the pictures of a starter bank, or of a path over many, by the names that its questions use. */
function listPictures({ banche }: ContentFolder, slug: string, used: ReadonlySet<string>): ImportedImage[] {
  const own = banche.filter((bank) => bank.slug === slug)
  const named =
    own.length > 0 ? own.map((bank) => [bank, ''] as const) : banche.map((bank) => [bank, `${bank.slug}-`] as const)
  return named
    .flatMap(([{ immagini }, prefix]) => [...immagini].map(([name, byte]) => ({ nome: prefix + name, byte })))
    .filter(({ nome }) => used.has(nome))
}

type Starter = { id_concorso: number; slug: string; versione: string; pacchetto: string; immagini: string | null }

/** `back`: files that the store lacked and has again; `missing`: files that this content cannot make again. */
type Restored = { back: string[]; missing: string[] }

/** Puts files of one starter bank that the store lacks back, and publishes nothing. */
async function restoreFiles(deps: Deps, folder: ContentFolder, bank: Starter): Promise<Restored> {
  const { packageFiles } = deps
  const { id_concorso, slug, versione, pacchetto, immagini } = bank
  const lacking = async (): Promise<string[]> => {
    const names = immagini === null ? [pacchetto] : [pacchetto, immagini]
    const sizes = await Promise.all(names.map((name) => packageFiles.soundSize(name)))
    return names.filter((_, i) => sizes[i] === null)
  }
  const before = await lacking()
  if (before.length === 0) return { back: [], missing: [] }
  const domande = await readDomande(deps.db, id_concorso)
  if (before.includes(pacchetto))
    await ensureSample(deps, { id_concorso, versione, id_domande: domande.map((d) => d.id_domanda), ripetibile: false })
  if (immagini !== null && before.includes(immagini)) {
    const used = new Set(domande.flatMap((d) => d.immagine ?? []))
    const zip = writeImages(listPictures(folder, slug, used))
    if (zip.ok && `${createHash('sha256').update(zip.value).digest('hex')}.zip` === immagini)
      await packageFiles.put(immagini, zip.value)
  }
  const missing = await lacking()
  return { back: before.filter((name) => !missing.includes(name)), missing }
}

/**
 * Publishes starter content that is missing or was corrected, and puts its missing files back. A defect in it, or a
 * failure, is logged and stops nothing: published content stays.
 */
export async function prepareStarter(
  deps: Deps,
  version: string,
  { root = CONTENT_FOLDER, signal }: { root?: string; signal?: AbortSignal } = {},
): Promise<StarterOutcome | null> {
  try {
    const folder = await readFolder(root)
    const outcome = await publishOnce(deps, version, { root, folder }, signal)
    const { rows } = await deps.db.query<Starter>(
      `select id_concorso, slug, versione, pacchetto, immagini from concorso
       where slug is not null and pacchetto is not null order by id_concorso`,
    )
    for (const bank of rows) {
      signal?.throwIfAborted()
      const { back, missing } = await restoreFiles(deps, folder, bank)
      if (back.length > 0) deps.log.info({ banca: bank.slug, file: back }, 'file dei contenuti rimessi')
      if (missing.length > 0)
        deps.log.warn({ banca: bank.slug, mancano: missing }, 'file dei contenuti mancanti: rimetterli da un backup')
    }
    return outcome
  } catch (error) {
    if (!signal?.aborted) deps.log.error({ err: error }, 'contenuti non pubblicati')
    return null
  }
}

/** Time, in ms, after a failed try before the next one. */
const RETRY_MS = 60_000
const waitToRetry = (signal: AbortSignal): Promise<void> =>
  setTimeout(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})

/**
 * The starter content of a server: published after it listens. `isEmpty` until an installation has its first one. A
 * failed try is followed by another.
 */
export async function createStarter(deps: Deps, version: string, root = CONTENT_FOLDER, wait = waitToRetry) {
  const ending = new AbortController()
  const { signal } = ending
  let empty = (await deps.db.query('select 1 from semina limit 1')).count === 0
  let running = Promise.resolve()
  const publish = async () => {
    while (!signal.aborted) {
      if (await prepareStarter(deps, version, { root, signal })) {
        empty = false
        return
      }
      await wait(signal)
    }
  }
  return {
    isEmpty: () => empty,
    /** Starts publishing; waits for the first content alone. */
    async start(): Promise<void> {
      running = publish()
      if (empty) await running
    },
    /** Stops between two banks. */
    async stop(): Promise<void> {
      ending.abort()
      await running
    },
  }
}
