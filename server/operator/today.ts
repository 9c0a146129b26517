import type { ConsoleResponseOf } from '#contract/gestione'
import { listeningUrl } from '../configuration.ts'
import type { Deps } from '../deps.ts'
import { readState } from '../health.ts'
import { countOutbox } from '../outbox.ts'
import { countFailed } from '../payments/failed-events.ts'
import { readProgram } from '../program.ts'
import { readActivity } from './activity.ts'
import { lastBackup } from './audit.ts'
import { isBackupOld, LATE_MINUTES, readRoom } from './checkup.ts'

const DAY_MS = 86_400_000

/** Counts the servers on the database; null where they do not listen to each other. */
export async function countReplicas({ config, replicas }: Deps): Promise<number | null> {
  return config.databaseUrl && !listeningUrl(config) ? null : replicas.count()
}

/** Returns since when this process counts its problems: its start, at most a day ago. */
export const countedSince = (now: Date): Date =>
  new Date(now.getTime() - Math.min(DAY_MS, Math.round(process.uptime() * 1000)))

/** Reads the figures of this moment for whoever runs the installation. */
export async function readToday(deps: Deps): Promise<ConsoleResponseOf<'oggi'>> {
  const { db, config, now: clock, metrics } = deps
  const now = clock()
  const [{ database, room }, repliche, ultimo, rows, eventi_falliti, attivita, disco] = await Promise.all([
    readState(deps),
    countReplicas(deps),
    lastBackup(db),
    countOutbox(db, now),
    countFailed(db),
    readActivity(deps),
    readRoom(config).catch(() => null),
  ])
  const isMigrated = database?.migrated === true
  const minuti = Math.max(0, ...rows.map((row) => row.minuti))
  return {
    pronto: isMigrated && room,
    motivi: [...(isMigrated ? [] : (['schema'] as const)), ...(room ? [] : (['disco'] as const))],
    ...readProgram(),
    schema: database?.schema ?? null,
    repliche,
    backup: {
      ultimo: ultimo?.toISOString() ?? null,
      giornaliero: config.backup.folder !== null,
      vecchio: isBackupOld(ultimo, now),
    },
    posta: {
      attesa: rows.reduce((sum, row) => sum + row.attesa, 0),
      abbandonate: rows.reduce((sum, row) => sum + row.abbandonate, 0),
      minuti,
      ferma: minuti > LATE_MINUTES,
    },
    eventi_falliti,
    attivita,
    problemi: { dal: countedSince(now).toISOString(), elementi: metrics.recent.list(now) },
    disco,
  }
}
