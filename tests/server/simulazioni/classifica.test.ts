import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { posizioneFra } from '#rules/classifica'
import { seedContenuti } from '#server/pacchetti/semina'
import { readClassifica } from '#server/simulazioni/classifica'
import { type Mondo, makeWorld } from '../mondo.ts'

// Published results are not ours to copy: their folder comes from the environment. In CI their absence is a failure.
const CARTELLA = process.env.BANCHE_VERE ?? ''
if (!CARTELLA && process.env.CI === 'true') throw new Error('BANCHE_VERE non è impostata')
if (!CARTELLA) console.warn('BANCHE_VERE non è impostata: le prove sugli esiti pubblicati sono saltate')

let mondo: Mondo
let simulazione: number
beforeAll(async () => {
  mondo = await makeWorld()
  await seedContenuti(mondo.deps)
  const { righe } = await mondo.db.query<{ id: number }>(
    `select id_simulazione as id from simulazione where slug = 'ripam-40-quesiti-situazionali'`,
  )
  simulazione = righe[0]?.id as number
}, 120_000)
afterAll(() => mondo?.close())

/** Delivered outcomes, one for each score in thousandths, each of its own account. */
async function load(punti: string, quanti: string): Promise<void> {
  await mondo.db.script(`
    truncate esito_simulazione, partecipazione, classifica_punti cascade;
    delete from utente where email like 'esito%';
    insert into utente (email) select 'esito' || i || '@prova.it' from generate_series(1, ${quanti}) i;
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
    mondo.db.query(
      `update simulazione set regole = jsonb_set(coalesce(regole, '{}'), '{ammissione}', $2::jsonb) where id_simulazione = $1`,
      [simulazione, JSON.stringify(ammissione)],
    )
  /** What each score of the ranking is answered, best first. */
  const risposte = async () => {
    const { righe } = await mondo.db.query<{ id_utente: number; punti: number }>(
      'select id_utente, punti from esito_simulazione order by punti desc, id_utente',
    )
    const lette: [number, boolean | null][] = []
    for (const { id_utente, punti } of righe) {
      const letta = await readClassifica(mondo.db, id_utente, simulazione)
      lette.push([punti, letta.ok ? letta.value.ammesso : null])
    }
    return lette
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
    const letta = await readClassifica(mondo.db, 0, simulazione)
    expect(letta.ok && letta.value).toMatchObject({ primi: { quanti: 2, pari_merito: true }, ammesso: null })
  })

  test('[SI2] a tie that does not fit whole is left out when ties do not enter', async () => {
    await ammette({ primi: 2, pari_merito: 'esclusi' })
    expect((await risposte()).map(([, ammesso]) => ammesso)).toEqual([true, false, false, false])
    await ammette({ posti: 1, multiplo: 3, pari_merito: 'esclusi' })
    expect((await risposte()).map(([, ammesso]) => ammesso)).toEqual([true, true, true, false])
  })

  test('beyond the first, thresholds of sections leave it undecided; below the threshold nobody is admitted', async () => {
    await ammette({ primi: 2, minimo_per_sezione: 1 })
    await mondo.db.query('update esito_simulazione set superata = false where punti = 30000')
    expect((await risposte()).map(([, ammesso]) => ammesso)).toEqual([false, true, true, null])
    await ammette({ minimo: 21 })
    const letta = await readClassifica(mondo.db, 0, simulazione)
    expect(letta.ok && letta.value).toMatchObject({ primi: null, ammesso: null, sopra_soglia: 3 })
  })
})

describe.skipIf(!CARTELLA)('59,141 published scores as outcomes', () => {
  let punti: number[] = []
  beforeAll(async () => {
    const righe = readFileSync(join(CARTELLA, 'esiti-agenzia-entrate-2023/esiti.csv'), 'utf8').split('\n').slice(1)
    punti = righe
      .filter(Boolean)
      .map((r) => Math.round(Number((r.split(';')[1] ?? '').trim().replace(',', '.')) * 1000))
    expect(punti).toHaveLength(59_141)
    await load(`select i, p as punti from unnest('{${punti.join(',')}}'::int[]) with ordinality as t(p, i)`, '59141')
  }, 120_000)

  test('[SI2] [SI9] positions, ties, mean and threshold are those counted by plain SQL and by hand', {
    timeout: 120_000,
  }, async () => {
    expect(punti.filter((p) => p >= 21_000)).toHaveLength(12_871)
    // Independently of the counters: straight from the outcomes.
    const { righe } = await mondo.db.query<{
      id_utente: number
      punti: number
      posizione: number
      pari: number
      media: number
    }>(
      `select id_utente, punti, rank() over (order by punti desc) as posizione, count(*) over (partition by punti) as pari,
         round(avg(punti) over ()) as media from esito_simulazione`,
    )
    const passo = Math.floor(righe.length / 300)
    for (let i = 0; i < righe.length; i += passo) {
      const atteso = righe[i] as (typeof righe)[number]
      const letta = await readClassifica(mondo.db, atteso.id_utente, simulazione)
      expect(letta.ok && letta.value).toMatchObject({
        numero_partecipanti: 59_141,
        posizione_classifica: Number(atteso.posizione),
        pari_merito: Number(atteso.pari),
        punteggio: atteso.punti / 1000,
        punteggio_medio: Number(atteso.media) / 1000,
        sopra_soglia: 12_871,
      })
      if (i % (passo * 20) === 0) expect(posizioneFra(punti, atteso.punti)).toBe(Number(atteso.posizione))
    }
  })
})
