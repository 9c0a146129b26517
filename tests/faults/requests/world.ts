import { readConfiguration } from '#server/configuration'
import { openLogger } from '#server/logger'
import { openDeps } from '#server/open-deps'
import { hashToken } from '#server/utente/token'
import { prepareContent } from '../server/process.ts'
import type { Scene, Who } from './generate.ts'

export const OPERATOR_KEY = 'chiave-delle-richieste-0123456789'

/** Columns of an account that each identity is. */
const ACCOUNTS: Partial<Record<Who, { verified: boolean; livello: number }>> = {
  demo: { verified: true, livello: 0 },
  premium: { verified: true, livello: 3 },
  unverified: { verified: false, livello: 0 },
}

/** A data folder with a bank and an account for each identity; `revive` makes a new one where requests have ended the last. */
export async function prepareWorld(dataDir: string) {
  const { accounts, id_concorso, first } = await prepareContent(dataDir, 1, 20)
  const { db } = await openDeps(readConfiguration({ DATA_DIR: dataDir }), openLogger('silent'))
  const tokens = new Map<Who, string>([['garbage', 'z'.repeat(43)]])
  const ids = [id_concorso, first, first + 1, first + 19, accounts[0]!.id_utente]
  let made = 0
  const revive = async (who: Who): Promise<void> => {
    const account = ACCOUNTS[who]
    if (!account) return
    made += 1
    const token = `richieste-${made}`.padEnd(43, 'x')
    const { rows } = await db.query<{ id_utente: number }>(
      'insert into utente (email, email_verificata, livello, data_registrazione) values ($1, $2, $3, now()) returning id_utente',
      [`richieste${made}@posta.example`, account.verified, account.livello],
    )
    const id_utente = rows[0]!.id_utente
    await db.query('insert into concorso_utente (id_utente, id_concorso, aggiunto) values ($1, $2, now())', [
      id_utente,
      id_concorso,
    ])
    await db.query(
      `insert into sessione (id_utente, token_hash, id_dispositivo, dispositivo, ricordami, creata, ultimo_uso, scade)
       values ($1, $2, $3, 'web', false, now(), now(), now() + interval '1 day')`,
      [id_utente, hashToken(token), `richieste-${made}`],
    )
    tokens.set(who, token)
    ids.push(id_utente)
  }
  for (const who of Object.keys(ACCOUNTS) as Who[]) await revive(who)
  const texts = [
    'Montagna7',
    'richieste1@posta.example',
    'richieste-1',
    'premium-3',
    'PROVA',
    'WEB',
    'ALTRO',
    'x'.repeat(43),
  ]
  return {
    scene: { ids: [...ids], texts } satisfies Scene,
    tokenOf: (who: Who): string | null => tokens.get(who) ?? null,
    revive,
    close: () => db.close(),
  }
}
