import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TipoSeduta } from '#contract/database'
import type { RequestedStep } from '#contract/prova'
import { scoreProva } from '#rules/regolamento/punteggio'
import { readRegolamento } from '#rules/regolamento/read'
import type { Difficolta, WrittenRegolamento } from '#rules/regolamento/types'
import type { Modalita } from '#rules/statistica'
import { arrangeAnswers } from '#src/components/seduta/answer-order'
import { apri, type Mondo, nuovaSeduta, UTENTE, value } from '../mondo.ts'

/** Every kind of sitting that begins by itself, and the two that begin with their rules. */
const SEDUTE = ['ESERCITAZIONE', 'LETTA', 'ASCOLTATA', 'ASSEGNA_RISPOSTE'] as const
const PROVE = ['PROVA_PERSONALIZZATA', 'SIMULAZIONE'] as const
const N = 24

const seme = fc.integer({ min: 1, max: 2 ** 31 - 1 })
const place = fc.nat(N - 1)
const risposta = fc.integer({ min: 1, max: 5 })

type Inizio = { tipo: TipoSeduta; seme: number; mescola: boolean; ordine: 'UFFICIALE' | 'CASUALE' | 'ESATTE' }
const start = <T extends TipoSeduta>(tipi: readonly T[]): fc.Arbitrary<Inizio> =>
  fc.record({
    tipo: fc.constantFrom(...tipi),
    seme,
    mescola: fc.boolean(),
    ordine: fc.constantFrom('UFFICIALE' as const, 'CASUALE' as const, 'ESATTE' as const),
  })

/** What the person sees: at each place the question, and under each letter its text. */
async function vista({ db }: Mondo, id: string) {
  const seduta = value(await db.readSeduta({ id }))
  const domande = value(
    await db.readDomande({ id_concorso: [...seduta.id_concorsi], id_domande: [...seduta.id_domande] }),
  )
  return domande.map((d) => [
    d.id_domanda,
    ...arrangeAnswers(d, seduta).map((v) => `${v.letter} ${v.posizione} ${v.text}`),
  ])
}

async function riapri({ db }: Mondo): Promise<void> {
  value(await db.close())
  value(await db.open({ id_utente: UTENTE }))
}

const REGOLE: readonly WrittenRegolamento[] = [
  { punti: { tipo: 'fissi', corretta: 0.75, sbagliata: -0.25, omessa: 0 }, pausa: true },
  { base: 24, punti: { tipo: 'fissi', corretta: 0, sbagliata: -1, omessa: -0.8 }, correzioni: 'mai' },
  {
    base: 24_312,
    punti: { tipo: 'per_difficolta', corretta: [0, 0, 0], sbagliata: [-1013, -997, -991], omessa: [-1013, -997, -991] },
    navigazione: 'solo_avanti',
  },
  {
    sezioni: [
      { nome: 'Conoscenze', punti: { tipo: 'fissi', corretta: 1, sbagliata: -0.33, omessa: 0 }, sbarramento: 4 },
      { nome: 'Situazionali', punti: { tipo: 'per_risposta', omessa: 0 } },
    ],
    ammissione: { minimo: 6 },
    pausa: true,
  },
]

/** Starts any kind of sitting over the whole bank; a trial with the rules asked for. */
async function inizia(mondo: Mondo, i: Inizio, regole: WrittenRegolamento): Promise<void> {
  const nuova = nuovaSeduta({ ...i, id: 's', at: mondo.at() })
  if (!(PROVE as readonly string[]).includes(i.tipo)) return void value(await mondo.db.createSeduta(nuova))
  const { domande } = mondo.banca
  value(
    await mondo.db.createProva({
      ...nuova,
      scelte: Int32Array.from(domande, (d) => d.id_domanda),
      prova: {
        regole: { ...regole, durata: '01:00:00' },
        sezioni: domande.map((d) => (regole.sezioni && d.punti ? 1 : 0)),
        difficolta: domande.map((d) => d.difficolta ?? 0),
        tempo_aggiuntivo: 0,
        simulazione:
          i.tipo === 'SIMULAZIONE' ? { id_simulazione: 4, gettone: 'g', fine: '2026-11-21T20:00:00.000+01:00' } : null,
        sfida: null,
      },
    }),
  )
}

describe('letters and order of the answers', () => {
  const mossa = fc.record({
    tipo: fc.constantFrom('risposta', 'annulla', 'segno', 'apri', 'assegna', 'pausa', 'riapri', 'riscarica'),
    posto: place,
    risposta,
  })

  it('[EX13][D18] in a sitting of every kind are those of its beginning, whatever happens, and after its end', async () => {
    await fc.assert(
      fc.asyncProperty(start(SEDUTE), fc.array(mossa, { maxLength: 12 }), async (i, mosse) => {
        const mondo = await apri({ n: N })
        await inizia(mondo, i, {})
        const { db, at, id } = mondo
        const before = await vista(mondo, 's')
        let evento: string | null = null
        for (const m of mosse) {
          const dove = before[m.posto]?.[0] as number
          // What a kind of sitting does not allow is refused, and must change nothing either.
          if (m.tipo === 'risposta') {
            const modalita: Modalita = i.tipo === 'LETTA' || i.tipo === 'ASCOLTATA' ? i.tipo : 'ESEGUITA'
            const dato = { id_concorso: 1, id_domanda: dove, risposta: m.risposta, modalita, at: at() }
            const data = await db.answer({ ...dato, id_evento: id(), id_seduta: 's', indice: m.posto })
            if (data.ok) evento = data.value.id_evento
          } else if (m.tipo === 'annulla' && evento) {
            await db.undo({ id_evento_annullato: evento, at: at(), id_evento: id() })
            evento = null
          } else if (m.tipo === 'segno') await db.saveSegno({ id: 's', indice: m.posto, da_rivedere: true, escluse: 3 })
          else if (m.tipo === 'apri') await db.updateSeduta({ id: 's', indice: m.posto, at: at() })
          else if (m.tipo === 'assegna')
            await db.assignChiave({ id_concorso: 1, id_domanda: dove, risposta: m.risposta, at: at() })
          else if (m.tipo === 'pausa') {
            value(await db.updateSeduta({ id: 's', stato: 'in_pausa', at: at() }))
            value(await db.updateSeduta({ id: 's', stato: 'in_corso', at: at() }))
          } else if (m.tipo === 'riapri') await riapri(mondo)
          else if (m.tipo === 'riscarica') {
            value(await db.deleteBanca({ id_concorso: 1, dallaLista: false }))
            value(await db.downloadBanca({ concorso: mondo.banca.concorso, at: at() }, () => {}))
          }
        }
        expect(await vista(mondo, 's')).toEqual(before)
        value(await db.updateSeduta({ id: 's', stato: 'consegnata', at: at() }))
        await riapri(mondo)
        expect(await vista(mondo, 's')).toEqual(before)
      }),
      { numRuns: 25 },
    )
  })

  it('[EX9][EX10][EX11] every text has one letter, from A on; printed order when nothing is shuffled', async () => {
    await fc.assert(
      fc.asyncProperty(start(SEDUTE), async (i) => {
        const mondo = await apri({ n: N })
        await inizia(mondo, i, {})
        const stampate = new Map(mondo.banca.domande.map((d) => [d.id_domanda, d.risposte]))
        for (const [id, ...voci] of await vista(mondo, 's')) {
          const risposte = stampate.get(id as number) ?? []
          expect((voci as string[]).map((v) => v[0]).join('')).toBe('ABCDE'.slice(0, risposte.length))
          const testi = (voci as string[]).map((v) => v.slice(4))
          expect([...testi].sort()).toEqual([...risposte].sort())
          if (!i.mescola) expect(testi).toEqual(risposte)
        }
      }),
      { numRuns: 10 },
    )
  })
})

describe('any trial, any sequence of steps', () => {
  const passo: fc.Arbitrary<RequestedStep> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ tipo: fc.constant('segna' as const), indice: place, risposta }) },
    fc.record({ tipo: fc.constant('cancella' as const), indice: place }),
    fc.record({ tipo: fc.constant('rivedi' as const), indice: place, vero: fc.boolean() }),
    fc.record({ tipo: fc.constant('escludi' as const), indice: place, risposta, vero: fc.boolean() }),
    fc.record({ tipo: fc.constant('apri' as const), indice: place }),
    fc.constantFrom<RequestedStep>({ tipo: 'pausa' }, { tipo: 'riprendi' }),
  )
  const prova = fc.record({
    i: start(PROVE),
    regole: fc.constantFrom(...REGOLE),
    passi: fc.array(fc.tuple(passo, fc.boolean()), { maxLength: 40 }),
  })

  /** Runs the steps, some after a reload; answers the marks that were accepted. */
  async function svolgi(mondo: Mondo, passi: readonly (readonly [RequestedStep, boolean])[]) {
    const segni = new Map<number, number>()
    let ricariche = 0
    for (const [evento, ricarica] of passi) {
      if (ricarica && ricariche < 2) {
        ricariche++
        await riapri(mondo)
      }
      const esito = await mondo.db.stepProva({ id: 's', at: mondo.at(), evento })
      if (!esito.ok) continue
      if (evento.tipo === 'segna') segni.set(evento.indice, evento.risposta)
      if (evento.tipo === 'cancella') segni.delete(evento.indice)
    }
    return segni
  }

  it('[D23][D25] ends with the score of its accepted marks, counted from scratch; letters never move, marks keep theirs', async () => {
    await fc.assert(
      fc.asyncProperty(prova, async ({ i, regole, passi }) => {
        const mondo = await apri({ n: N })
        await inizia(mondo, i, regole)
        const before = await vista(mondo, 's')
        const segni = await svolgi(mondo, passi)
        const salvate = value(await mondo.db.readProva({ id: 's', at: mondo.at() })).voci
        expect(new Map(salvate.flatMap((v) => (v.risposta === null ? [] : [[v.indice, v.risposta]])))).toEqual(segni)
        const { consegna } = value(await mondo.db.deliverProva({ id: 's', at: mondo.at() }))
        const letto = readRegolamento(regole)
        if (!letto.ok) throw new Error('rules')
        const domande = mondo.banca.domande.map((d) => ({
          sezione: regole.sezioni && d.punti ? 1 : 0,
          corretta: d.corretta,
          punti: d.punti && [...d.punti],
          difficolta: (d.difficolta ?? null) as Difficolta | null,
        }))
        const dati = domande.map((_, k) => [segni.get(k) ?? []].flat())
        expect(consegna?.punteggio).toEqual(scoreProva(letto.regolamento, domande, dati))
        await riapri(mondo)
        // The review: same places, same letters, the mark under the letter that it had.
        expect(await vista(mondo, 's')).toEqual(before)
        const riviste = value(await mondo.db.readProva({ id: 's', at: mondo.at() }))
        expect(riviste.voci.filter((v) => v.risposta !== null).map((v) => [v.indice, v.risposta])).toEqual(
          [...segni].sort(([a], [b]) => a - b),
        )
        expect(riviste.consegna).toEqual(consegna)
      }),
      { numRuns: 25 },
    )
  })

  it('a mark made and taken back, a flag put and taken off, leave the score of the trial as it was', async () => {
    const libere = prova.filter(({ regole }) => regole.correzioni !== 'mai' && regole.navigazione !== 'solo_avanti')
    await fc.assert(
      fc.asyncProperty(libere, place, fc.integer({ min: 1, max: 2 }), async ({ i, regole, passi }, dove, quale) => {
        const punteggi = []
        for (const inPiu of [false, true]) {
          const mondo = await apri({ n: N })
          await inizia(mondo, i, regole)
          const segni = await svolgi(mondo, passi)
          const step = async (evento: RequestedStep) =>
            value(await mondo.db.stepProva({ id: 's', at: mondo.at(), evento }))
          if (value(await mondo.db.readProva({ id: 's', at: mondo.at() })).stato === 'in_pausa')
            await step({ tipo: 'riprendi' })
          if (inPiu) {
            const era = segni.get(dove)
            await step({ tipo: 'segna', indice: dove, risposta: quale })
            await step(
              era === undefined ? { tipo: 'cancella', indice: dove } : { tipo: 'segna', indice: dove, risposta: era },
            )
            await step({ tipo: 'rivedi', indice: dove, vero: true })
            await step({ tipo: 'rivedi', indice: dove, vero: false })
          }
          punteggi.push(value(await mondo.db.deliverProva({ id: 's', at: mondo.at() })).consegna?.punteggio)
        }
        expect(punteggi[1]).toEqual(punteggi[0])
      }),
      { numRuns: 12 },
    )
  })
})

describe('undo of do is nothing', () => {
  it('[EX15] in a sitting: an answer taken back leaves its places, its other answers, marks and levels', async () => {
    const date = fc.uniqueArray(place, { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(start(['ESERCITAZIONE']), date, fc.integer({ min: 1, max: 2 }), async (i, places, r) => {
        const mondo = await apri({ n: N })
        await inizia(mondo, i, {})
        const { db, at, id } = mondo
        const id_domande = value(await db.readSeduta({ id: 's' })).id_domande
        const give = async (indice: number) => {
          const dato = { id_concorso: 1, id_domanda: id_domande[indice] as number, risposta: r, at: at() }
          return value(await db.answer({ ...dato, modalita: 'ESEGUITA', id_evento: id(), id_seduta: 's', indice }))
        }
        const [ultimo, ...others] = places
        for (const p of others) await give(p)
        value(await db.saveSegno({ id: 's', indice: ultimo as number, da_rivedere: true, escluse: 1 }))
        const foto = async () => {
          const { risposte } = value(await db.readSeduta({ id: 's' }))
          const livelli = value(await db.readDomande({ id_concorso: 1, id_domande: [...id_domande] })).map(
            ({ statistica: s }) => [s.livello_conoscenza, s.risposta_gettonata, s.preferiti],
          )
          return { risposte, livelli, segni: value(await db.readSegni({ id: 's' })), vista: await vista(mondo, 's') }
        }
        const before = await foto()
        const { id_evento } = await give(ultimo as number)
        value(await db.undo({ id_evento_annullato: id_evento, at: at(), id_evento: id() }))
        expect(await foto()).toEqual(before)
      }),
      { numRuns: 15 },
    )
  })

  it('[D17] of a key given by hand: the question is as published, and so are the counts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(7, 14, 21), fc.integer({ min: 1, max: 2 }), async (posizione, r) => {
        const mondo = await apri({ n: N })
        const { db, at } = mondo
        await inizia(mondo, { tipo: 'ASSEGNA_RISPOSTE', seme: 1, mescola: false, ordine: 'UFFICIALE' }, {})
        const id_domanda = 100_000 + posizione
        const foto = async () => {
          const [d] = value(await db.readDomande({ id_concorso: 1, id_domande: [id_domanda] }))
          const { has_risposta, livello_conoscenza } = d?.statistica ?? {}
          const contate = value(await db.completamento({ id_concorso: 1 }))
          return [d?.corretta, d?.chiave, has_risposta, livello_conoscenza, contate]
        }
        const before = await foto()
        value(await db.assignChiave({ id_concorso: 1, id_domanda, risposta: r, at: at() }))
        expect(await foto()).not.toEqual(before)
        value(await db.assignChiave({ id_concorso: 1, id_domanda, risposta: null, at: at() }))
        expect(await foto()).toEqual(before)
      }),
      { numRuns: 6 },
    )
  })

  it('[D22] reading and listening move no level and give no outcome', async () => {
    for (const tipo of ['LETTA', 'ASCOLTATA'] as const) {
      const mondo = await apri({ n: N })
      const { db, at, id } = mondo
      await inizia(mondo, { tipo, seme: 3, mescola: false, ordine: 'UFFICIALE' }, {})
      const before = value(await db.completamento({ id_concorso: 1 }))
      for (let indice = 0; indice < 6; indice++) {
        const dato = { id_concorso: 1, id_domanda: 100_001 + indice, risposta: 1, modalita: tipo, at: at() }
        value(await db.answer({ ...dato, id_evento: id(), id_seduta: 's', indice }))
      }
      expect(value(await db.completamento({ id_concorso: 1 }))).toEqual(before)
      expect(value(await db.readSeduta({ id: 's' })).risposte).toEqual([])
    }
  })
})
