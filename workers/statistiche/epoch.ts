import type { StoreArgs } from '#contract/database'
import { NON_RISPOSTE } from '#rules/livello'
import { PROPRIE_FROM, PROPRIE_TO } from '#rules/raccolta'
import type { StoreContext } from '../core/context.ts'
import type { Connection } from '../core/platform.ts'

/** Keys of `ambiente`: the installation that has the sent records, and the one whose list of banks is right. */
const EPOCH = 'epoca'
const LIST = 'epoca_lista'

/**
 * Marks sent records as waiting, their level as changed: a server that has it counts it no second time. A level set
 * back to unanswered waits too, by `isPreferitiUpdated` (rules/statistica).
 */
const AGAIN = `UPDATE statistiche SET sincronizzata = 0, isLevelUpdated = iif(livello_conoscenza <> ${NON_RISPOSTE}, 1, isLevelUpdated),
    isPreferitiUpdated = iif(preferiti = 1 OR data_preferiti IS NOT NULL
      OR livello_conoscenza = ${NON_RISPOSTE} AND data_livello IS NOT NULL, 1, isPreferitiUpdated)
  WHERE sincronizzata = 1 AND id_concorso NOT BETWEEN ${PROPRIE_FROM} AND ${PROPRIE_TO}`

/**
 * Notes the server's installation. Another one than before is a restored backup: sent records wait again, refused ones
 * are retried, and the cursors start over. The first one is only noted. `lista_giusta`: its list of banks is already
 * right.
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

/** Returns how many records wait again. */
function sendAgain(db: Connection): number {
  db.run('DELETE FROM cursori')
  db.run('DELETE FROM accantonate')
  return db.run(AGAIN) + db.run("UPDATE prove SET da_spedire = 1 WHERE consegna ->> '$.server' IS NOT NULL")
}
