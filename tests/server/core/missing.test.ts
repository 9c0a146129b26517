import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { CALLS, type CallName, type Chiamata } from '#contract/calls'
import { hashToken } from '#server/utente/token'
import { type Mondo, makeWorld } from '../world.ts'

const KEY = 'chiave-operatore-dei-mancanti'
/** The account goes with this call alone: last. */
const NAMES = (Object.keys(CALLS) as CallName[]).sort(
  (a, b) => Number(a === 'elimina_utente') - Number(b === 'elimina_utente'),
)

/** Fields that a schema of an object wants; none for another schema. */
function requiredOf(schema: z.core.$ZodType | undefined): string[] {
  const { shape } = (schema?._zod.def ?? {}) as { shape?: Record<string, z.core.$ZodType> }
  return Object.entries(shape ?? {}).flatMap(([name, field]) => (field._zod.optin === undefined ? [name] : []))
}

describe('a call that lacks what it needs', () => {
  let world: Mondo
  let id_utente: number
  beforeAll(async () => {
    world = await makeWorld({ config: { adminApiKey: KEY, limits: 'aperti' }, environment: { ADMIN_API_KEY: KEY } })
    id_utente = (await world.registerVerified('mancanti@posta.example', 3)).id_utente
  })
  afterAll(() => world.close())

  async function session(): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const now = world.orologio.now()
    await world.db.query(
      `insert into sessione (id_utente, token_hash, id_dispositivo, dispositivo, ricordami, creata, ultimo_uso, scade)
       values ($1, $2, 'dispositivo-mio', 'web', false, $3, $3, $4)`,
      [id_utente, hashToken(token), now, new Date(now.getTime() + 3_600_000)],
    )
    return token
  }

  it.each(NAMES)('[ER9] %s names the missing fields by MISSING_REQUIRED_PARAM', async (name) => {
    const { metodo, percorso, accesso, query, corpo }: Chiamata = CALLS[name]
    const send = async (address: string, payload?: object) =>
      world.call(metodo, address, {
        ...(accesso === 'chiave' ? { headers: { 'x-api-key': KEY } } : { token: await session() }),
        ...(payload ? { payload } : {}),
      })
    const inQuery = requiredOf(query)
    const inBody = requiredOf(corpo)
    const wanted = inBody.length > 0 ? inBody : inQuery
    const bare = await send(percorso, corpo && corpo._zod.def.type === 'object' ? {} : undefined)
    expect(bare.corpo?.codice).not.toBe('RICHIESTA_NON_VALIDA')
    if (wanted.length > 0)
      expect(bare).toMatchObject({ status: 400, corpo: { codice: 'MISSING_REQUIRED_PARAM', campi: wanted } })
    if (inQuery.length === 0 || inBody.length > 0) return
    const empty = await send(`${percorso}?${inQuery.map((field) => `${field}=`).join('&')}`)
    expect(empty.corpo).toMatchObject({ codice: 'MISSING_REQUIRED_PARAM', campi: inQuery })
  })
})
