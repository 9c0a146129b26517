import { describe, expect, it } from 'vitest'
import { csv, leggi, rifiutato, righe } from './helpers.ts'

const question = (testo: string) => `2;${testo};prima;seconda;terza;quarta;B;Diritto`

describe('texts that are too long to be a question', () => {
  it.each([
    ['of 20,001 characters', 'x'.repeat(20_001)],
    ['of nothing but markup', '<b>'.repeat(200_000)],
  ])('one %s is left out by its row, the others stay', async (_, testo) => {
    const { domande, avvisi } = await leggi(csv(40, { 2: question(testo) }))
    expect(domande.map(({ riga }) => riga).slice(0, 3)).toEqual([2, 4, 5])
    expect(domande).toHaveLength(39)
    expect(righe(avvisi, 'riga_scartata')).toEqual([3])
    expect(avvisi.find(({ tipo }) => tipo === 'riga_scartata')?.testo).toContain('20000')
  })

  it('20,000 characters are a question', async () => {
    expect((await leggi(csv(3, { 2: question('x'.repeat(20_000)) }))).domande).toHaveLength(3)
  })

  it('a row of megabytes is refused before it is taken apart, by its number', async () => {
    const { codice, dati } = await rifiutato(csv(3, { 2: question('x'.repeat(5_000_000)) }))
    expect([codice, dati?.riga]).toEqual(['FILE_RIFIUTATO', 3])
  })

  it('a text of more than 64 MB is refused in words', async () => {
    const { dati } = await rifiutato(new Uint8Array(64 * 1024 * 1024 + 1).fill(97), { nome: 'elenco.csv' })
    expect(dati?.motivo).toContain('64')
  })
})
