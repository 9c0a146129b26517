import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { SimulazioneAvviata } from '#contract/simulazioni'
import { seedContenuti } from '#server/pacchetti/semina'
import { type Mondo, type Motore, makeWorld, PASSWORD } from '../mondo.ts'

let conto = 0

/** A server with the official simulations and, for each test, a new account; what a page does with them. */
export function useBanco(motore: Motore, chi_e: string) {
  let mondo: Mondo
  let token: string
  let io: number
  let email: string
  const ids = new Map<string, number>()
  beforeAll(async () => {
    mondo = await makeWorld({ motore })
    await seedContenuti(mondo.deps)
    const { righe } = await mondo.db.query<{ slug: string; id: number }>(
      'select slug, id_simulazione as id from simulazione',
    )
    for (const { slug, id } of righe) ids.set(slug, id)
  })
  afterAll(() => mondo?.close())
  beforeEach(async () => {
    email = `${chi_e}${motore}${++conto}@prova.it`
    const utente = await mondo.registerVerified(email, 3)
    token = utente.token
    io = utente.id_utente
  })
  /** A token of the same account on another device. */
  const altroDispositivo = async (): Promise<string> => {
    const { corpo } = await mondo.call('POST', '/ms_utente/login', {
      payload: { username: email, password: PASSWORD, dispositivo: 'web' },
    })
    return corpo.token_api
  }
  /** Rules of a simulation changed for the length of a test. */
  async function conRegole(slug: string, altre: object, prova: () => Promise<void>): Promise<void> {
    const { righe } = await mondo.db.query<{ regole: object | null }>(
      'select regole from simulazione where slug = $1',
      [slug],
    )
    const cambia = (regole: object | null) =>
      mondo.db.query('update simulazione set regole = $1 where slug = $2', [regole && JSON.stringify(regole), slug])
    await cambia({ ...righe[0]?.regole, ...altre })
    await prova().finally(() => cambia(righe[0]?.regole ?? null))
  }
  const id = (slug: string) => ids.get(slug) as number
  const avvia = async (slug: string, altro = '', chi = token): Promise<SimulazioneAvviata> =>
    (await mondo.call('GET', `/ms_concorso/simulazione?id_simulazione=${id(slug)}&attiva=true${altro}`, { token: chi }))
      .corpo
  /** Extra time of the account, per cent. */
  const concedi = async (tempo_aggiuntivo: number, chi = token) => {
    const { status } = await mondo.call('POST', '/ms_utente/aggiorna_utente', {
      token: chi,
      payload: { tempo_aggiuntivo },
    })
    expect(status).toBe(204)
  }
  const consegna = (s: SimulazioneAvviata, altro: object = {}, chi = token) =>
    mondo.call('PUT', `/ms_reportistica/esiti_simulazione?id_simulazione=${s.id_simulazione}`, {
      token: chi,
      payload: {
        gettone: s.gettone,
        data_simulazione: mondo.orologio.now().toISOString(),
        sorgente: 'WEB',
        consegnata: true,
        numero_risposte_corrette: 1000,
        ...altro,
      },
    })
  /** Printed positions that are right, or best, for the first `giuste` of the draw; the others stay blank. */
  async function risposte(s: SimulazioneAvviata, giuste: number) {
    const { righe } = await mondo.db.query<{ id_domanda: number; giusta: number }>(
      `select id_domanda, coalesce(array_position(punti, (select max(p) from unnest(punti) p)), corretta) as giusta
       from domanda where id_domanda = any($1::bigint[])`,
      [s.domande.map((d) => d.id_domanda)],
    )
    const giusta = new Map(righe.map((r) => [r.id_domanda, r.giusta]))
    return s.domande
      .slice(0, giuste)
      .map((d) => ({ id_domanda: String(d.id_domanda), risposta: giusta.get(d.id_domanda) }))
  }

  return { qui: () => ({ mondo, token, io }), ids, id, altroDispositivo, conRegole, avvia, concedi, consegna, risposte }
}
