import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database, Domanda, FacetCounts, FiltroRicerca, Ordine, SearchHits } from '#contract/database'
import type { NumberedDomanda } from '#contract/domanda'
import { CHIAVI, STATI } from '#rules/domanda'
import { chiaveValida, esitoRisposta } from '#rules/esito'
import { STATI_RISPOSTA, type StatoRisposta } from '#rules/filtro'
import { LIVELLI } from '#rules/livello'
import { weaveSubjects } from '#rules/oggi'
import { nodiOf } from '#rules/percorso'
import { permuteN, rankExact } from '#rules/shuffle'
import { matches, parseQuery, searchableText, stripHtml } from '#rules/text'
import { memoryPlatform } from '#tests/workers/memory'
import type { FAILS } from '#workers/ricerca/facet-mask'
import { createDatabase } from '#workers/store/database'
import { type BancaDiProva, codice, creaBanca, orologio, serve, UTENTE, type Variante, value } from '../mondo.ts'

const ORDINI: readonly Ordine[] = ['UFFICIALE', 'MATERIE', 'CASUALE', 'ALFABETICO', 'ESATTE']

/** A store with several banks downloaded, in this order. */
async function apriBanche(varianti: readonly Variante[]) {
  const banche: BancaDiProva[] = []
  for (const variante of varianti) banche.push(await creaBanca(variante))
  const others: BancaDiProva[] = []
  const platform = memoryPlatform({ fetch: (address, init) => serve(...banche, ...others)(address, init) })
  const db = createDatabase(platform)
  const at = orologio()
  let n = 0
  value(await db.open({ id_utente: UTENTE }))
  const scarica = async ({ concorso }: BancaDiProva) => value(await db.downloadBanca({ concorso, at: at() }, () => {}))
  for (const banca of banche) await scarica(banca)
  return { db, banche, altre: others, at, scarica, id: () => `evento-${String(++n).padStart(6, '0')}` }
}

/** Every question of these banks as the page shows it, bank by bank. */
async function leggi(db: Database, banche: readonly BancaDiProva[]): Promise<Domanda[]> {
  const tutte: Domanda[] = []
  for (const { id_concorso, domande } of banche)
    for (let da = 0; da < domande.length; da += 100) {
      const id_domande = domande.slice(da, da + 100).map((d) => d.id_domanda)
      tutte.push(...value(await db.readDomande({ id_concorso, id_domande })))
    }
  return tutte
}

type Faccetta = keyof typeof FAILS
const nodiDi = (d: Domanda) => d.argomenti.map(nodiOf)
const argomentiDi = (d: Domanda) => new Set(nodiDi(d).map((nodi) => nodi.at(-1)))

const rispostaDi = (d: Domanda): StatoRisposta =>
  d.statistica.risposta_gettonata === null ? 'mai' : esitoRisposta(chiaveValida(d), d.statistica.risposta_gettonata)
const chiaveDi = (d: Domanda) => (d.chiave === 'assente' && d.statistica.has_risposta === 1 ? 'utente' : d.chiave)

const normali = new WeakMap<Domanda, string>()
function testoDella(d: Domanda): string {
  const testo = normali.get(d) ?? searchableText(d)
  normali.set(d, testo)
  return testo
}

/** The specification of a search, question by question; `off` leaves one filter out. */
function passa(d: Domanda, f: FiltroRicerca, off?: Faccetta): boolean {
  const in_ = <T>(name: Faccetta, lista: readonly T[] | undefined, v: T) =>
    off === name || !lista?.length || lista.includes(v)
  const is = (name: Faccetta, voluto: boolean | undefined, v: boolean) =>
    off === name || voluto === undefined || voluto === v
  return (
    matches(testoDella(d), parseQuery(f.testo ?? ''), f.corrispondenza ?? 'ALL') &&
    (f.ix_start === undefined || d.indice_uff >= f.ix_start) &&
    (f.ix_end === undefined || d.indice_uff <= f.ix_end) &&
    in_('concorsi', f.concorsi, d.id_concorso) &&
    in_('materie', f.materie, d.id_materia ?? 0) &&
    in_('livelli', f.livelli, d.statistica.livello_conoscenza) &&
    is('soloPreferiti', f.soloPreferiti || undefined, d.statistica.preferiti === 1) &&
    is('conImmagine', f.conImmagine, d.immagine !== null) &&
    is('conRisposta', f.conRisposta, d.statistica.has_risposta === 1) &&
    in_('risposte', f.risposte, rispostaDi(d)) &&
    in_('chiavi', f.chiavi, chiaveDi(d)) &&
    in_('stati', f.stati, d.stato) &&
    in_('difficolta', f.difficolta, d.difficolta ?? 0) &&
    (off === 'argomenti' || !f.argomenti?.length || nodiDi(d).some((n) => n.some((id) => f.argomenti?.includes(id))))
  )
}

/** Live counts. */
function conta(domande: readonly Domanda[], f: FiltroRicerca, banche: readonly BancaDiProva[]): FacetCounts {
  const quante = (off: Faccetta | undefined, is: (d: Domanda) => boolean) =>
    domande.filter((d) => passa(d, f, off) && is(d)).length
  const per = <T extends string | number>(off: Faccetta, values: readonly T[], di: (d: Domanda) => T) =>
    Object.fromEntries(values.map((v) => [v, quante(off, (d) => di(d) === v)])) as Record<T, number>
  const scelte = banche.filter((b) => !f.concorsi?.length || f.concorsi.includes(b.id_concorso))
  return {
    totale: quante(undefined, () => true),
    per_concorso: banche.map(({ id_concorso, concorso }) => ({
      id_concorso,
      concorso: concorso.concorso,
      n: quante('concorsi', (d) => d.id_concorso === id_concorso),
    })),
    per_materia: scelte.flatMap(({ id_concorso }) =>
      [11, 12, 13, 0].map((id_materia) => ({
        id_concorso,
        id_materia,
        materia: ['Diritto', 'Informatica', 'Logica'][id_materia - 11] ?? '',
        n: quante('materie', (d) => d.id_concorso === id_concorso && (d.id_materia ?? 0) === id_materia),
      })),
    ),
    per_livello: per('livelli', LIVELLI, (d) => d.statistica.livello_conoscenza),
    preferiti: quante('soloPreferiti', (d) => d.statistica.preferiti === 1),
    con_immagine: quante('conImmagine', (d) => d.immagine !== null),
    senza_immagine: quante('conImmagine', (d) => d.immagine === null),
    con_risposta: quante('conRisposta', (d) => d.statistica.has_risposta === 1),
    senza_risposta: quante('conRisposta', (d) => d.statistica.has_risposta === 0),
    per_risposta: per('risposte', STATI_RISPOSTA, rispostaDi),
    per_chiave: per('chiavi', CHIAVI, chiaveDi),
    per_stato: per('stati', STATI, (d) => d.stato),
    per_argomento: [2, 7]
      .map((id) => ({ id_sotto_percorso: id, n: quante('argomenti', (d) => argomentiDi(d).has(id)) }))
      .filter(({ n }) => n > 0),
  }
}

const testoDi = (d: Domanda) => (d.html ? stripHtml(d.testo) : d.testo)
/** The hits in their order by its specification; `domande` come bank by bank in the order of the list. */
function ordina(domande: readonly Domanda[], f: FiltroRicerca, ordine: Ordine, seme: number): Domanda[] {
  const scelte = f.concorsi?.length ? [...new Set(f.concorsi)] : [...new Set(domande.map((d) => d.id_concorso))]
  const ufficiale = scelte.flatMap((id) => domande.filter((d) => d.id_concorso === id && passa(d, f)))
  if (ordine === 'UFFICIALE') return ufficiale
  if (ordine === 'MATERIE') {
    const of = (d: Domanda) => scelte.indexOf(d.id_concorso) * 1000 + Math.abs(d.id_materia ?? 999)
    return [...weaveSubjects(ufficiale.map(of))].map((i) => ufficiale[i]!)
  }
  if (ordine === 'CASUALE') {
    const perId = [...ufficiale].sort((a, b) => a.id_concorso - b.id_concorso || a.indice_uff - b.indice_uff)
    return [...permuteN(perId.length, seme)].map((i) => perId[i]!)
  }
  if (ordine === 'ESATTE') {
    const place = (d: Domanda) => rankExact(rispostaDi(d) === 'mai' ? null : (rispostaDi(d) as 'errata'))
    return [...ufficiale].sort((a, b) => place(a) - place(b))
  }
  const collator = new Intl.Collator('it')
  return [...ufficiale].sort(
    (a, b) =>
      collator.compare(testoDi(a).trim(), testoDi(b).trim()) ||
      a.id_concorso - b.id_concorso ||
      a.indice_uff - b.indice_uff,
  )
}

const coppie = ({ id_domande, id_concorsi, posizioni }: SearchHits) =>
  [...id_domande].map((id, i) => [id_concorsi[i], id, posizioni[i]])

function varia(d: NumberedDomanda): NumberedDomanda {
  const p = d.posizione
  const strani = [
    'Perche\u0301 “sì”',
    'аttо СОМUNЕ',
    'm<sup>2</sup> &amp; <b>g</b>rande',
    '\ud83d\ude00 ½ ﬁne',
    '\ud800x İ Σ',
  ]
  const strano = p % 4 === 0 ? strani[(p / 4) % strani.length] : null
  return {
    ...d,
    testo: strano ?? d.testo,
    html: strano?.includes('<') ?? false,
    chiave: d.chiave === 'assente' ? 'assente' : p % 11 === 0 ? 'redazione' : d.chiave,
    stato: p % 13 === 0 ? 'annullata' : p % 8 === 0 ? 'contestata' : 'valida',
  }
}

describe('search over several banks', () => {
  const N = 36
  let mondo: Awaited<ReturnType<typeof apriBanche>>
  let domande: Domanda[]
  /** Banks in the order of the list: none was ever used, so by name. */
  let banche: BancaDiProva[]

  const pezzo = fc.constantFrom(
    ...["l'atto 3", 'perche', 'CITTÀ', 'atto', 'comune', '21-bis', 'quesito 1', '"quesito 2:"', '"art. 21"', 'zzz'],
    ...['m2', 'grande', 'b', '½', 'fine', 'x', '😀', '“sì”', 'σ', '"l’atto"', '?', '  ', 'e'],
  )
  const filtro: fc.Arbitrary<FiltroRicerca> = fc.record(
    {
      concorsi: fc.array(fc.constantFrom(1, 2, 3, 99), { maxLength: 3 }),
      testo: fc.array(pezzo, { minLength: 1, maxLength: 3 }).map((t) => t.join(' ')),
      corrispondenza: fc.constantFrom('ANY' as const, 'ALL' as const),
      materie: fc.subarray([11, 12, 13, 0]),
      livelli: fc.subarray([...LIVELLI]),
      soloPreferiti: fc.boolean(),
      conImmagine: fc.boolean(),
      conRisposta: fc.boolean(),
      risposte: fc.subarray([...STATI_RISPOSTA]),
      chiavi: fc.subarray([...CHIAVI]),
      stati: fc.subarray([...STATI]),
      difficolta: fc.subarray([0, 1, 2, 3]),
      argomenti: fc.subarray([1, 2, 3, 7, 9]),
      ix_start: fc.integer({ min: -1, max: N + 2 }),
      ix_end: fc.integer({ min: -1, max: N + 2 }),
    },
    { requiredKeys: [] },
  )

  beforeAll(async () => {
    mondo = await apriBanche([1, 2, 3].map((id_concorso) => ({ id_concorso, n: N, cambia: varia })))
    const { db, at, id } = mondo
    banche = mondo.banche
    for (const { id_concorso } of banche)
      for (let p = id_concorso; p <= N; p++) {
        const cosa = { id_concorso, id_domanda: id_concorso * 100_000 + p, at: at(), id_evento: id() }
        if (p % 7 === 0 && p % 5 !== 0 && p % 2 === 0)
          value(await db.assignChiave({ id_concorso, id_domanda: cosa.id_domanda, risposta: 1, at: at() }))
        if (p % 2 === 0 || p % 7 === 0)
          value(
            await db.answer({
              ...cosa,
              risposta: 1 + (p % 3 === 0 ? 1 : 0),
              modalita: 'ESEGUITA',
              id_seduta: null,
              indice: null,
            }),
          )
        if (p % 5 === 0) value(await db.setPreferiti({ ...cosa, preferiti: p % 3 !== 0, id_evento: id() }))
        if (p % 9 === 0) value(await db.setLivello({ ...cosa, livello: 0, id_evento: id() }))
      }
    domande = await leggi(db, banche)
  })

  it('the world has every value of every filter', () => {
    const values = (di: (d: Domanda) => unknown) => new Set(domande.map(di))
    expect(values(rispostaDi)).toEqual(new Set(STATI_RISPOSTA))
    expect(values(chiaveDi)).toEqual(new Set(CHIAVI))
    expect(values((d) => d.stato)).toEqual(new Set(STATI))
    expect(values((d) => d.statistica.livello_conoscenza).size).toBeGreaterThan(3)
    expect(values((d) => d.statistica.has_risposta)).toEqual(new Set([0, 1]))
  })

  it('[VA11] [CO14] finds what a scan of every question finds, in every order', async () => {
    await fc.assert(
      fc.asyncProperty(filtro, fc.constantFrom(...ORDINI), fc.integer(), async (f, ordine, seme) => {
        const trovate = value(await mondo.db.searchDomande({ filtro: f, ordine, seme }))
        const waits = ordina(domande, f, ordine, seme)
        expect(coppie(trovate)).toEqual(waits.map((d) => [d.id_concorso, d.id_domanda, d.indice_uff]))
      }),
      { numRuns: 500 },
    )
  })

  it('counts every value of every filter with its own filter off and the others on', async () => {
    await fc.assert(
      fc.asyncProperty(filtro, async (f) => {
        expect(value(await mondo.db.countRicerca({ filtro: f }))).toEqual(conta(domande, f, banche))
      }),
      { numRuns: 200 },
    )
  })

  it('one bank found alone is that bank found among the others', async () => {
    await fc.assert(
      fc.asyncProperty(
        filtro,
        fc.constantFrom(...ORDINI),
        fc.integer(),
        async ({ concorsi: _, ...f }, ordine, seme) => {
          const sola = value(await mondo.db.selectDomande({ filtro: { ...f, id_concorso: 2 }, ordine, seme }))
          const { id_domande, posizioni } = value(
            await mondo.db.searchDomande({ filtro: { ...f, concorsi: [2] }, ordine, seme }),
          )
          expect(sola).toEqual({ id_domande, posizioni })
        },
      ),
      { numRuns: 100 },
    )
  })

  it('chance is the same after a restart and whatever bank was used last', async () => {
    const cerca = async () =>
      coppie(value(await mondo.db.searchDomande({ filtro: { testo: 'atto' }, ordine: 'CASUALE', seme: 7 })))
    const before = await cerca()
    value(await mondo.db.selectBanca({ id_concorso: 3, at: mondo.at() }))
    expect(await cerca()).toEqual(before)
    value(await mondo.db.close())
    value(await mondo.db.open({ id_utente: UTENTE }))
    expect(await cerca()).toEqual(before)
  })
})

describe('a search after a write', () => {
  it('sees it, whoever wrote', async () => {
    const { db, banche, at, id } = await apriBanche(
      [1, 2].map((id_concorso) => ({ id_concorso, n: 16, cambia: varia })),
    )
    const passo = fc.record({
      tipo: fc.constantFrom('risposta', 'annulla', 'preferiti', 'livello', 'assegna', 'remota', 'riapri'),
      id_concorso: fc.constantFrom(1, 2),
      posizione: fc.integer({ min: 1, max: 16 }),
      due: fc.boolean(),
    })
    let ultimo: string | null = null
    await fc.assert(
      fc.asyncProperty(fc.array(passo, { minLength: 1, maxLength: 6 }), async (passi) => {
        for (const { tipo, id_concorso, posizione, due } of passi) {
          const cosa = { id_concorso, id_domanda: id_concorso * 100_000 + posizione, at: at(), id_evento: id() }
          const risposta = due ? 2 : 1
          if (tipo === 'risposta') {
            const other = { modalita: 'ESEGUITA' as const, id_seduta: null, indice: null }
            ultimo = value(await db.answer({ ...cosa, ...other, risposta })).id_evento
          }
          if (tipo === 'annulla' && ultimo) await db.undo({ id_evento_annullato: ultimo, at: at(), id_evento: id() })
          if (tipo === 'preferiti') value(await db.setPreferiti({ ...cosa, preferiti: due }))
          if (tipo === 'livello') value(await db.setLivello({ ...cosa, livello: due ? 1 : -2 }))
          if (tipo === 'assegna') await db.assignChiave({ ...cosa, risposta: due ? 1 : null })
          if (tipo === 'remota') {
            const record = {
              livello_conoscenza: 0 as const,
              data_eseguita: at(),
              preferiti: due,
              modalita: ['ESEGUITA' as const],
            }
            const risposte = [{ id_concorso, id_domanda: cosa.id_domanda, ...record }]
            value(await db.applyRemote({ id_concorso, risposte, cursore: 1, forzato: due }))
          }
          if (tipo === 'riapri') {
            value(await db.close())
            value(await db.open({ id_utente: UTENTE }))
          }
          const domande = await leggi(db, banche)
          expect(value(await db.countRicerca({ filtro: {} }))).toEqual(conta(domande, {}, banche))
          const wrong = { risposte: ['errata' as const] }
          const trovate = value(await db.searchDomande({ filtro: wrong, ordine: 'UFFICIALE', seme: 1 }))
          expect([...trovate.id_domande]).toEqual(ordina(domande, wrong, 'UFFICIALE', 1).map((d) => d.id_domanda))
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('banks that come and go', () => {
  it('twelve banks at once, more than can be attached', async () => {
    const ids = Array.from({ length: 12 }, (_, i) => i + 1)
    const { db, banche } = await apriBanche(ids.map((id_concorso) => ({ id_concorso, n: 20 })))
    const domande = await leggi(db, banche)
    for (const testo of ['', 'decreto', '"art. 21-bis"', 'quesito atto'])
      for (const ordine of ORDINI) {
        const filtro = { testo, concorsi: ids }
        const trovate = value(await db.searchDomande({ filtro, ordine, seme: 5 }))
        expect(coppie(trovate)).toEqual(
          ordina(domande, filtro, ordine, 5).map((d) => [d.id_concorso, d.id_domanda, d.indice_uff]),
        )
      }
    const { per_concorso, totale } = value(
      await db.countRicerca({ filtro: { testo: '"art. 21-bis"', concorsi: [3, 12] } }),
    )
    expect(per_concorso.map((b) => b.n)).toEqual(ids.map(() => 20))
    expect(totale).toBe(40)
    const id_concorsi = ids.flatMap((id) => [id, id])
    const id_domande = ids.flatMap((id) => [id * 100_000 + 3, id * 100_000 + 1])
    const page = value(await db.readDomande({ id_concorso: id_concorsi, id_domande }))
    expect(page.map((d) => [d.id_concorso, d.id_domanda])).toEqual(id_concorsi.map((id, i) => [id, id_domande[i]]))
  })

  it('a bank deleted in the middle is in no later hit; one updated is found by its new text', async () => {
    const { db, banche, altre, scarica } = await apriBanche([1, 2].map((id_concorso) => ({ id_concorso, n: 12 })))
    const cerca = async (filtro: FiltroRicerca) => [
      ...value(await db.searchDomande({ filtro, ordine: 'ALFABETICO', seme: 1 })).id_concorsi,
    ]
    expect(new Set(await cerca({ testo: 'quesito' }))).toEqual(new Set([1, 2]))
    value(await db.deleteBanca({ id_concorso: 2, dallaLista: false }))
    const stale = await db.readDomande({ id_concorso: [1, 2], id_domande: [100_001, 200_001] })
    expect(codice(stale)).toBe('CONCORSO_NOT_INITIALIZED')
    expect(new Set(await cerca({ testo: 'quesito' }))).toEqual(new Set([1]))
    expect(await cerca({ concorsi: [2] })).toEqual([])
    expect(value(await db.countRicerca({ filtro: {} })).per_concorso.map((b) => b.id_concorso)).toEqual([1])
    expect(codice(await db.countDomande({ filtro: { id_concorso: 2 } }))).toBe('CONCORSO_NOT_INITIALIZED')
    const nuova = await creaBanca({
      id_concorso: 1,
      n: 9,
      cambia: (d) => ({ ...d, testo: `rinnovata ${d.posizione}` }),
    })
    altre.push(nuova)
    await scarica(nuova)
    expect(await cerca({ testo: 'rinnovata' })).toEqual(Array.from({ length: 9 }, () => 1))
    expect(await cerca({ testo: 'decreto' })).toEqual([])
    await scarica(banche[1]!)
    expect(await cerca({ testo: 'quesito' })).toEqual(Array.from({ length: 12 }, () => 2))
  })

  it('no bank at all finds nothing', async () => {
    const { db } = await apriBanche([])
    expect(value(await db.searchDomande({ filtro: {}, ordine: 'ALFABETICO', seme: 1 })).id_domande).toHaveLength(0)
    const { totale, per_concorso, per_materia } = value(await db.countRicerca({ filtro: {} }))
    expect({ totale, per_concorso, per_materia }).toEqual({ totale: 0, per_concorso: [], per_materia: [] })
  })

  it('a page of several banks needs a bank for each question', async () => {
    const { db } = await apriBanche([{ id_concorso: 1, n: 12 }])
    const page = await db.readDomande({ id_concorso: [1], id_domande: [100_001, 100_002] })
    expect(codice(page)).toBe('RICHIESTA_NON_VALIDA')
  })
})
