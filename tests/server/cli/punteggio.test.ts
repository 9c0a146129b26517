import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PUNTEGGIO_OPTIONS as OPTIONS, punteggio } from '#server/cli/punteggio'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idoneo-punteggio-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function calcola(regole: unknown, risposte: unknown) {
  const file = { regole: join(folder, 'r.json'), risposte: join(folder, 's.json') }
  for (const [name, value] of [
    ['regole', regole],
    ['risposte', risposte],
  ] as const)
    await writeFile(file[name], typeof value === 'string' ? value : JSON.stringify(value))
  const rows: string[] = []
  await punteggio([], { ...file, json: true }, { out: (row) => void rows.push(row) })
  return JSON.parse(rows.join('\n'))
}

const RIPAM = {
  sezioni: [
    { nome: 'Conoscenze', domande: 2, punti: { tipo: 'fissi', corretta: 0.75, sbagliata: -0.25, omessa: 0 } },
    { nome: 'Situazionali', domande: 1, punti: { tipo: 'per_risposta', omessa: 0 } },
  ],
  ammissione: { minimo: 1 },
}

it('[D23] a trial is scored by its rules, section by section', async () => {
  const result = await calcola(RIPAM, {
    domande: [
      { corretta: 2, risposta: 2 },
      { corretta: 1, risposta: 3 },
      { punti: [0.75, 0.375, 0], risposta: 2 },
    ],
  })
  expect(result).toMatchObject({
    totale: 0.875,
    massimo: 2.25,
    corrette: 1,
    errate: 1,
    intermedie: 1,
    persi: { errate: 1, intermedie: 0.375, omesse: 0 },
    soglie: [{ tipo: 'totale', minimo: 1, ottenuto: 0.875, superata: false }],
    esito: 'non_superata',
  })
  expect(result.sezioni.map((s: { nome: string; punti: number }) => [s.nome, s.punti])).toEqual([
    ['Conoscenze', 0.5],
    ['Situazionali', 0.375],
  ])
})

it('the ranking decides when the scores of the others are given', async () => {
  const regole = { ammissione: { primi: 2, pari_merito: 'ammessi' } }
  const domande = [{ corretta: 1, risposta: 1 }, { corretta: 1 }]
  expect(await calcola(regole, { domande })).toMatchObject({ totale: 1, esito: 'in_graduatoria' })
  expect(await calcola(regole, { domande, altri_punteggi: [2, 1, 0] })).toMatchObject({
    posizione: 2,
    partecipanti: 4,
    esito: 'superata',
  })
  expect(await calcola(regole, { domande, altri_punteggi: [2, 1.5] })).toMatchObject({ esito: 'non_superata' })
})

it.each([
  ['{', { domande: [{}] }, 'non è JSON'],
  [{ base: 'x' }, { domande: [{}] }, 'base'],
  [{ base: 0.0001 }, { domande: [{}] }, 'tre decimali'],
  [{ sconosciuto: 1 }, { domande: [{}] }, 'r.json'],
  [{}, { domande: [] }, 's.json'],
  [RIPAM, { domande: [{ corretta: 1 }] }, 'le sezioni chiedono 3 quesiti'],
  [{}, { domande: [{ punti: [0.00001, 1], risposta: 1 }] }, 'domande.0.punti.0'],
])('%j with %j is refused and says where', async (regole, risposte, where) => {
  await expect(calcola(regole, risposte)).rejects.toThrow(where)
})

it('the options are the files', () => expect(Object.keys(OPTIONS)).toEqual(['regole', 'risposte', 'json']))

it('questions alike are written once for so many', async () => {
  const domande = [
    { corretta: 1, risposta: 1, volte: 3 },
    { corretta: 1, risposta: 2 },
  ]
  expect(await calcola({}, { domande })).toMatchObject({ totale: 3, corrette: 3, errate: 1 })
  const troppe = [
    { corretta: 1, volte: 9_999 },
    { corretta: 1, volte: 2 },
  ]
  await expect(calcola({}, { domande: troppe })).rejects.toThrow('i quesiti sono 10001, al massimo 10000')
})
