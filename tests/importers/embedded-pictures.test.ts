import { describe, expect, it } from 'vitest'
import { leggi } from './helpers.ts'
import { PNG } from './pictures.ts'

const base64 = (bytes: ArrayLike<number>) => btoa(String.fromCharCode(...Array.from(bytes)))
const ENCODING = 'L’immagine incorporata nel testo ha una codifica errata: non è base64 intero.'
const TYPE = 'L’immagine incorporata nel testo è di un tipo errato: non è un PNG o un JPG.'

const json = (src: string) =>
  JSON.stringify(
    [1, 2, 3].map((n) => ({
      domanda: `Che cosa mostra la ${n}? ${n === 1 ? `<img src="${src}">` : ''}`,
      risposte: ['a', 'b', 'c'],
      corretta: 'A',
    })),
  )
const moodle = (src: string) =>
  `<?xml version="1.0"?><quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[<p>Che cosa mostra?</p><img src="${src}">]]></text></questiontext><single>true</single><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question></quiz>`
const qti = (src: string) =>
  `<?xml version="1.0"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="t" adaptive="false" timeDependent="false"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration><itemBody><p>Che cosa mostra?</p><img src="${src}" alt=""/><choiceInteraction responseIdentifier="R" maxChoices="1"><simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B">b</simpleChoice></choiceInteraction></itemBody></assessmentItem>`

describe.each([
  ['JSON', json],
  ['Moodle XML', moodle],
  ['QTI', qti],
] as const)('a picture written in a text of %s', (_, file) => {
  const told = async (src: string) => {
    const { domande, immagini, avvisi } = await leggi(file(src), { opzioni: { force: true } })
    return {
      given: domande[0]?.immagine != null,
      images: immagini.length,
      said: avvisi.map((a) => a.testo).filter((t) => t.includes('mmagine')),
    }
  }

  it('is taken [VA15]', async () => {
    expect(await told(`data:image/png;base64,${base64(PNG)}`)).toEqual({ given: true, images: 1, said: [] })
  })

  it.each([
    ['of another type', `data:image/gif;base64,${btoa('GIF89a..........................')}`, TYPE],
    [
      'of another type under a name of its own',
      `data:image/png;base64,${btoa('GIF89a..........................')}`,
      TYPE,
    ],
    ['cut short of its encoding', `data:image/png;base64,${base64(PNG).slice(0, -3)}`, ENCODING],
    ['not in base64 at all', 'data:image/png;base64,%%%', ENCODING],
  ])('%s is left out, and the warning says which [VA16]', async (_name, src, why) => {
    expect(await told(src)).toEqual({ given: false, images: 0, said: [why] })
  })
})
