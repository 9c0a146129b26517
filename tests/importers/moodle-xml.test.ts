import { describe, expect, it, vi } from 'vitest'
import { breve, bytes, conta, leggi, rifiutato, righe } from './helpers.ts'
import { PNG } from './pictures.ts'
import type { Asked } from './random-bank.ts'
import { COUNT, readBack, xmlText } from './written-banks.ts'

vi.setConfig({ testTimeout: 300_000 + COUNT * 100 })

const quiz = (...parts: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.join('\n')}\n</quiz>`
const answer = (text: string, fraction: number | string, rest = ''): string =>
  `<answer fraction="${fraction}" format="html"><text><![CDATA[${text}]]></text>${rest}</answer>`
const ask = (type: string, text: string, ...inside: string[]): string =>
  `<question type="${type}"><name><text>n</text></name><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext>${inside.join('')}</question>`
const good = (who: string): string =>
  ask('multichoice', `<p>Chi ${who}?</p>`, '<single>true</single>', answer('la corte', 0), answer('nessuno', 100))
const read = (who: string): string => `Chi ${who}? | la corte / nessuno | 2`
const base64 = btoa(String.fromCharCode(...PNG))

describe('Moodle XML', () => {
  it('reads choices, true or false, categories, explanations and numbers', async () => {
    const { domande, avvisi } = await leggi(
      quiz(
        '<question type="category"><category><text>$course$/top/Diritto/Enti // Comuni</text></category></question>',
        ask(
          'multichoice',
          '<p>Chi decide?</p>',
          '<idnumber>77</idnumber><single>true</single><generalfeedback><text>Lo dice la legge.</text></generalfeedback>',
          answer('il <b>sindaco</b>', 0),
          answer('il prefetto', 100, '<feedback><text>Sì.</text></feedback>'),
        ),
        '<!-- un commento <question type="multichoice"> -->',
        ask('truefalse', 'La corte vigila.', answer('false', 100), answer('true', 0)),
      ),
    )
    expect(domande.map(breve)).toEqual([
      'Chi decide? | il <b>sindaco</b> / il prefetto | 2',
      'La corte vigila. | Vero / Falso | 2',
    ])
    expect(domande.map((d) => d.materia)).toEqual(['Enti / Comuni', 'Enti / Comuni'])
    expect(domande[0]).toMatchObject({ id_ufficiale: '77', spiegazione: 'Lo dice la legge.' })
    expect(conta(avvisi)).toEqual({ risposte_in_meno: 1 })
  })

  it('pictures of one name in several questions stay each with its own', async () => {
    const file = `<file name="fig ura.png" path="/" encoding="base64">${base64}</file>`
    const pictured = (n: number) =>
      good(`decide ${n}`).replace(
        '?</p>]]></text>',
        `?</p><img src="@@PLUGINFILE@@/fig%20ura.png">]]></text>${n === 2 ? '' : file}`,
      )
    const inline = good('va').replace('?</p>', `?</p><img src="data:image/png;base64,${base64}">`)
    const { domande, immagini, avvisi } = await leggi(quiz(pictured(1), pictured(2), pictured(3), inline))
    expect(new Set(domande.map((d) => d.immagine)).size).toBe(4)
    expect(domande[1]?.immagine).toBeNull()
    expect(immagini).toHaveLength(3)
    expect(righe(avvisi, 'immagine_mancante')).toEqual([2])
  })

  it.each<[string, string, number | null]>([
    ['all the credit to one', `<single>true</single>${answer('a', 0)}${answer('b', 100)}`, 2],
    [
      'part of the credit beside all of it',
      `<single>true</single>${answer('a', 50)}${answer('b', 100)}${answer('c', 0)}`,
      2,
    ],
    ['part of the credit alone', `<single>true</single>${answer('a', 50)}${answer('b', 0)}`, null],
    ['several with parts', `<single>false</single>${answer('a', 50)}${answer('b', 50)}${answer('c', -100)}`, null],
    [
      'several, one with all of it',
      `<single>false</single>${answer('a', 100)}${answer('b', 50)}${answer('c', 0)}`,
      null,
    ],
    [
      'several, one right and others that take away',
      `<single>false</single>${answer('a', -50)}${answer('b', 100)}${answer('c', -50)}`,
      2,
    ],
    ['two with all of it', `<single>true</single>${answer('a', 100)}${answer('b', 100)}${answer('c', 0)}`, null],
    ['nothing said of how many, one with a part more', answer('a', 100) + answer('b', 50) + answer('c', 0), null],
    ['a credit that is no number', `<single>true</single>${answer('a', 'molto')}${answer('b', 100)}`, null],
    [
      'a credit with a comma',
      `<single>true</single>${answer('a', '33,333')}${answer('b', '100,0')}${answer('c', 0)}`,
      2,
    ],
    ['no credit at all', `<single>true</single>${answer('a', 0)}${answer('b', 0)}`, null],
    ['negative credits alone', `<single>true</single>${answer('a', -100)}${answer('b', -50)}`, null],
  ])('%s gives the key that it proves', async (_, inside, key) => {
    const { domande } = await leggi(quiz(good('vigila'), ask('multichoice', 'Quale?', inside), good('decide')))
    expect(domande.map((d) => d.corretta)).toEqual([2, key, 2])
  })

  it.each([
    ['both true', [100, 100]],
    ['neither', [0, 0]],
    ['half', [50, 0]],
  ])('true or false with %s teaches nothing', async (_, [yes, no]) => {
    const text = quiz(good('vigila'), ask('truefalse', 'È così.', answer('true', yes ?? 0), answer('false', no ?? 0)))
    expect((await leggi(text)).domande.map((d) => d.corretta)).toEqual([2, null])
  })

  it.each(['essay', 'shortanswer', 'matching', 'numerical', 'cloze', 'multichoiceset', 'ddwtos', ''])(
    'the kind «%s» is left out and said',
    async (type) => {
      const other = ask(type, 'Chi?', answer('a', 100), answer('b', 0))
      const { domande, avvisi } = await leggi(quiz(good('vigila'), other, other, other, good('decide')))
      expect(domande.map(breve)).toEqual([read('vigila'), read('decide')])
      expect(righe(avvisi, 'riga_scartata')).toEqual([2, 3, 4])
    },
  )

  it.each([
    ['hidden', good('va').replace('<name>', '<hidden>1</hidden><name>')],
    ['of an answer that shows nothing', ask('multichoice', 'Chi?', answer('a', 0), answer('<p>&nbsp;</p>', 100))],
    ['of one answer', ask('multichoice', 'Chi?', answer('a', 100))],
    [
      'of true or false in three',
      ask('truefalse', 'Chi?', answer('true', 100), answer('false', 0), answer('forse', 0)),
    ],
    ['of true or false in other words', ask('truefalse', 'Chi?', answer('vero', 100), answer('falso', 0))],
  ])('a question %s is left out and said', async (_, other) => {
    const { domande, avvisi } = await leggi(quiz(good('vigila'), other, good('decide')))
    expect(domande.map(breve)).toEqual([read('vigila'), read('decide')])
    expect(conta(avvisi)).toMatchObject({ riga_scartata: 1 })
  })

  it('markup, entities and what looks like XML inside a text stay text', async () => {
    const { domande } = await leggi(
      quiz(
        ask(
          'multichoice',
          '<p>Che cosa fa &lt;br&gt;?</p>',
          '<single>true</single>',
          answer('&lt;answer fraction="100"&gt;', 0),
          answer('a &amp; b &egrave; c', 100),
        ),
        '<question type="multichoice"><questiontext><text>Quanto fa 2 &lt; 3?</text></questiontext><single>1</single><answer fraction="100"><text>vero &amp; basta</text></answer><answer fraction="0"><text>falso</text></answer></question>',
      ),
    )
    expect(domande.map(breve)).toEqual([
      'Che cosa fa <br>? | <answer fraction="100"> / a & b è c | 2',
      'Quanto fa 2 < 3? | vero & basta / falso | 1',
    ])
  })

  it('is read in the encoding that it declares', async () => {
    const text = quiz(good('è più')).replace('UTF-8', 'ISO-8859-1')
    const latin = Uint8Array.from(text, (c) => c.charCodeAt(0))
    expect((await leggi(latin)).domande[0]?.testo).toBe('Chi è più?')
    expect((await leggi(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes(quiz(good('è')))]))).domande[0]?.testo).toBe(
      'Chi è?',
    )
  })

  it.each([
    ['cut', quiz(good('vigila'), good('decide')).slice(0, -60), 'xml_broken'],
    ['of entities', quiz(good('vigila')).replace('<quiz>', '<!DOCTYPE quiz [<!ENTITY a "b">]><quiz>'), 'xml'],
    ['with entities after the beginning', quiz('<!-- <!ENTITY x "y"> -->', good('vigila')), 'xml_entities'],
    ['of nothing', quiz(), 'too_few'],
    ['too deep', quiz('<a>'.repeat(5000) + '</a>'.repeat(5000)), 'xml_broken'],
  ])('a file %s is refused', async (_, text, kind) => {
    const { dati } = await rifiutato(text)
    expect([dati?.kind, dati?.format]).toContain(kind)
  })
})

function writeQuestion(q: Asked, chance: (n: number) => number): string {
  const text = (written: string) => {
    if (chance(2) === 0) return `<text>${xmlText(written)}</text>`
    return `<text><![CDATA[${chance(2) === 0 ? `<p>${xmlText(written)}</p>` : xmlText(written)}]]></text>`
  }
  const single = chance(3) === 0 ? '' : `<single>${chance(2) === 0 ? 'true' : '1'}</single>`
  const answers = q.risposte.map(
    (r, i) => `<answer fraction="${i === q.corretta - 1 ? '100' : chance(3) === 0 ? '-25' : '0'}">${text(r)}</answer>`,
  )
  const body = [`<questiontext format="html">${text(q.testo)}</questiontext>`, single, ...answers]
  const [stem = '', ...rest] = body
  const parts = chance(2) === 0 ? body : [...rest, stem]
  return `<question type="multichoice"><idnumber>${q.numero}</idnumber>${parts.join('\n')}</question>`
}

it(`a random bank in Moodle XML reads back equal: ${COUNT} of them`, async () => {
  await readBack(
    ({ questions }, chance) => {
      let materia: string | null = null
      const parts = questions.flatMap((q) => {
        const category = `<question type="category"><category><text>$course$/${xmlText(q.materia ?? '')}</text></category></question>`
        const moved = q.materia !== materia
        materia = q.materia
        return moved ? [category, writeQuestion(q, chance)] : [writeQuestion(q, chance)]
      })
      return bytes(quiz(...parts))
    },
    { numero: true, materia: true },
  )
})
