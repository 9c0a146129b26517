import { describe, expect, it } from 'vitest'
import { importBank } from '#importers/import-bank'
import { PROPRIE_FROM } from '#rules/raccolta'
import { memoryPlatform } from '#tests/workers/memory'
import { createOwnBankReader } from '#workers/proprie/reader'
import { createDatabase } from '#workers/store/database'
import { PNG } from '../../importers/pictures.ts'
import { codice, creaBanca, orologio, serve, UTENTE, value } from '../mondo.ts'

const CSV = [
  'Numero;Domanda;A;B;C;Esatta;Materia;Nota',
  '1;Che cos’è un decreto?;Un atto;Un fiore;Un mese;A;Diritto;x',
  '2;Che cos’è un byte?;Un re;Otto bit;Un albero;B;Informatica;y',
  '3;Quanto fa due più due?;Tre;Cinque;Quattro;C;Logica;z',
].join('\n')

const fileOf = (text: string) => new Blob([text])
const JSON_WITH_WHY = JSON.stringify([
  { domanda: 'Primo?', risposte: ['sì', 'no'], corretta: 'A', spiegazione: 'Perché sì.' },
  { domanda: 'Secondo?', risposte: ['forse', 'mai'], corretta: 'B' },
])

const answerTo = (id_concorso: number, id_domanda: number, at: string) => ({
  id_concorso,
  id_domanda,
  risposta: 2,
  modalita: 'ESEGUITA' as const,
  at,
  id_evento: `e${id_domanda}`,
  id_seduta: null,
  indice: null,
})

async function openStore() {
  const platform = memoryPlatform({ fetch: serve(await creaBanca()) })
  const db = createDatabase(platform)
  value(await db.open({ id_utente: UTENTE }))
  const at = orologio()
  const reader = createOwnBankReader()
  const keep = async (text: string, concorso = 'La mia') => {
    value(await reader.read({ file: fileOf(text), nome: 'mia.csv', scelte: {} }))
    const id_concorso = value(await db.nextPropria())
    const built = value(await reader.build({ id_concorso, concorso }))
    return { built, banca: value(await db.installPropria({ ...built, ente: 'Da un file tuo', at: at() })) }
  }
  return { db, at, reader, keep }
}

describe('reading a file of the person’s own', () => {
  it('shows the first questions, the columns and those that were not used', async () => {
    const reading = value(await createOwnBankReader().read({ file: fileOf(CSV), nome: 'a.csv', scelte: {} }))
    expect(reading).toMatchObject({ domande: 3, senza_chiave: 0, non_usate: ['Nota'], base: null })
    expect(reading.esempi?.map(({ corretta }) => corretta)).toEqual([1, 2, 3])
    expect(reading.colonne).toContainEqual({ ruolo: 'chiave', nome: 'Esatta' })
  })

  it('reads again with the columns that the person says', async () => {
    const csv = 'uno;due;tre;quattro\nChe cosa?;bene;male;bene\nDove mai?;qui;là;là\nE quando?;oggi;ieri;oggi'
    const colonne = { domanda: 'uno', A: 'due', B: 'tre', chiave: 'quattro' }
    const reading = value(await createOwnBankReader().read({ file: fileOf(csv), nome: 'a.csv', scelte: { colonne } }))
    expect(reading.esempi?.map(({ corretta }) => corretta)).toEqual([1, 2, 1])
  })

  it('tells where it is, step by step', async () => {
    const steps: unknown[] = []
    value(
      await createOwnBankReader().read({ file: fileOf(CSV), nome: 'a.csv', scelte: {} }, (step) => steps.push(step)),
    )
    expect(steps).toEqual([{ passo: 'apertura' }, { passo: 'ricerca' }, { passo: 'controllo', domande: 3 }])
  })

  it('a base that is not clear is told and can be chosen', async () => {
    const csv = 'Domanda;A;B;C;Esatta\nChe cosa è?;a1;b1;c1;1\nDove si va?;a2;b2;c2;2\nE quando?;a3;b3;c3;1'
    const reader = createOwnBankReader()
    const first = value(await reader.read({ file: fileOf(csv), nome: 'a.csv', scelte: {} }))
    expect(first.base).toBe(1)
    const again = value(await reader.read({ file: fileOf(csv), nome: 'a.csv', scelte: { base: 0 } }))
    expect(again.esempi?.map(({ corretta }) => corretta)).toEqual([2, 3, 2])
  })

  it('a bank without keys offers the letter that is right everywhere', async () => {
    const csv = 'Domanda;A;B;C\nChe cosa è?;a1;b1;c1\nDove si va?;a2;b2;c2\nE quando?;a3;b3;c3'
    const reader = createOwnBankReader()
    expect(value(await reader.read({ file: fileOf(csv), nome: 'a.csv', scelte: {} })).regola).toBe('A')
    const again = value(await reader.read({ file: fileOf(csv), nome: 'a.csv', scelte: { esatta: 'A' } }))
    expect(again).toMatchObject({ regola: null, senza_chiave: 0 })
    expect(again.esempi?.map(({ corretta }) => corretta)).toEqual([1, 1, 1])
  })

  it('a file that is no bank is refused in words without options of a command', async () => {
    const reader = createOwnBankReader()
    const refused = await reader.read({ file: fileOf('SQLite format 3\0'), nome: 'a.db', scelte: {} })
    expect(codice(refused)).toBe('FILE_RIFIUTATO')
    const none = await reader.read({ file: fileOf('x;y;z\nuno;due;tre\nab;cd;ef\n'), nome: 'a.csv', scelte: {} })
    expect(none).toMatchObject({ ok: false, error: { codice: 'FILE_RIFIUTATO' } })
    for (const r of [refused, none]) expect(r.ok || String(r.error.dati?.motivo)).not.toMatch(/--|^$|undefined/)
    expect(codice(await reader.build({ id_concorso: PROPRIE_FROM, concorso: 'x' }))).not.toBe('ok')
  })
})

describe('a bank of the person’s own in the store', () => {
  it('is listed, searched and practised like the others, and nothing of it waits for the server', async () => {
    const { db, at, keep } = await openStore()
    const { banca } = await keep(CSV)
    expect(banca).toMatchObject({ id_concorso: PROPRIE_FROM, concorso: 'La mia', stato: 1, n_domande: 3 })
    const found = value(await db.countRicerca({ filtro: { concorsi: [PROPRIE_FROM], testo: 'byte' } as never }))
    expect(found.totale).toBe(1)
    const id_domanda = PROPRIE_FROM + 2
    value(await db.answer(answerTo(PROPRIE_FROM, id_domanda, at())))
    expect(value(await db.countUnsynced()).totale).toBe(0)
    expect(value(await db.listUnsynced({ id_concorso: null, limite: 10 }))).toBeNull()
    const [domanda] = value(await db.readDomande({ id_concorso: PROPRIE_FROM, id_domande: [id_domanda] }))
    expect(domanda).toMatchObject({ corretta: 2, materia: 'Informatica', statistica: { risposta_gettonata: 2 } })
  })

  it('a second bank takes numbers of its own, those of a deleted one are not used again, answered or not', async () => {
    const { db, at, keep } = await openStore()
    const { banca: first } = await keep(CSV)
    const { banca: second } = await keep(CSV, 'Altra')
    expect(second.id_concorso).toBe(first.id_concorso + 4)
    const id_domanda = second.id_concorso + 3
    value(await db.answer(answerTo(second.id_concorso, id_domanda, at())))
    value(await db.deleteBanca({ id_concorso: second.id_concorso, dallaLista: true }))
    expect(value(await db.listBanche()).map((b) => b.id_concorso)).not.toContain(second.id_concorso)
    expect(value(await db.nextPropria())).toBe(id_domanda + 1)
    const { banca: third } = await keep(CSV, 'Terza')
    value(await db.deleteBanca({ id_concorso: third.id_concorso, dallaLista: true }))
    expect(value(await db.nextPropria())).toBe(third.id_concorso + 4)
  })

  it('deleted, leaves no explanation behind, and those of the others where they are', async () => {
    const { db, keep } = await openStore()
    const { banca } = await keep(JSON_WITH_WHY)
    const { banca: other } = await keep(JSON_WITH_WHY, 'Un’altra')
    const whyOf = async (id: number) => value(await db.readSpiegazione({ id_domanda: id + 1 }))?.spiegazione
    expect(await whyOf(banca.id_concorso)).toBe('Perché sì.')
    value(await db.deleteBanca({ id_concorso: banca.id_concorso, dallaLista: true }))
    expect([await whyOf(banca.id_concorso), await whyOf(other.id_concorso)]).toEqual([undefined, 'Perché sì.'])
    expect(value(await db.listBanche()).map((b) => b.id_concorso)).not.toContain(banca.id_concorso)
  })

  it('the same again is the bank that is here; another in its place, a server’s number and broken bytes are refused', async () => {
    const { db, at, keep } = await openStore()
    const { built } = await keep(CSV)
    const given = { ...built, ente: '', at: at() }
    expect(codice(await db.installPropria(given))).toBe('ok')
    const of = (id_concorso: number, versione = 'b'.repeat(64)) => ({
      ...given,
      manifest: { ...built.manifest, id_concorso, versione },
    })
    expect(codice(await db.installPropria(of(PROPRIE_FROM)))).toBe('RICHIESTA_NON_VALIDA')
    expect(codice(await db.installPropria(of(12)))).toBe('RICHIESTA_NON_VALIDA')
    const bytes = built.bytes.slice()
    bytes[5_000] = (bytes[5_000] ?? 0) ^ 1
    expect(codice(await db.installPropria({ ...of(PROPRIE_FROM + 100), bytes }))).toBe('PACCHETTO_CORROTTO')
    expect(value(await db.listBanche())).toHaveLength(1)
  })

  it('its copy reads back equal, explanations with it; a bank of the server has none', async () => {
    const { db, reader, keep } = await openStore()
    const { banca } = await keep(JSON_WITH_WHY)
    const spiegazione = value(await db.readSpiegazione({ id_domanda: banca.id_concorso + 1 }))
    expect(spiegazione?.spiegazione).toBe('Perché sì.')
    const copy = value(await db.copyPropria({ id_concorso: banca.id_concorso }))
    const again = value(await reader.read({ file: fileOf(JSON.stringify(copy)), nome: 'c.json', scelte: {} }))
    expect(again.esempi?.map(({ testo, risposte, corretta }) => ({ testo, risposte, corretta }))).toEqual([
      { testo: 'Primo?', risposte: ['sì', 'no'], corretta: 1 },
      { testo: 'Secondo?', risposte: ['forse', 'mai'], corretta: 2 },
    ])
    expect(codice(await db.copyPropria({ id_concorso: 1 }))).toBe('CONCORSO_NON_TUO')
  })

  it('its images come from the same zip as a server’s bank', async () => {
    const { db, at, reader } = await openStore()
    const data = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`
    const file = fileOf(
      JSON.stringify([{ domanda: 'Che segnale è?', risposte: ['stop', 'via'], corretta: 'A', immagine: data }]),
    )
    const reading = value(await reader.read({ file, nome: 'f.json', scelte: {} }))
    expect(reading.con_immagine).toBe(1)
    const built = value(await reader.build({ id_concorso: PROPRIE_FROM, concorso: 'Figure' }))
    value(await db.installPropria({ ...built, ente: '', at: at() }))
    const { byte } = value(await db.readImmagine({ id_concorso: PROPRIE_FROM, nome: 'figura.png' }))
    expect([...byte]).toEqual([...PNG])
  })

  it('its copy has its images, its points and what was annulled', async () => {
    const { db, reader, keep } = await openStore()
    const data = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`
    const { banca } = await keep(
      JSON.stringify([
        {
          domanda: 'Che segnale è?',
          risposte: ['stop', 'via', 'curva'],
          corretta: 'A',
          immagine: data,
          alt: 'Un segnale',
        },
        { domanda: 'Che cosa fai?', risposte: ['chiedo', 'aspetto', 'fuggo'], efficacia: ['alta', 'neutra', 'bassa'] },
        {
          domanda: 'Quale?',
          risposte: ['uno', 'due', 'tre'],
          corretta: 'B',
          stato: 'annullata',
          spiegazione: 'No.',
          fonte: 'Art. 2',
        },
      ]),
    )
    const copy = value(await db.copyPropria({ id_concorso: banca.id_concorso }))
    const again = value(await importBank({ nome: 'copia.json', byte: new TextEncoder().encode(JSON.stringify(copy)) }))
    expect(again.avvisi).toEqual([])
    expect(again.domande).toMatchObject([
      { immagine: 'figura.png', alt: 'Un segnale', corretta: 1 },
      { punti: [750, 375, 0] },
      { stato: 'annullata', corretta: 2, spiegazione: 'No.', fonte: 'Art. 2' },
    ])
    expect([...(again.immagini[0]?.byte ?? [])]).toEqual([...PNG])
    expect(value(await reader.read({ file: fileOf(JSON.stringify(copy)), nome: 'c.json', scelte: {} })).domande).toBe(3)
  })
})
