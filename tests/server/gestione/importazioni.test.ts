import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_API, SECRET_HEADER } from '#contract/gestione/call'
import { MAX_FILE_BYTES } from '#contract/gestione/importazioni'
import { emptyQuestion } from '#importers/raw-question'
import { warn } from '#importers/warnings'
import { imagesOf, leaveOut, listDoubtful } from '#server/importazioni/doubtful'
import { readRecipe } from '#server/importazioni/imports'
import { clearUploads } from '#server/importazioni/upload'
import { sweep } from '#server/sweep'
import { addBanca, makeDomanda } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { type Desk, openDesk, type Signed } from './desk.ts'

const csv = (n: number, key = 'A') =>
  [
    'numero;materia;domanda;A;B;C;corretta',
    ...Array.from(
      { length: n },
      (_, i) =>
        `${i + 1};Diritto;Quale organo decide nel caso numero ${i + 1}?;il primo ${i};il secondo ${i};il terzo ${i};${key}`,
    ),
  ].join('\n')
const CARD = {
  ...{ concorso: 'Banca caricata', ente: 'Comune di prova', anno: 2026 },
  ...{ profilo: null, descrizione: null, in_evidenza: false },
}

describe('[OP44] a file becomes a bank', () => {
  let world: Mondo
  let desk: Desk
  let editor: Signed
  let helper: Signed
  let kept: number
  beforeAll(async () => {
    world = await makeWorld()
    desk = openDesk(world)
    editor = await desk.seat('redige@posta.example', 'redattore')
    helper = await desk.seat('aiuta@posta.example', 'assistenza')
  })
  afterAll(() => world.close())

  const upload = async (body: string | Buffer, query: Record<string, string> = {}, who = editor) => {
    const response = await world.app.inject({
      method: 'POST',
      url: `${CONSOLE_API}/importazioni`,
      query: { nome: 'banca.csv', ...query },
      payload: body,
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/octet-stream',
        cookie: `__Host-gestione=${who.cookie}`,
        [SECRET_HEADER]: who.segreto,
      },
    })
    return { status: response.statusCode, ...response.json() }
  }
  const read = async (id: number) => (await desk.call('importazione', { query: { id: String(id) } }, editor)).corpo
  /** Waits until nobody works on an import; asks seldom, because who reads the file needs the processor. */
  const settled = async (id: number) => {
    for (;;) {
      const found = await read(id)
      if (found.stato !== 'lettura') return found
      await wait(20)
    }
  }
  const act = async (
    name: 'pubblica_importazione' | 'annulla_importazione' | 'annulla_pubblicazione',
    corpo: object,
  ) => {
    const { status, corpo: answer } = await desk.call(name, { corpo }, editor)
    return { status, ...answer }
  }
  const publish = (id: number, more: object = {}) =>
    act('pubblica_importazione', { id, scheda: CARD, sicuro: false, versione: null, motivo: null, ...more })
  const lastAct = async () => (await desk.audit())[0]
  const leftFiles = () => readdir(join(world.cartella, 'caricati')).catch(() => [])

  it('is read first: nothing is published, the report says what was found, and no file stays', async () => {
    const before = (await world.db.query('select 1 from concorso')).count
    const sent = await upload(csv(12))
    expect(sent.status).toBe(200)
    expect(await lastAct()).toMatchObject({
      chiamata: 'carica_banca',
      oggetto: 'file banca.csv',
      ruolo: 'redattore',
      dopo: { id_concorso: null },
    })
    const found = await settled(sent.id)
    expect(found).toMatchObject({ stato: 'letta', nome: 'banca.csv', di: 'redige@posta.example', rifiuto: null })
    expect(found.lettura).toMatchObject({
      domande: 12,
      senza_chiave: 0,
      materie: [{ materia: 'Diritto', domande: 12 }],
    })
    expect(found.lettura.colonne).toContainEqual({ ruolo: 'chiave', nome: 'corretta' })
    expect(found.lettura.esempi).toHaveLength(10)
    expect((await world.db.query('select 1 from concorso')).count).toBe(before)
    expect(await leftFiles()).toEqual([])
  })

  it('then published, in one transaction with its row of the audit, once', async () => {
    const { id } = await upload(csv(12))
    await settled(id)
    const done = await publish(id)
    expect(done).toMatchObject({ stato: 'pubblicata', concorso: 'Banca caricata' })
    expect(await lastAct()).toMatchObject({
      chiamata: 'pubblica_importazione',
      oggetto: `banca ${done.id_concorso}`,
      dopo: { importazione: id, concorso: 'Banca caricata' },
    })
    const { rows } = await world.db.query('select 1 from domanda where id_concorso = $1', [done.id_concorso])
    expect(rows).toHaveLength(12)
    const again = await publish(id)
    expect([again.status, again.codice]).toEqual([404, 'NON_TROVATO'])
    // The questions are the bank's now.
    const kept = await world.db.query('select domande from importazione where id_importazione = $1', [id])
    expect(kept.rows).toEqual([{ domande: null }])
  })

  it('a row of the audit that cannot be written takes the bank with it', async () => {
    const { id } = await upload(csv(5))
    await settled(id)
    const before = (await world.db.query('select 1 from concorso')).count
    await world.db.script(`create function rompi() returns trigger language plpgsql as
      $$ begin if new.chiamata = 'pubblica_importazione' then raise exception 'rotto'; end if; return new; end $$;
      create trigger rompi before insert on registro_operatore for each row execute function rompi()`)
    expect((await publish(id)).status).toBe(500)
    await world.db.script('drop trigger rompi on registro_operatore; drop function rompi()')
    expect((await world.db.query('select 1 from concorso')).count).toBe(before)
    expect((await read(id)).stato).toBe('letta')
    expect((await publish(id)).stato).toBe('pubblicata')
  })

  it('columns are told by hand, and a file that is no bank says why', async () => {
    const told = (colonne: object) => ({ scelte: JSON.stringify({ colonne }) })
    const refused = await settled((await upload(csv(8), told({ domanda: 'quesito' }))).id)
    expect(refused).toMatchObject({ stato: 'rifiutata', lettura: null, rifiuto: { forzabile: false } })
    expect(refused.rifiuto.viste).toEqual(['numero', 'materia', 'domanda', 'A', 'B', 'C', 'corretta'])
    expect(refused.rifiuto.motivo).not.toContain('--')
    const colonne = { numero: 'numero', domanda: 'domanda', A: 'C', B: 'B', C: 'A', chiave: 'corretta' }
    const found = await settled((await upload(csv(8), told(colonne))).id)
    expect(found).toMatchObject({ stato: 'letta', scelte: { colonne } })
    expect(found.lettura.esempi[0]).toMatchObject({
      materia: null,
      risposte: ['il terzo 0', 'il secondo 0', 'il primo 0'],
    })
    expect((await publish(refused.id)).codice).toBe('NON_TROVATO')
    const wrong = await upload(csv(8), { scelte: '{"base":7}' })
    expect([wrong.status, wrong.campi]).toEqual([400, ['scelte']])
  })

  it('is given up while it is read, and its file goes', async () => {
    const { id } = await upload(csv(40_000))
    const done = await act('annulla_importazione', { id })
    expect(done.stato).toBe('annullata')
    expect(await lastAct()).toMatchObject({ chiamata: 'annulla_importazione', oggetto: `importazione ${id}` })
    while ((await leftFiles()).length > 0) await new Promise((next) => setImmediate(next))
    expect(await read(id)).toMatchObject({ stato: 'annullata', lettura: null })
    expect((await act('annulla_importazione', { id })).codice).toBe('NON_TROVATO')
  })

  it('a reading whose server stopped is interrupted after a minute, and its file goes at the next start', async () => {
    await world.db.query(
      `insert into importazione (nome, byte, stato, scelte, creata, aggiornata) values ('persa.csv', 1, 'lettura', '{}', $1, $1)`,
      [world.orologio.now()],
    )
    world.orologio.advance(61_000)
    const { corpo } = await desk.call('importazioni', {}, editor)
    expect(corpo.elementi[0]).toMatchObject({ nome: 'persa.csv', stato: 'interrotta' })
    await clearUploads(world.deps)
    expect(await leftFiles()).toEqual([])
  })

  it('a publication whose server stopped is told at once, and may be published again or given up', async () => {
    const stop = (id: number) =>
      world.db.query(
        `update importazione set stato = 'pubblicazione', passo = '{"presa":7}', aggiornata = $2 where id_importazione = $1`,
        [id, world.orologio.now()],
      )
    const [{ id }, { id: other }] = [await upload(csv(4)), await upload(csv(5))]
    for (const one of [id, other]) {
      await settled(one)
      await stop(one)
      expect(await read(one)).toMatchObject({ stato: 'interrotta', passo: null })
    }
    expect((await publish(id)).stato).toBe('pubblicata')
    expect((await act('annulla_importazione', { id: other })).stato).toBe('annullata')
  })

  it('a publication shows its time and is cancelled before its bank is there, which leaves the reading as it was', async () => {
    const { id } = await upload(csv(4))
    await settled(id)
    const before = (await world.db.query('select 1 from concorso')).count
    const { put } = world.deps.packageFiles
    world.deps.packageFiles.put = async (...args) => {
      world.orologio.advance(12_000)
      expect((await read(id)).passo).toEqual({ passo: 'pubblicazione', da: 12, domande: 4 })
      expect((await publish(id)).codice).toBe('NON_TROVATO')
      expect((await act('annulla_importazione', { id })).codice).toBe('NON_TROVATO')
      expect((await act('annulla_pubblicazione', { id })).stato).toBe('letta')
      expect(await lastAct()).toMatchObject({ chiamata: 'annulla_pubblicazione', oggetto: `importazione ${id}` })
      return put.apply(world.deps.packageFiles, args)
    }
    const cancelled = await publish(id)
    world.deps.packageFiles.put = put
    expect([cancelled.codice, cancelled.dati]).toEqual(['NON_TROVATO', { annullata: 'true' }])
    expect((await world.db.query('select 1 from concorso')).count).toBe(before)
    expect(await lastAct()).toMatchObject({ chiamata: 'annulla_pubblicazione' })
    expect((await publish(id)).stato).toBe('pubblicata')
    expect((await world.db.query('select 1 from concorso')).count).toBe(before + 1)
    expect((await act('annulla_pubblicazione', { id })).codice).toBe('NON_TROVATO')
  })

  it('over a bank it shows what changes, stops where most would, and keeps ids and reason', async () => {
    const domande = Array.from({ length: 12 }, (_, i) =>
      makeDomanda(i + 1, {
        ...{ materia: 'Diritto', testo: `Quale organo decide nel caso numero ${i + 1}?`, corretta: 1 },
        risposte: [`il primo ${i}`, `il secondo ${i}`, `il terzo ${i}`],
      }),
    )
    const { id_concorso, ids } = await addBanca(world, { concorso: 'Da aggiornare', domande })
    const over = { id_concorso: String(id_concorso) }
    const next = await settled((await upload(csv(13).replace('caso numero 3?', 'caso, di regola, numero 3?'), over)).id)
    expect(next.concorso).toBe('Da aggiornare')
    const { corpo: diff } = await desk.call('confronta_importazione', { query: { id: String(next.id) } }, editor)
    expect(diff).toMatchObject({
      invariate: 11,
      modificate: { totale: 1 },
      aggiunte: { totale: 1 },
      tolte: { totale: 0 },
      ferma: [],
    })
    expect(diff.modificate.righe[0].prima).toContain('caso numero 3?')
    const { versione } = diff
    const done = await publish(next.id, { scheda: null, versione, motivo: 'Aggiunta una domanda' })
    expect(done).toMatchObject({ stato: 'pubblicata', id_concorso })
    expect(await lastAct()).toMatchObject({
      ...{ chiamata: 'pubblica_importazione', prima: { versione: 1 }, dopo: { versione: 2, importazione: next.id } },
    })
    const { rows } = await world.db.query<{ id: number }>(
      'select id_domanda as id from domanda where id_concorso = $1 order by posizione limit 12',
      [id_concorso],
    )
    expect(rows.map((r) => r.id)).toEqual(ids)
    const { corpo: bank } = await desk.call('banca', { query: over }, editor)
    expect(bank.versioni.map((v: { motivo: string | null }) => v.motivo)).toEqual(['Aggiunta una domanda', null])
    const other = await settled((await upload(csv(13, 'B'), over)).id)
    // A version that was published after the comparison is not overwritten.
    expect((await publish(other.id, { scheda: null, versione, motivo: 'Altre chiavi' })).codice).toBe('NON_TROVATO')
    const compared = await desk.call('confronta_importazione', { query: { id: String(other.id) } }, editor)
    const again = { scheda: null, versione: compared.corpo.versione, motivo: 'Altre chiavi' }
    const stopped = await publish(other.id, again)
    expect([stopped.status, stopped.codice, stopped.dati.kind]).toEqual([422, 'FILE_RIFIUTATO', 'too_different'])
    expect((await read(other.id)).stato).toBe('letta')
    expect((await publish(other.id, { ...again, sicuro: true })).stato).toBe('pubblicata')
    // A card with an update, and an update without its bank, are no publication.
    const third = await settled((await upload(csv(13), over)).id)
    expect((await publish(third.id)).campi).toEqual(['scheda'])
    expect((await upload(csv(3), { id_concorso: '999999' })).codice).toBe('CONCORSO_NON_TROVATO')
  })

  it('[OP56] doubtful rows are shown as the file has them, and those left out are not published', async () => {
    const odd = csv(12).split('\n')
    odd[3] = '3;Diritto;Quale organo decide nel caso numero 3?;il primo;il secondo;il terzo;Z'
    odd[5] = '5;Diritto;<b>Quale</b> organo decide nel caso numero 5?;uguale;uguale;il terzo;C'
    const { id } = await settled((await upload(odd.join('\n'))).id)
    expect((await read(id)).dubbie).toEqual({ totale: 2, da_vedere: 2, escluse: 0 })
    const list = async (query: Record<string, string> = {}) =>
      (await desk.call('dubbie_importazione', { query: { id: String(id), ...query } }, editor)).corpo
    const found = await list()
    expect(found).toMatchObject({ totale: 2, elencate: 2 })
    expect(found.tipi).toEqual([
      { tipo: 'chiave_non_valida', righe: 1 },
      { tipo: 'risposte_uguali', righe: 1 },
    ])
    expect(found.elementi[0]).toMatchObject({
      ...{ posto: 2, foglio: null, scelta: null },
      perche: [
        {
          tipo: 'chiave_non_valida',
          testo: 'La chiave «Z» non indica nessuna delle risposte: la domanda resta senza chiave.',
        },
      ],
      file: { numero: '3', chiave: 'Z' },
      capita: { id_ufficiale: '3', corretta: null, risposte: ['il primo', 'il secondo', 'il terzo'] },
    })
    expect(found.elementi[1]).toMatchObject({
      file: { testo: '<b>Quale</b> organo decide nel caso numero 5?' },
      capita: { testo: 'Quale organo decide nel caso numero 5?', corretta: 3 },
    })
    const choose = async (posto: number, scelta: string | null) =>
      (await desk.call('scegli_dubbia', { corpo: { id, posto, scelta } }, editor)).corpo
    await choose(2, 'accettata')
    await choose(2, 'esclusa')
    expect(await lastAct()).toMatchObject({
      ...{ chiamata: 'scegli_dubbia', oggetto: `importazione ${id}` },
      ...{ prima: { posto: 2, scelta: 'accettata' }, dopo: { posto: 2, scelta: 'esclusa' } },
    })
    expect((await choose(3, 'esclusa')).codice).toBe('NON_TROVATO')
    await choose(4, 'esclusa')
    await choose(4, null)
    const places = async (query: Record<string, string>) =>
      (await list(query)).elementi.map(({ posto }: { posto: number }) => posto)
    expect(await places({ stato: 'esclusa' })).toEqual([2])
    expect(await places({ stato: 'da_vedere' })).toEqual([4])
    expect(await places({ stato: 'da_vedere', tipo: 'chiave_non_valida' })).toEqual([])
    expect((await read(id)).dubbie).toEqual({ totale: 2, da_vedere: 1, escluse: 1 })
    const { id_concorso } = await publish(id)
    const { rows } = await world.db.query<{ n: string }>(
      'select id_ufficiale as n from domanda where id_concorso = $1 order by posizione',
      [id_concorso],
    )
    expect(rows.map(({ n }) => n)).toEqual(['1', '2', '4', '5', '6', '7', '8', '9', '10', '11', '12'])
    expect((await choose(4, 'esclusa')).codice).toBe('NON_TROVATO')
    expect((await read(id)).dubbie).toBeNull()
    // A file left out whole is no bank.
    const short = await settled((await upload(csv(2).replaceAll(';A\n', ';Z\n').replace(/A$/, 'Z'))).id)
    for (const posto of [0, 1])
      await desk.call('scegli_dubbia', { corpo: { id: short.id, posto, scelta: 'esclusa' } }, editor)
    expect((await publish(short.id)).campi).toEqual(['dubbie'])
    expect((await read(short.id)).stato).toBe('letta')
  })

  it('[OP52] offers the last choices for the next file, reads one with other columns without them, and keeps them', async () => {
    const scelte = { colonne: { domanda: 'domanda', A: 'C', B: 'B', C: 'A', chiave: 'corretta' } }
    const first = await settled((await upload(csv(9), { scelte: JSON.stringify({ ...scelte, forza: true }) })).id)
    const { id_concorso } = await publish(first.id)
    const over = { id_concorso: String(id_concorso) }
    const recipe = async () => (await desk.call('banca', { query: over }, editor)).corpo.ricetta
    expect(await recipe()).toMatchObject({ nome: 'banca.csv', scelte })
    expect((await recipe()).scelte).toEqual(scelte)
    const told = { ...over, scelte: JSON.stringify(scelte), di_prima: 'si' }
    const same = await settled((await upload(csv(10), told)).id)
    expect(same).toMatchObject({ stato: 'letta', scelte })
    expect(same.lettura.esempi[0].risposte).toEqual(['il terzo 0', 'il secondo 0', 'il primo 0'])
    expect(same.lettura).not.toHaveProperty('colonna_mancante')
    const other = await settled((await upload(csv(10).replace('domanda;A', 'quesito;A'), told)).id)
    expect(other).toMatchObject({ stato: 'letta', scelte: {}, lettura: { domande: 10, colonna_mancante: 'domanda' } })
    expect(other.lettura.esempi[0].risposte).toEqual(['il primo 0', 'il secondo 0', 'il terzo 0'])
    const broken = await settled((await upload('a;b\n1;2\n', told)).id)
    expect(broken).toMatchObject({ stato: 'rifiutata', scelte: {}, rifiuto: { colonna_mancante: 'domanda' } })
    // Without the mark a missing column refuses the file.
    const strict = { ...over, scelte: JSON.stringify({ colonne: { domanda: 'quesito' } }) }
    expect((await settled((await upload(csv(10), strict)).id)).stato).toBe('rifiutata')
    // A file that needed no choices keeps those of before.
    const { corpo: diff } = await desk.call('confronta_importazione', { query: { id: String(other.id) } }, editor)
    const done = await publish(other.id, { scheda: null, versione: diff.versione, motivo: 'Nuova', sicuro: true })
    expect(done.stato).toBe('pubblicata')
    expect((await recipe()).scelte).toEqual(scelte)
    kept = id_concorso
  })

  it('takes no more bytes than its limit, no empty file, and nobody without the role', async () => {
    const large = await upload(Buffer.alloc(MAX_FILE_BYTES + 1))
    expect([large.status, large.codice]).toEqual([413, 'CORPO_TROPPO_GRANDE'])
    expect(await leftFiles()).toEqual([])
    expect((await upload('')).campi).toEqual(['file'])
    expect((await upload(csv(3), {}, helper)).codice).toBe('VIETATO')
  })

  it('goes a month after it was made', async () => {
    const { id } = await upload(csv(3))
    await settled(id)
    world.orologio.advance(31 * 86_400_000)
    await sweep(world.deps)
    // [OP52] The choices of a bank outlive their reading.
    const { rows } = await world.db.query('select id_concorso, stato, rapporto, creata_da from importazione')
    expect(rows).toEqual([{ id_concorso: kept, stato: 'pubblicata', rapporto: null, creata_da: null }])
    expect(await readRecipe(world.deps, kept)).toMatchObject({ nome: 'banca.csv' })
  })
})

describe('[OP56] questions in doubt', () => {
  const sheets = ['Uno', 'Due'].map((sheet) => ({ ...emptyQuestion(4, sheet), testo: `Domanda del foglio ${sheet}?` }))
  const domande = sheets.map(({ testo }, i) => ({ ...makeDomanda(i + 1, { testo }), immagine: `${i}.png` }))

  it('are found by row and sheet; repairs and warnings of the whole file are no doubt', () => {
    const avvisi = [
      warn('key_missing', 4, {}, 'Due'),
      warn('html_removed', 4, { removed: 'b', fields: 'question' }, 'Uno'),
      warn('all_keys_missing', null, { questions: 2 }),
      warn('row_without_text', 9, {}, 'Uno'),
    ]
    const { totale, righe } = listDoubtful({ domande, raw: sheets, avvisi })
    expect(totale).toBe(1)
    expect(righe).toMatchObject([{ posto: 1, riga: 4, foglio: 'Due', capita: { testo: 'Domanda del foglio Due?' } }])
    expect(righe[0]?.perche).toEqual([{ tipo: 'chiave_assente', testo: 'La risposta esatta non è indicata.' }])
  })

  it('stay where they were accepted or not looked at; images go with the questions', () => {
    expect(leaveOut(domande, { 0: 'accettata' })).toEqual(domande)
    const kept = leaveOut(domande, { 0: 'esclusa' })
    expect(kept).toEqual([domande[1]])
    const images = ['0.png', '1.png'].map((nome) => ({ nome, byte: new Uint8Array() }))
    expect(imagesOf(kept, images).map(({ nome }) => nome)).toEqual(['1.png'])
  })
})
