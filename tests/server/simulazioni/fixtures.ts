import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { SimulazioneAvviata } from '#contract/simulazioni'
import { type Mondo, type Motore, makeSeededWorld, PASSWORD } from '../world.ts'

let account = 0

/** A server with the official simulations and, for each test, a new account; what a page does with them. */
export function useBanco(engine: Motore, chi_e: string) {
  let world: Mondo
  let token: string
  let me: number
  let email: string
  const ids = new Map<string, number>()
  beforeAll(async () => {
    world = await makeSeededWorld({ motore: engine })
    const { rows } = await world.db.query<{ slug: string; id: number }>(
      'select slug, id_simulazione as id from simulazione',
    )
    for (const { slug, id } of rows) ids.set(slug, id)
  })
  afterAll(() => world?.close())
  beforeEach(async () => {
    email = `${chi_e}${engine}${++account}@prova.it`
    const utente = await world.registerVerified(email, 3)
    token = utente.token
    me = utente.id_utente
  })
  /** A token of the same account on another device. */
  const altroDispositivo = async (): Promise<string> => {
    const { corpo: body } = await world.call('POST', '/ms_utente/login', {
      payload: { username: email, password: PASSWORD, dispositivo: 'web' },
    })
    return body.token_api
  }
  /** Rules of a simulation changed for the length of a test. */
  async function conRegole(slug: string, altre: object, prova: () => Promise<void>): Promise<void> {
    const { rows } = await world.db.query<{ regole: object | null }>('select regole from simulazione where slug = $1', [
      slug,
    ])
    const cambia = (regole: object | null) =>
      world.db.query('update simulazione set regole = $1 where slug = $2', [regole && JSON.stringify(regole), slug])
    await cambia({ ...rows[0]?.regole, ...altre })
    await prova().finally(() => cambia(rows[0]?.regole ?? null))
  }
  const id = (slug: string) => ids.get(slug) as number
  const avvia = async (slug: string, other = '', chi = token): Promise<SimulazioneAvviata> =>
    (await world.call('GET', `/ms_concorso/simulazione?id_simulazione=${id(slug)}&attiva=true${other}`, { token: chi }))
      .corpo
  /** Extra time of the account, per cent. */
  const concedi = async (tempo_aggiuntivo: number, chi = token) => {
    const { status } = await world.call('POST', '/ms_utente/aggiorna_utente', {
      token: chi,
      payload: { tempo_aggiuntivo },
    })
    expect(status).toBe(204)
  }
  const consegna = (s: SimulazioneAvviata, other: object = {}, chi = token) =>
    world.call('PUT', `/ms_reportistica/esiti_simulazione?id_simulazione=${s.id_simulazione}`, {
      token: chi,
      payload: {
        gettone: s.gettone,
        data_simulazione: world.orologio.now().toISOString(),
        sorgente: 'WEB',
        consegnata: true,
        numero_risposte_corrette: 1000,
        ...other,
      },
    })
  /** Printed positions that are right, or best, for the first `giuste` of the draw; the others stay blank. */
  async function risposte(s: SimulazioneAvviata, giuste: number) {
    const { rows } = await world.db.query<{ id_domanda: number; giusta: number }>(
      `select id_domanda, coalesce(array_position(punti, (select max(p) from unnest(punti) p)), corretta) as giusta
       from domanda where id_domanda = any($1::bigint[])`,
      [s.domande.map((d) => d.id_domanda)],
    )
    const giusta = new Map(rows.map((r) => [r.id_domanda, r.giusta]))
    return s.domande
      .slice(0, giuste)
      .map((d) => ({ id_domanda: String(d.id_domanda), risposta: giusta.get(d.id_domanda) }))
  }

  return {
    qui: () => ({ mondo: world, token, io: me }),
    ids,
    id,
    altroDispositivo,
    conRegole,
    avvia,
    concedi,
    consegna,
    risposte,
  }
}
