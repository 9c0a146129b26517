import type { ConsoleResponseOf } from '#contract/gestione'
import { ok, type Result } from '#contract/result'
import { listBackups } from '../backup/daily.ts'
import { WrongConfiguration } from '../config-values.ts'
import type { Deps } from '../deps.ts'
import { admitWork, findCancellable, type LongWork, listWorks, runWork } from '../operator/long-works.ts'
import { reloadEverywhere } from '../operator/reload.ts'
import { listSettings } from '../operator/settings.ts'
import { makeSupportBundle } from '../operator/support-bundle.ts'
import { countReplicas } from '../operator/today.ts'
import { readProgram } from '../program.ts'
import type { ActNote } from './acts.ts'
import type { ConsoleHandlers } from './handler.ts'
import type { Gestore } from './sessions.ts'

async function readCopies({ config, db, now }: Deps): Promise<ConsoleResponseOf<'copie'>> {
  const { folder, hour, key } = config.backup
  const [files, works] = await Promise.all([folder === null ? [] : listBackups(folder), listWorks(db, now())])
  return {
    cartella: folder,
    ora: hour,
    sigillate: key !== null,
    elementi: files.map(({ scritto, ...file }) => ({ ...file, scritto: scritto.toISOString() })),
    lavori: works.map(({ richiesta: _, ...work }) => ({
      ...work,
      iniziato: work.iniziato.toISOString(),
      finito: work.finito?.toISOString() ?? null,
    })),
  }
}

type Asked = {
  deps: Deps
  world: Deps
  gestore: Gestore
  note: (more: ActNote) => void
  origin: { blocco: string; id_richiesta: string }
}

/** Begins a work that the caller does not wait for: its first row of the audit is committed before. */
async function begin(
  { deps, world, gestore: { id_utente, ruolo }, note, origin }: Asked,
  work: LongWork,
  file: string | null,
): Promise<Result<null>> {
  if (file !== null) note({ oggetto: file })
  const admitted = await admitWork(deps, file)
  if (!admitted.ok) return admitted
  const { folder } = admitted.value
  void runWork(world, work, { folder, file }, { id_gestore: id_utente, ruolo, ...origin })
  return ok(null)
}

type Installazione =
  | 'installazione'
  | 'diagnosi'
  | 'copie'
  | 'ricarica'
  | 'backup_ora'
  | 'prova_ripristino'
  | 'annulla_lavoro'

/** Configuration, replicas, backups. */
export const installazioneHandlers: ConsoleHandlers<Installazione> = {
  installazione: async ({ deps }) =>
    ok({
      ...readProgram(),
      replica: deps.replicas.id,
      repliche: await countReplicas(deps),
      configurazione: listSettings(deps),
    }),
  diagnosi: async ({ world, note }) => {
    note({ oggetto: 'pacchetto di diagnosi' })
    return ok(await makeSupportBundle(world))
  },
  copie: async ({ deps }) => ok(await readCopies(deps)),
  ricarica: async ({ deps, note }) => {
    try {
      const done = { ...(await reloadEverywhere(deps)), errore: null }
      note({ dopo: done })
      return ok(done)
    } catch (error) {
      if (!(error instanceof WrongConfiguration)) throw error
      note({ dopo: { errore: error.message } })
      return ok({ cambiate: [], errore: error.message })
    }
  },
  backup_ora: (asked) => begin(asked, 'backup_ora', null),
  prova_ripristino: (asked) => begin(asked, 'prova_ripristino', asked.body.file),
  annulla_lavoro: async ({ deps, body, note }) => {
    const found = await findCancellable(deps, body.lavoro)
    if (!found.ok) return found
    note({ oggetto: found.value, dopo: { lavoro: body.lavoro } })
    return ok(null)
  },
}
