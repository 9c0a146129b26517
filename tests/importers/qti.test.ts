import { describe, expect, it, vi } from 'vitest'
import { writeZip } from '#importers/package/zip'
import { breve, bytes, conta, leggi, rifiutato, righe } from './helpers.ts'
import { PNG } from './pictures.ts'
import type { Asked } from './random-bank.ts'
import { COUNT, readBack, xmlText } from './written-banks.ts'

vi.setConfig({ testTimeout: 300_000 + COUNT * 100 })

type Item = {
  values?: string[]
  mapping?: string
  cardinality?: string
  body?: string
  choices?: string
  attributes?: string
  more?: string
}
const CHOICES =
  '<simpleChoice identifier="B">uno</simpleChoice><simpleChoice identifier="A">due</simpleChoice><simpleChoice identifier="C">tre</simpleChoice>'

function item({
  values = ['A'],
  mapping = '',
  cardinality = 'single',
  body = '<p>Chi decide?</p>',
  choices = CHOICES,
  attributes = '',
  more = '',
}: Item = {}): string {
  const correct =
    values.length === 0
      ? ''
      : `<correctResponse>${values.map((v) => `<value>${v}</value>`).join('\n')}</correctResponse>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="t" adaptive="false" timeDependent="false" ${attributes}>
<responseDeclaration identifier="R" cardinality="${cardinality}" baseType="identifier">${correct}${mapping}</responseDeclaration>
<itemBody>${body}<choiceInteraction responseIdentifier="R" shuffle="true" maxChoices="1"><prompt>Scegli.</prompt>${choices}</choiceInteraction></itemBody>${more}
</assessmentItem>`
}

/** QTI 3 writes the same names with a prefix and dashes. */
const asThree = (xml: string): string =>
  xml
    .replace(/(<\/?)([a-z]+[A-Z]\w*|prompt|value)(?=[\s>])/g, (_, open, name: string) => `${open}qti-${dashed(name)}`)
    .replace(/\s(responseIdentifier|baseType|maxChoices|timeDependent)=/g, (_, name: string) => ` ${dashed(name)}=`)
const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const manifest = (paths: string[]): string =>
  `<manifest><resources>${paths.map((p) => `<resource type="imsqti_item_xmlv2p1" href="${p}"/>`).join('')}</resources></manifest>`
const pack = (files: Record<string, string | Uint8Array>): Uint8Array =>
  writeZip(
    Object.entries(files).map(([nome, content]) => ({
      nome,
      byte: typeof content === 'string' ? bytes(content) : content,
    })),
  )
const ofItems = (items: string[], others: Record<string, string | Uint8Array> = {}): Uint8Array => {
  const paths = items.map((_, i) => `items/${i + 1}.xml`)
  return pack({
    'imsmanifest.xml': manifest(paths),
    ...Object.fromEntries(paths.map((p, i) => [p, items[i] ?? ''])),
    ...others,
  })
}
const key = async (xml: string): Promise<number | null | undefined> => (await leggi(xml)).domande[0]?.corretta

describe('QTI', () => {
  it.each([
    ['2', (xml: string) => xml],
    ['3', asThree],
    ['2 with prefixes', (xml: string) => xml.replace(/<(\/?)(?=[a-zA-Z])/g, '<$1qti:')],
  ])('%s: an item by itself is read, its identifiers are no places', async (_, form) => {
    const { domande } = await leggi(form(item()))
    expect(domande.map(breve)).toEqual(['<p>Chi decide?</p> <p>Scegli.</p> | uno / due / tre | 2'])
  })

  it.each<[string, Item, number | null]>([
    ['of another case', { values: ['a'] }, null],
    ['of no choice', { values: ['D'] }, null],
    ['with blanks around', { values: ['\n  C '] }, 3],
    ['of two values', { values: ['A', 'B'], cardinality: 'multiple' }, null],
    ['of two values for one', { values: ['A', 'B'] }, null],
    ['of one value among several', { values: ['C'], cardinality: 'multiple' }, 3],
    ['missing', { values: [] }, null],
    [
      'by a mapping',
      {
        values: [],
        mapping:
          '<mapping defaultValue="0"><mapEntry mapKey="C" mappedValue="1"/><mapEntry mapKey="A" mappedValue="-1"/></mapping>',
      },
      3,
    ],
    [
      'by a mapping of parts',
      {
        values: [],
        mapping: '<mapping><mapEntry mapKey="C" mappedValue="1"/><mapEntry mapKey="A" mappedValue="0.5"/></mapping>',
      },
      null,
    ],
    [
      'that its mapping contradicts',
      { values: ['A'], mapping: '<mapping><mapEntry mapKey="C" mappedValue="1"/></mapping>' },
      null,
    ],
    [
      'that its mapping confirms',
      {
        values: ['A'],
        mapping: '<mapping><mapEntry mapKey="A" mappedValue="2"/><mapEntry mapKey="B" mappedValue="-1"/></mapping>',
      },
      2,
    ],
    [
      'that the processing contradicts',
      {
        more: '<responseProcessing><responseCondition><responseIf><match><variable identifier="R"/><baseValue baseType="identifier">C</baseValue></match></responseIf></responseCondition></responseProcessing>',
      },
      null,
    ],
    [
      'that the processing confirms',
      {
        more: '<responseProcessing><responseCondition><responseIf><match><variable identifier="R"/><baseValue baseType="identifier">A</baseValue></match></responseIf></responseCondition></responseProcessing>',
      },
      2,
    ],
    ['declared for another interaction', { more: '', body: '<p>x</p>', values: ['A'] }, 2],
  ])('a key %s', async (_, parts, wanted) => {
    expect(await key(item(parts))).toBe(wanted)
  })

  it('a key of another declaration is none', async () => {
    expect(
      await key(item().replace('responseDeclaration identifier="R"', 'responseDeclaration identifier="S"')),
    ).toBeNull()
    expect(
      await key(
        item({
          more: '<responseDeclaration identifier="R" cardinality="single"><correctResponse><value>C</value></correctResponse></responseDeclaration>',
        }),
      ),
    ).toBeNull()
  })

  it.each<[string, string]>([
    ['adaptive', item({ attributes: '' }).replace('adaptive="false"', 'adaptive="true"')],
    ['of repeated identifiers', item({ choices: CHOICES.replace('"C"', '"A"') })],
    ['of two interactions', item({ body: `<choiceInteraction responseIdentifier="R">${CHOICES}</choiceInteraction>` })],
    ['of another interaction', item().replaceAll('choiceInteraction', 'orderInteraction')],
    ['of an order', item({ cardinality: 'ordered', values: ['A', 'B', 'C'] })],
    ['with words that vary', item({ body: '<p>Quanto fa <printedVariable identifier="x"/>?</p>' })],
    ['with a passage that is not there', item({ more: '<assessmentStimulusRef identifier="s" href="manca.xml"/>' })],
    ['of one choice', item({ choices: '<simpleChoice identifier="A">uno</simpleChoice>' })],
  ])('an item %s is left out and said', async (_, xml) => {
    const { domande, avvisi } = await leggi(ofItems([item(), xml, item({ body: '<p>E poi?</p>' })]))
    expect(domande).toHaveLength(2)
    expect(righe(avvisi, 'riga_scartata')).toEqual([2])
  })

  it('what is shown after an answer is not part of it', async () => {
    const choices = CHOICES.replace(
      'due',
      'due<feedbackInline identifier="A" outcomeIdentifier="F" showHide="show">Giusto!</feedbackInline>',
    )
    const { domande } = await leggi(
      item({
        choices,
        body: '<p>Chi?</p><rubricBlock view="scorer"><p>La giusta è A</p></rubricBlock>',
        more: '<modalFeedback identifier="A">Bravo</modalFeedback>',
      }),
    )
    expect(domande.map(breve)).toEqual(['<p>Chi?</p> <p>Scegli.</p> | uno / due / tre | 2'])
  })

  it('pictures are found from where the item is, sections are subjects, passages stand above', async () => {
    const test = `<assessmentTest><testPart><assessmentSection title="Segnali"><assessmentItemRef href="items/2.xml"/></assessmentSection><assessmentSection title="Storia"><assessmentItemRef href="items/1.xml"/></assessmentSection></testPart></assessmentTest>`
    const first = item({
      body: '<p>Primo</p><object data="../img/a.png" type="image/png">figura</object>',
      more: '<assessmentStimulusRef identifier="s" href="../brani/1.xml"/>',
    })
    const second = item({ body: '<p>Secondo</p><img src="img/a.png" alt=""/>' })
    const { domande } = await leggi(
      ofItems([first, second], {
        'test.xml': test,
        'brani/1.xml':
          '<qti-assessment-stimulus><qti-stimulus-body><p>Il brano.</p></qti-stimulus-body></qti-assessment-stimulus>',
        'img/a.png': PNG,
        'items/img/a.png': Uint8Array.from([...PNG]),
      }),
    )
    expect(domande.map((d) => d.materia)).toEqual(['Segnali', 'Storia'])
    expect(domande[1]?.testo).toMatch(/^<p>Il brano\.<\/p>/)
    expect(domande.every((d) => d.immagine !== null)).toBe(true)
    expect(new Set(domande.map((d) => d.immagine)).size).toBe(2)
  })

  it('text that looks like markup stays text', async () => {
    const choices = CHOICES.replace('uno', '&lt;b&gt;').replace('due', 'a &lt; b &amp; c')
    expect(
      (await leggi(item({ choices }))).domande[0]?.risposte.map((r) =>
        r.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&'),
      ),
    ).toEqual(['<b>', 'a < b & c', 'tre'])
  })

  it.each<[string, Uint8Array | string, string]>([
    ['QTI 1.2', '<?xml version="1.0"?><questestinterop><item/></questestinterop>', 'QTI 1.2'],
    ['a SCORM package', pack({ 'imsmanifest.xml': manifest(['index.html']), 'index.html': '<html></html>' }), 'SCORM'],
    ['a package cut short', ofItems([item()]).subarray(0, 900), 'archivio'],
    ['an item cut short', item().slice(0, -40), 'XML'],
    [
      'a package that leaves its folder',
      pack({ 'imsmanifest.xml': manifest([]), '../../etc/x.xml': item() }),
      'esce dalla cartella',
    ],
  ])('%s is refused in words', async (_, file, word) => {
    expect((await rifiutato(file)).dati?.motivo).toContain(word)
  })

  it('a bomb is refused before it is inflated', async () => {
    const bomb = writeZip([
      { nome: 'imsmanifest.xml', byte: bytes(manifest([])) },
      { nome: 'a.xml', byte: new Uint8Array(70 * 1024 * 1024) },
    ])
    expect((await rifiutato(bomb)).dati?.kind).toBe('archive_large_file')
  })

  it('says how many of the others there are', async () => {
    const others = Array.from({ length: 5 }, () => item().replaceAll('choiceInteraction', 'textEntryInteraction'))
    const { avvisi } = await leggi(ofItems([item(), ...others]))
    expect(conta(avvisi)).toMatchObject({ riga_scartata: 5 })
  })
})

function writeItem(q: Asked, chance: (n: number) => number): string {
  const letters = ['A', 'B', 'C', 'D', 'E'].sort(() => chance(3) - 1)
  const choices = q.risposte.map(
    (r, i) => `<simpleChoice identifier="${letters[i]}" fixed="${chance(2) === 0}">${xmlText(r)}</simpleChoice>`,
  )
  const xml = item({
    values: [letters[q.corretta - 1] ?? ''],
    choices: choices.join('\n'),
    body: '',
    cardinality: chance(3) === 0 ? 'multiple' : 'single',
  })
  const asked = xml.replace('Scegli.', xmlText(q.testo))
  return chance(2) === 0 ? asked : asThree(asked)
}

it(`a random bank in a QTI package reads back equal: ${Math.ceil(COUNT / 10)} of them`, async () => {
  await readBack(
    ({ questions }, chance) => ofItems(questions.map((q) => writeItem(q, chance))),
    { numero: false, materia: false },
    Math.ceil(COUNT / 10),
  )
})
