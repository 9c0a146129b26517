import type { StoreArgs } from '#contract/database'
import { NON_RISPOSTE } from '#rules/livello'
import { PROPRIE_FROM, PROPRIE_TO } from '#rules/raccolta'
import type { StoreContext } from '../core/context.ts'
import type { Connection } from '../core/platform.ts'

/** Under these keys of `ambiente`: the installation that has what is marked as sent, and the one whose list of banks is right. */
const EPOCH = 'epoca'
const LIST = 'epoca_lista'

/**
 * Whatever was sent waits again, its level as one that changed: a server that has it counts it no second time. So does a level that was
 * taken back to unanswered, by what sends it (rules/statistica).
 */
const AGAIN = `UPDATE statistiche SET sincronizzata = 0, isLevelUpdated = iif(livello_conoscenza <> ${NON_RISPOSTE}, 1, isLevelUpdated),
    isPreferitiUpdated = iif(preferiti = 1 OR data_preferiti IS NOT NULL
      OR livello_conoscenza = ${NON_RISPOSTE} AND data_livello IS NOT NULL, 1, isPreferitiUpdated)
  WHERE sincronizzata = 1 AND id_concorso NOT BETWEEN ${PROPRIE_FROM} AND ${PROPRIE_TO}`

/**
 * The installation that answers now. When it is another than the one before, a backup was put back: what was sent waits again, what
 * it refused is tried again, and everything is asked for from the start. The first one met only gets noted. `lista_giusta`: its list
 * of banks has been put right.
 */
export function meetEpoch(
  { db }: StoreContext,
  { epoca, lista_giusta }: StoreArgs<'meetEpoch'>,
): { da_rimandare: number; lista_vecchia: boolean } {
  const read = (key: string) =>
    db.get<{ valore: string }>('SELECT valore FROM ambiente WHERE chiave = ?', key)?.valore ?? null
  const write = (key: string) => db.run('INSERT OR REPLACE INTO ambiente VALUES (?, ?)', key, epoca)
  return db.transaction(() => {
    const known = read(EPOCH)
    if (known !== epoca) write(EPOCH)
    if (lista_giusta || known === null) write(LIST)
    const da_rimandare = known === null || known === epoca ? 0 : sendAgain(db)
    return { da_rimandare, lista_vecchia: read(LIST) !== epoca }
  })
}

/** Answers how much waits again. */
function sendAgain(db: Connection): number {
  db.run('DELETE FROM cursori')
  db.run('DELETE FROM accantonate')
  return db.run(AGAIN) + db.run("UPDATE prove SET da_spedire = 1 WHERE consegna ->> '$.server' IS NOT NULL")
}
