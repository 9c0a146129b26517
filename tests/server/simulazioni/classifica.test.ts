import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { posizioneAmong } from '#rules/classifica'
import { readClassifica } from '#server/simulazioni/classifica'
import { type Mondo, makeSeededWorld } from '../world.ts'

// Published results are not ours to copy: their folder comes from the environment. In CI their absence is a failure.
const CARTELLA = process.env.BANCHE_VERE ?? ''
if (!CARTELLA && process.env.CI === 'true') throw new Error('BANCHE_VERE non è impostata')
if (!CARTELLA) console.warn('BANCHE_VERE non è impostata: le prove sugli esiti pubblicati sono saltate')

let world: Mondo
let simulazione: number
beforeAll(async () => {
  world = await makeSeededWorld()
  const { rows } = await world.db.query<{ id: number }>(
    `select id_simulazione as id from simulazione where slug = 'ripam-40-quesiti-situazionali'`,
  )
  simulazione = rows[0]?.id as number
}, 120_000)
afterAll(() => world?.close())

/** Delivered outcomes, one for each score in thousandths, each of its own account. */
async function load(punti: string, count: string): Promise<void> {
  await world.db.script(`
    truncate esito_simulazione, partecipazione, classifica_punti cascade;
    delete from utente where email like 'esito%';
    insert into utente (email) select 'esito' || i || '@prova.it' from generate_series(1, ${count}) i;
    create temp table caricati as
      select u.id_utente, gen_random_uuid() as gettone, p.punti
      from (select id_utente, row_number() over (order by id_utente) as i from utente where email like 'esito%') u join (${punti}) p using (i);
    insert into partecipazione (id_utente, gettone, id_simulazione, iniziata, fine, tempo_aggiuntivo, estrazione, regole)
      select id_utente, gettone, ${simulazione}, now(), now(), 0, '{}', '{}' from caricati;
    insert into esito_simulazione
      select id_utente, gettone, ${simulazione}, now(), now(), 0, 40, 0, 0, 0, 0, punti, 30000, null, 'WEB', true, 0, true, null, null from caricati;
    drop table caricati;`)
}

describe('the first so many', () => {
  const ammette = (ammissione: object) =>
    world.db.query(
      `update simulazione set regole = jsonb_set(coalesce(regole, '{}'), '{ammissione}', $2::jsonb) where id_simulazione = $1`,
      [simulazione, JSON.stringify(ammissione)],
    )
  /** What each score of the ranking is answered, best first. */
  const risposte = async () => {
    const { rows } = await world.db.query<{ id_utente: number; punti: number }>(
      'select id_utente, punti from esito_simulazione order by punti desc, id_utente',
    )
    const parsedAll: [number, boolean | null][] = []
    for (const { id_utente, punti } of rows) {
      const parsed = await readClassifica(world.db, id_utente, simulazione)
      parsedAll.push([punti, parsed.ok ? parsed.value.ammesso : null])
    }
    return parsedAll
  }
  beforeAll(() =>
    load('select i, p as punti from unnest(array[30000, 25000, 25000, 20000]) with ordinality as t(p, i)', '4'),
  )

  test('[SI2] who ties with the last one enters when the rules say so', async () => {
    await ammette({ primi: 2, pari_merito: 'ammessi' })
    expect(await risposte()).toEqual([
      [30_000, true],
      [25_000, true],
      [25_000, true],
      [20_000, false],
    ])
    const parsed = await readClassifica(world.db, 0, simulazione)
    expect(parsed.ok && parsed.value).toMatchObject({ primi: { quanti: 2, pari_merito: true }, ammesso: null })
  })

  test('[SI2] a tie that does not fit whole is left out when ties do not enter', async () => {
    await ammette({ primi: 2, pari_merito: 'esclusi' })
    expect((await risposte()).map(([, admitted]) => admitted)).toEqual([true, false, false, false])
    await ammette({ posti: 1, multiplo: 3, pari_merito: 'esclusi' })
    expect((await risposte()).map(([, admitted]) => admitted)).toEqual([true, true, true, false])
  })

  test('beyond the first, thresholds of sections leave it undecided; below the threshold nobody is admitted', async () => {
    await ammette({ primi: 2, minimo_per_sezione: 1 })
    await world.db.query('update esito_simulazione set superata = false where punti = 30000')
    expect((await risposte()).map(([, admitted]) => admitted)).toEqual([false, true, true, null])
    await ammette({ minimo: 21 })
    const parsed = await readClassifica(world.db, 0, simulazione)
    expect(parsed.ok && parsed.value).toMatchObject({ primi: null, ammesso: null, sopra_soglia: 3 })
  })
})

describe.skipIf(!CARTELLA)('59,141 published scores as outcomes', () => {
  let punti: number[] = []
  beforeAll(async () => {
    const rows = readFileSync(join(CARTELLA, 'esiti-agenzia-entrate-2023/esiti.csv'), 'utf8').split('\n').slice(1)
    punti = rows.filter(Boolean).map((r) => Math.round(Number((r.split(';')[1] ?? '').trim().replace(',', '.')) * 1000))
    expect(punti).toHaveLength(59_141)
    await load(`select i, p as punti from unnest('{${punti.join(',')}}'::int[]) with ordinality as t(p, i)`, '59141')
  }, 120_000)

  test('[SI2] [SI9] positions, ties, mean and threshold are those counted by plain SQL and by hand', {
    timeout: 120_000,
  }, async () => {
    expect(punti.filter((p) => p >= 21_000)).toHaveLength(12_871)
    // Independently of the counters: straight from the outcomes.
    const { rows } = await world.db.query<{
      id_utente: number
      punti: number
      posizione: number
      pari: number
      media: number
    }>(
      `select id_utente, punti, rank() over (order by punti desc) as posizione, count(*) over (partition by punti) as pari,
         round(avg(punti) over ()) as media from esito_simulazione`,
    )
    const step = Math.floor(rows.length / 300)
    for (let i = 0; i < rows.length; i += step) {
      const expected = rows[i] as (typeof rows)[number]
      const parsed = await readClassifica(world.db, expected.id_utente, simulazione)
      expect(parsed.ok && parsed.value).toMatchObject({
        numero_partecipanti: 59_141,
        posizione_classifica: Number(expected.posizione),
        pari_merito: Number(expected.pari),
        punteggio: expected.punti / 1000,
        punteggio_medio: Number(expected.media) / 1000,
        sopra_soglia: 12_871,
      })
      if (i % (step * 20) === 0) expect(posizioneAmong(punti, expected.punti)).toBe(Number(expected.posizione))
    }
  })
})
