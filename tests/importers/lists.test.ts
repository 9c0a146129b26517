import { describe, expect, it, vi } from 'vitest'
import { importBank } from '#importers/import-bank'
import { breve, bytes, conta, leggi, rifiutato } from './helpers.ts'
import { type Asked, createChance, makeBank, type RandomBank, readAs, sameAs } from './random-bank.ts'

const count = Number(process.env.BANCHE_CASUALI ?? 170)
vi.setConfig({ testTimeout: 300_000 + count * 100 })

const letter = (place: number): string => 'ABCDE'[place] ?? ''

describe('Aiken', () => {
  it('reads questions, answers by letter and keys', async () => {
    const { domande, avvisi } = await leggi(
      'Chi decide in giunta?\nA) il sindaco\nB) il prefetto\nC. la corte\nANSWER: B\n\n\nE chi vigila?\r\nA. la corte\r\nB. nessuno\r\nC. tutti\r\nanswer: a\r\n',
    )
    expect(domande.map(breve)).toEqual([
      'Chi decide in giunta? | il sindaco / il prefetto / la corte | 2',
      'E chi vigila? | la corte / nessuno / tutti | 1',
    ])
    expect(avvisi).toEqual([])
  })

  it('an answer that is itself a letter is no key', async () => {
    const { domande } = await leggi('Quale lettera segue la A?\nA) C\nB) A\nC) B\nANSWER: C\n')
    expect(domande.map(breve)).toEqual(['Quale lettera segue la A? | C / A / B | 3'])
  })

  it('a question that begins with an initial is a question, a broken line goes on', async () => {
    const { domande } = await leggi(
      'A. Manzoni che cosa scrisse?\nA) I promessi\nsposi\nB) Il giorno\nANSWER: A\n\nE lui?\nA) uno\nB) due\nANSWER: B\n',
    )
    expect(domande.map(breve)).toEqual([
      'A. Manzoni che cosa scrisse? | I promessi sposi / Il giorno | 1',
      'E lui? | uno / due | 2',
    ])
  })

  it('growing numbers are the official ones', async () => {
    const ask = (n: number) => `${n}. Chi decide nel caso ${n}?\nA) uno\nB) due\nANSWER: A\n\n`
    const { domande } = await leggi([3, 7, 12].map(ask).join(''))
    expect(domande.map((d) => [d.id_ufficiale, d.testo])).toEqual(
      [3, 7, 12].map((n) => [String(n), `Chi decide nel caso ${n}?`]),
    )
  })

  it.each([
    ['is of no answer', 'ANSWER: D', 'chiave_non_valida'],
    ['is missing', '', 'chiave_assente'],
  ])('a key that %s teaches nothing and is said', async (_, line, tipo) => {
    const good = 'Chi vigila?\nA) la corte\nB) nessuno\nANSWER: B\n\n'
    const { domande, avvisi } = await leggi(
      `${good}Chi decide?\nA) uno\nB) due\n${line}\n\n${good.replace('vigila', 'va')}`,
    )
    expect(domande.map((d) => d.corretta)).toEqual([2, null, 2])
    expect(conta(avvisi)).toMatchObject({ [tipo]: 1 })
  })

  it.each([
    [
      'without a key, the next one close behind',
      'Chi va?\nA) uno\nB) due\nC) tre\nE chi viene?\nA) sei\nB) sette\nANSWER: B',
    ],
    [
      'without a key, the next one in small letters',
      'Chi va?\nA) uno\nB) due\nE chi viene?\na) sei\nb) sette\nANSWER: B',
    ],
    ['whose broken line begins as an answer', 'Chi va?\nA) il signor\nB. Rossi\nB) due\nC) tre\nANSWER: B'],
    ['whose text has a line that begins as an answer', 'Chi va?\nA. Rossi andò.\nDove?\nA) Roma\nB) Lodi\nANSWER: B'],
    ['of two keys', 'Chi va?\nA) uno\nB) due\nANSWER: A\nANSWER: B'],
    ['of several keys', 'Chi va?\nA) uno\nB) due\nANSWER: A, B'],
    ['without answers', 'Chi va?\nANSWER: A'],
  ])('a question %s is left out and said, those around it stay', async (_, text) => {
    const good = (who: string) => `Chi ${who}?\nA) la corte\nB) nessuno\nANSWER: B\n`
    const written = `${good('vigila')}\n${text}\n\n${good('decide')}`
    expect((await rifiutato(written)).dati).toMatchObject({ kind: 'too_many_dropped', dropped: 1, rows: 3 })
    const { domande, avvisi } = await leggi(written, { opzioni: { force: true } })
    expect(domande.map(breve)).toEqual(['Chi vigila? | la corte / nessuno | 2', 'Chi decide? | la corte / nessuno | 2'])
    expect(conta(avvisi)).toMatchObject({ riga_scartata: 1 })
  })
})

describe('GIFT', () => {
  it('reads choices, true or false, categories, escaped signs and general feedback', async () => {
    const { domande } = await leggi(
      [
        '// un commento',
        '$CATEGORY: $course$/Diritto',
        '',
        '::q1:: Chi decide\\: la giunta? {',
        '=il sindaco # giusto',
        '~il prefetto',
        '',
        '~chi \\= chi \\{x\\}',
        '####Lo dice la legge.',
        '}',
        '',
        'La corte vigila.{T}',
        '',
        'Roma è in {~Campania =Lazio ~Puglia} da sempre.',
        '',
        '::q4::Quale? {~%0%a caso ~%100%questa}',
      ].join('\n'),
    )
    expect(domande.map(breve)).toEqual([
      'Chi decide: la giunta? | il sindaco / il prefetto / chi = chi {x} | 1',
      'La corte vigila. | Vero / Falso | 1',
      'Roma è in _____ da sempre. | Campania / Lazio / Puglia | 2',
      'Quale? | a caso / questa | 2',
    ])
    expect(domande[0]).toMatchObject({ materia: 'Diritto', spiegazione: 'Lo dice la legge.' })
  })

  it('several right answers teach none', async () => {
    const { domande, avvisi } = await leggi('Quali? {~%50%uno ~%50%due ~%-100%tre}\n\nQuale? {=uno ~due}\n')
    expect(domande.map((d) => d.corretta)).toEqual([null, 1])
    expect(conta(avvisi)).toMatchObject({ chiave_non_valida: 1 })
  })

  it('part of the credit beside all of it is no right answer', async () => {
    const { domande } = await leggi('Quale? {~uno ~%50%due =tre}\n\nE poi? {~%100%uno ~%25%due}\n')
    expect(domande.map((d) => d.corretta)).toEqual([3, 1])
  })

  it('part of the credit alone is no right answer either', async () => {
    const { domande, avvisi } = await leggi('Quale? {~%50%uno ~due ~tre}\n\nE poi? {=uno ~due ~tre}\n')
    expect(domande.map((d) => d.corretta)).toEqual([null, 1])
    expect(conta(avvisi)).toMatchObject({ chiave_assente: 1 })
  })

  it.each(['{x = 1}', '{x ~ 2}', '\\frac{a=1}{b}', '\\{= 1\\}'])(
    'a table whose questions hold %s is a table',
    async (sign) => {
      const rows = Array.from({ length: 12 }, (_, i) => `Quanto vale ${sign} nel caso ${i}?;uno;due;tre;B`)
      const { domande } = await leggi(`domanda;A;B;C;esatta\n${rows.join('\n')}\n`)
      expect(domande.map((d) => d.corretta)).toEqual(rows.map(() => 2))
    },
  )

  it.each([
    ['an essay', 'Racconta. {}'],
    ['a short answer', 'Chi? {=Dante =Alighieri}'],
    ['a match', 'Abbina. {=uno -> one =due -> two}'],
    ['a number', 'Quanti? {#12:1}'],
  ])('%s is left out and said', async (_, text) => {
    const good = Array.from({ length: 3 }, (_, i) => `Chi decide nel caso ${i}? {=uno ~due}`).join('\n\n')
    const { domande, avvisi } = await leggi(`${good}\n\n${text}\n`)
    expect(domande).toHaveLength(3)
    expect(conta(avvisi)).toMatchObject({ riga_scartata: 1 })
  })

  it.each([
    ['a sign that was not escaped', 'Chi? {=l&#39;uno ~l&#39;altro}'],
    ['a brace that was not escaped', 'Chi? {=uno # vedi {x} ~due}'],
    ['two blanks', 'Da {=uno ~due} a {=tre ~quattro}.'],
  ])('%s is left out and said, when it is few of many', async (_, text) => {
    const good = Array.from({ length: 20 }, (_, i) => `Chi decide nel caso ${i}? {=uno ~due}`)
    expect((await rifiutato([...good.slice(2), text].join('\n\n'))).dati?.kind).toBe('too_many_dropped')
    const { domande, avvisi } = await leggi(`${good.join('\n\n')}\n\n${text}\n`)
    expect(domande).toHaveLength(20)
    expect(conta(avvisi)).toMatchObject({ riga_scartata: 1 })
  })

  it('a file of other kinds alone is refused', async () => {
    const text = Array.from({ length: 6 }, (_, i) => `Chi scrisse l’opera ${i}? {=Dante =Alighieri}`).join('\n\n')
    expect((await rifiutato(text)).dati?.kind).toBe('too_few')
  })
})

const escapeSigns = (text: string): string => text.replace(/[~=#{}:\\]/g, '\\$&')
const WRITERS: Record<string, (q: Asked, chance: (n: number) => number) => string> = {
  Aiken: (q, chance) => {
    const sign = chance(2) === 0 ? ')' : '.'
    const answers = q.risposte.map((text, i) => `${letter(i)}${sign} ${text}`)
    return [q.testo, ...answers, `ANSWER: ${letter(q.corretta - 1)}`].join('\n')
  },
  GIFT: (q, chance) => {
    const answers = q.risposte.map((text, i) => `${i === q.corretta - 1 ? '=' : '~'}${escapeSigns(text)}`)
    const title = chance(2) === 0 ? `::${q.numero}::` : ''
    return `${title}${escapeSigns(q.testo)} {${chance(2) === 0 ? '\n' : ''}${answers.join(chance(2) === 0 ? '\n' : ' ')}}`
  },
}

it.each(Object.keys(WRITERS))(`%s: a random bank reads back equal: ${count} of them`, async (name) => {
  const write = WRITERS[name] as (typeof WRITERS)[string]
  for (let seed = 1; seed <= count; seed++) {
    const chance = createChance(seed)
    const bank: RandomBank = makeBank(chance)
    const end = chance(2) === 0 ? '\n' : '\r\n'
    const text = bank.questions
      .map((q) => write(q, chance))
      .join('\n\n')
      .replaceAll('\n', end)
    const result = await importBank({ nome: 'banca', byte: bytes(text) })
    if (!result.ok) throw new Error(`seed ${seed}: ${JSON.stringify(result.error.dati)}`)
    // Neither of the two has a place for numbers and subjects of its own.
    const bare = { numero: '', materia: null }
    const read = result.value.domande.map((d) => readAs({ ...d, id_ufficiale: '', materia: null }))
    expect(read, `seed ${seed}`).toEqual(bank.questions.map((q) => sameAs({ ...q, ...bare })))
    expect(result.value.format).toBe(name.toLowerCase())
  }
})
