import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Domanda, Filtro } from '#contract/database'
import { chiaveValida, esitoRisposta } from '#rules/esito'
import { LIVELLI, type Livello } from '#rules/livello'
import { permute, rankExact } from '#rules/shuffle'
import { needsSync } from '#rules/statistica'
import { matches, parseQuery, searchableText } from '#rules/text'
import { apri, codice, creaBanca, type Mondo, rispondi, serve, UTENTE, value } from '../mondo.ts'

const N = 40

type Passo =
  | { tipo: 'risposta'; posizione: number; risposta: number }
  | { tipo: 'livello'; posizione: number; livello: Livello }
  | { tipo: 'preferiti'; posizione: number; preferiti: boolean }
  | { tipo: 'annulla' }
  | { tipo: 'invia' }
  | { tipo: 'remota'; posizione: number; livello: Livello; preferiti: boolean; anticipo: number; forzato: boolean }
  | { tipo: 'riapri' }
  | { tipo: 'riscarica' }
  | { tipo: 'assegna'; posizione: number; risposta: number | null }
  | { tipo: 'aggiorna' }

const posizione = fc.integer({ min: 1, max: N })
const livello = fc.constantFrom(...LIVELLI)
const passo: fc.Arbitrary<Passo> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      tipo: fc.constant('risposta' as const),
      posizione,
      risposta: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ tipo: fc.constant('livello' as const), posizione, livello }) },
  { weight: 2, arbitrary: fc.record({ tipo: fc.constant('preferiti' as const), posizione, preferiti: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ tipo: fc.constant('annulla' as const) }) },
  { weight: 1, arbitrary: fc.record({ tipo: fc.constant('invia' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      tipo: fc.constant('remota' as const),
      // Beyond N: questions that this device's bank does not have.
      posizione: fc.integer({ min: 1, max: N + 4 }),
      livello,
      preferiti: fc.boolean(),
      anticipo: fc.integer({ min: -20, max: 20 }),
      forzato: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      tipo: fc.constant('assegna' as const),
      // Sevenths are published without a key.
      posizione: fc.integer({ min: 1, max: Math.floor(N / 7) }).map((k) => k * 7),
      risposta: fc.constantFrom(1, 2, null),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom<Passo>({ tipo: 'riapri' }, { tipo: 'riscarica' }, { tipo: 'aggiorna' }) },
)

/** The next edition: the last questions left it, some moved to other subjects, some lost their key, some gained one. */
let prossima: ReturnType<typeof creaBanca> | undefined
const edizione = () => {
  prossima ??= creaBanca({
    n: N - 5,
    cambia: (d) => ({
      ...d,
      id_materia: d.posizione % 4 === 0 ? 13 : d.id_materia,
      ...(d.posizione % 14 === 0 && { chiave: 'ufficiale', corretta: 1 }),
      ...(d.posizione % 11 === 0 && { chiave: 'assente', corretta: null, punti: null }),
    }),
  })
  return prossima
}

/** Runs one step; answers the event id of an answer. */
async function esegui(mondo: Mondo, p: Passo, ultimo: string | null): Promise<string | null> {
  const { db, at, id } = mondo
  // The edition on the device may not have it.
  if ('posizione' in p && p.tipo !== 'remota' && p.posizione > mondo.banca.domande.length) return ultimo
  const target = (posizione: number) => ({ id_concorso: 1, id_domanda: 100_000 + posizione, at: at(), id_evento: id() })
  switch (p.tipo) {
    case 'risposta':
      return value(await rispondi(mondo, p.posizione, p.risposta)).id_evento
    case 'livello':
      value(await db.setLivello({ ...target(p.posizione), livello: p.livello }))
      return ultimo
    case 'preferiti':
      value(await db.setPreferiti({ ...target(p.posizione), preferiti: p.preferiti }))
      return ultimo
    case 'annulla':
      if (ultimo !== null) await db.undo({ id_evento_annullato: ultimo, at: at(), id_evento: id() })
      return null
    case 'invia': {
      const batch = value(await db.listUnsynced({ id_concorso: 1, limite: 10 }))
      if (batch) value(await db.markSynced({ id_concorso: 1, coppie: [...batch.con_livello, ...batch.altre] }))
      return ultimo
    }
    case 'remota': {
      const ms = Date.parse(at()) + p.anticipo * 1000
      const record = {
        id_concorso: 1,
        id_domanda: 100_000 + p.posizione,
        livello_conoscenza: p.livello,
        data_eseguita: new Date(ms).toISOString(),
        preferiti: p.preferiti,
        modalita: ['ESEGUITA' as const],
      }
      value(await db.applyRemote({ id_concorso: 1, risposte: [record], cursore: 1, forzato: p.forzato }))
      return ultimo
    }
    case 'riapri':
      value(await db.close())
      value(await db.open({ id_utente: UTENTE }))
      return ultimo
    case 'riscarica':
      value(await db.deleteBanca({ id_concorso: 1, dallaLista: false }))
      value(await db.downloadBanca({ concorso: mondo.banca.concorso, at: at() }, () => {}))
      return ultimo
    case 'assegna':
      // Refused where there is an official key.
      await db.assignChiave({ ...target(p.posizione), risposta: p.risposta })
      return ultimo
    case 'aggiorna': {
      const altra = mondo.banca.domande.length === N ? await edizione() : await creaBanca({ n: N })
      mondo.platform.fetch = serve(altra)
      value(await db.downloadBanca({ concorso: altra.concorso, at: at() }, () => {}))
      mondo.banca = altra
      return ultimo
    }
  }
}

const tutte = async ({ db, banca }: Mondo): Promise<Domanda[]> =>
  value(await db.readDomande({ id_concorso: 1, id_domande: banca.domande.map((d) => d.id_domanda) }))

describe('after any history', () => {
  it('[CP1] [CP2] [CP3] [PG3] counters equal the aggregate over the full records', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(passo, { maxLength: 40 }), async (passi) => {
        const mondo = await apri({ n: N })
        let ultimo: string | null = null
        for (const p of passi) ultimo = await esegui(mondo, p, ultimo)
        const domande = await tutte(mondo)
        const [banca] = value(await mondo.db.listBanche())
        const { materie, totale } = value(await mondo.db.completamento({ id_concorso: 1 }))
        const conta = (lista: Domanda[], l: Livello) =>
          lista.filter((d) => d.statistica.livello_conoscenza === l).length
        for (const l of LIVELLI) {
          expect(banca!.per_livello[l]).toBe(conta(domande, l))
          expect(totale.per_livello[l]).toBe(conta(domande, l))
        }
        expect(banca!.preferiti).toBe(domande.filter((d) => d.statistica.preferiti === 1).length)
        expect(banca!.completamento).toBe(totale.percentuale)
        const seen = ({ statistica: s }: Domanda) => s.livello_conoscenza !== -99 || s.risposta_gettonata !== null
        expect(banca!.viste).toBe(domande.filter(seen).length)
        for (const row of [...materie, totale]) {
          const sue = row === totale ? domande : domande.filter((d) => d.id_materia === row.id_materia)
          const chiave = sue.filter((d) => d.statistica.has_risposta === 1)
          expect(row.totale).toBe(sue.length)
          expect(row.viste).toBe(sue.filter(seen).length)
          expect(row.assegnate).toBe(chiave.length)
          for (const l of LIVELLI) expect(row.per_livello[l]).toBe(conta(sue, l))
          const risposte = chiave.filter((d) => d.statistica.livello_conoscenza !== -99).length
          expect(row.percentuale).toBe(chiave.length === 0 ? 0 : Math.floor((100 * risposte) / chiave.length))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('[SY1] what waits is what the rule says, oldest first, and split by level change', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(passo, { maxLength: 30 }), async (passi) => {
        const mondo = await apri({ n: N })
        let ultimo: string | null = null
        for (const p of passi) ultimo = await esegui(mondo, p, ultimo)
        const waits = (await tutte(mondo)).map((d) => d.statistica).filter(needsSync)
        const batch = value(await mondo.db.listUnsynced({ id_concorso: 1, limite: 500 }))
        const [levels, others] = [batch?.con_livello ?? [], batch?.altre ?? []]
        // Those of questions that left the bank are sent too, and are not among its own.
        const own = new Set(mondo.banca.domande.map((d) => d.id_domanda))
        const ids = (lista: { id_domanda: number }[]) =>
          lista
            .map((r) => r.id_domanda)
            .filter((id) => own.has(id))
            .sort()
        expect(ids(levels)).toEqual(ids(waits.filter((s) => s.isLevelUpdated === 1)))
        expect(ids(others)).toEqual(ids(waits.filter((s) => s.isLevelUpdated === 0)))
        expect(value(await mondo.db.countUnsynced()).totale).toBe(levels.length + others.length)
        for (const parte of [levels, others]) {
          const istanti = parte.map((r) => Date.parse(r.data_eseguita))
          expect(istanti).toEqual([...istanti].sort((a, b) => a - b))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('[EX15] undo of an answer restores level, choice and counters', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(passo, { maxLength: 20 }),
        posizione,
        fc.integer({ min: 1, max: 2 }),
        async (passi, quale, r) => {
          const mondo = await apri({ n: N })
          let ultimo: string | null = null
          for (const other of passi) ultimo = await esegui(mondo, other, ultimo)
          const p = 1 + ((quale - 1) % mondo.banca.domande.length)
          const before = (await tutte(mondo))[p - 1]!.statistica
          const contate = value(await mondo.db.completamento({ id_concorso: 1 }))
          const { id_evento } = value(await rispondi(mondo, p, r))
          const after = value(
            await mondo.db.undo({ id_evento_annullato: id_evento, at: mondo.at(), id_evento: mondo.id() }),
          )
          for (const name of ['livello_conoscenza', 'risposta_gettonata', 'modalita', 'preferiti'] as const)
            expect(after[name]).toBe(before[name])
          expect(value(await mondo.db.completamento({ id_concorso: 1 }))).toEqual(contate)
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('filters', () => {
  let mondo: Mondo
  let domande: Domanda[]
  const corta = fc.constantFrom(
    'perche',
    'CITTÀ',
    "l'atto 3",
    'atto',
    '21-bis',
    'quesito 1',
    '"quesito 2:"',
    'zzz',
    'e',
    '  ',
  )
  const filtro: fc.Arbitrary<Filtro> = fc.record(
    {
      id_concorso: fc.constant(1),
      testo: fc.array(corta, { minLength: 1, maxLength: 3 }).map((t) => t.join(' ')),
      corrispondenza: fc.constantFrom('ANY' as const, 'ALL' as const),
      materie: fc.subarray([11, 12, 13]),
      livelli: fc.subarray([...LIVELLI]),
      soloPreferiti: fc.boolean(),
      conImmagine: fc.boolean(),
      conRisposta: fc.boolean(),
      ix_start: fc.integer({ min: 1, max: N }),
      ix_end: fc.integer({ min: 1, max: N }),
    },
    { requiredKeys: ['id_concorso'] },
  )

  beforeAll(async () => {
    mondo = await apri({ n: N })
    for (let p = 1; p <= N; p += 2) value(await rispondi(mondo, p, 1 + (p % 3 === 0 ? 1 : 0)))
    for (let p = 3; p <= N; p += 4)
      value(
        await mondo.db.setPreferiti({
          id_concorso: 1,
          id_domanda: 100_000 + p,
          preferiti: p % 3 !== 0,
          at: mondo.at(),
          id_evento: mondo.id(),
        }),
      )
    domande = await tutte(mondo)
  })

  /** The specification of a filter, question by question; `off` leaves one facet out. */
  function passa(d: Domanda, f: Filtro, off?: 'materie' | 'livelli' | 'preferiti' | 'immagine'): boolean {
    const { statistica: s } = d
    const immagine = d.immagine !== null
    return (
      matches(searchableText(d), parseQuery(f.testo ?? ''), f.corrispondenza ?? 'ALL') &&
      (f.ix_start === undefined || d.indice_uff >= f.ix_start) &&
      (f.ix_end === undefined || d.indice_uff <= f.ix_end) &&
      (f.conRisposta === undefined || (s.has_risposta === 1) === f.conRisposta) &&
      (off === 'materie' || !f.materie?.length || (d.id_materia !== null && f.materie.includes(d.id_materia))) &&
      (off === 'livelli' || !f.livelli?.length || f.livelli.includes(s.livello_conoscenza)) &&
      (off === 'preferiti' || !f.soloPreferiti || s.preferiti === 1) &&
      (off === 'immagine' || f.conImmagine === undefined || immagine === f.conImmagine)
    )
  }

  it('[VA11] [VA12] [VA13] select what a scan of the rows selects, in every order', async () => {
    await fc.assert(
      fc.asyncProperty(filtro, fc.integer(), async (f, seme) => {
        const waits = domande.filter((d) => passa(d, f))
        const select = async (ordine: 'UFFICIALE' | 'ALFABETICO' | 'CASUALE' | 'ESATTE') => {
          const { id_domande, posizioni } = value(await mondo.db.selectDomande({ filtro: f, ordine, seme }))
          expect([...posizioni]).toEqual([...id_domande].map((id) => id - 100_000))
          return [...id_domande]
        }
        const ids = waits.map((d) => d.id_domanda)
        expect(await select('UFFICIALE')).toEqual(ids)
        expect(await select('CASUALE')).toEqual([...permute(Int32Array.from(ids), seme)])
        const collator = new Intl.Collator('it')
        const alfabetico = [...waits].sort((a, b) => collator.compare(a.testo, b.testo) || a.indice_uff - b.indice_uff)
        expect(await select('ALFABETICO')).toEqual(alfabetico.map((d) => d.id_domanda))
        const rank = (d: Domanda) => {
          const { risposta_gettonata: given } = d.statistica
          return rankExact(given === null ? null : esitoRisposta(chiaveValida(d), given))
        }
        const esatte = [...waits].sort((a, b) => rank(a) - rank(b) || a.indice_uff - b.indice_uff)
        expect(await select('ESATTE')).toEqual(esatte.map((d) => d.id_domanda))
      }),
      { numRuns: 200 },
    )
  })

  it('count every facet with its own filter off and the others on', async () => {
    await fc.assert(
      fc.asyncProperty(filtro, async (f) => {
        const conteggi = value(await mondo.db.countDomande({ filtro: f }))
        expect(conteggi.totale).toBe(domande.filter((d) => passa(d, f)).length)
        const materie = domande.filter((d) => passa(d, f, 'materie'))
        for (const m of conteggi.per_materia)
          expect(m.n).toBe(materie.filter((d) => d.id_materia === m.id_materia).length)
        const livelli = domande.filter((d) => passa(d, f, 'livelli'))
        for (const l of LIVELLI)
          expect(conteggi.per_livello[l]).toBe(livelli.filter((d) => d.statistica.livello_conoscenza === l).length)
        const preferiti = domande.filter((d) => passa(d, f, 'preferiti') && d.statistica.preferiti === 1)
        expect(conteggi.preferiti).toBe(preferiti.length)
        const immagini = domande.filter((d) => passa(d, f, 'immagine') && d.immagine !== null)
        expect(conteggi.con_immagine).toBe(immagini.length)
      }),
      { numRuns: 200 },
    )
  })

  it('a page has at most 100 questions and refuses unknown ids', async () => {
    const ids = (n: number) => Array.from({ length: n }, () => 100_001)
    expect(codice(await mondo.db.readDomande({ id_concorso: 1, id_domande: ids(101) }))).toBe('INDEX_OUT_OF_BOUND')
    expect(codice(await mondo.db.readDomande({ id_concorso: 1, id_domande: [999] }))).toBe('DOMANDA_NON_TROVATA')
    const page = value(await mondo.db.readDomande({ id_concorso: 1, id_domande: [100_009, 100_002, 100_009] }))
    expect(page.map((d) => [d.id_domanda, d.risposte.length, d.materia])).toEqual([
      [100_009, 4, null],
      [100_002, 4, 'Logica'],
      [100_009, 4, null],
    ])
  })
})

describe('thousands of hits', () => {
  it('are cut by the range and counted', async () => {
    const mondo = await apri({ n: 2600 })
    const filtro = { id_concorso: 1, testo: 'quesito', ix_start: 2001 }
    const { posizioni } = value(await mondo.db.selectDomande({ filtro, ordine: 'UFFICIALE', seme: 1 }))
    expect([...posizioni]).toEqual(Array.from({ length: 600 }, (_, i) => 2001 + i))
    expect(value(await mondo.db.countDomande({ filtro })).totale).toBe(600)
    const few = { id_concorso: 1, testo: '"quesito 77:"' }
    expect([...value(await mondo.db.selectDomande({ filtro: few, ordine: 'UFFICIALE', seme: 1 })).posizioni]).toEqual([
      77,
    ])
  })
})
