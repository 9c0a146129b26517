import { describe, expect, it } from 'vitest'
import type { ImportedImage } from '#contract/domanda'
import { leggi } from './helpers.ts'
import { JPG, PNG, pngOf } from './pictures.ts'

const GIF = new TextEncoder().encode('GIF89a..........................')

const con = async (richiami: (string | null)[], immagini: ImportedImage[]) => {
  const voci = richiami.map((immagine, i) => ({
    domanda: `Che cosa mostra la figura ${i}?`,
    risposte: ['a', 'b', 'c'],
    corretta: 'A',
    immagine,
  }))
  const banca = await leggi(JSON.stringify(voci), { immagini })
  return {
    nomi: banca.domande.map((d) => d.immagine),
    file: banca.immagini.map((f) => f.nome),
    avvisi: banca.avvisi.map((a) => [a.tipo, a.riga, a.testo]),
  }
}

describe('images', () => {
  it('[PK7] are found by the end of their path, whatever the case', async () => {
    const { nomi, file, avvisi } = await con(
      ['/img_sign/550.png', 'Figura 12.JPG', null, 'img%20a.png?v=2'],
      [
        { nome: '550.png', byte: PNG },
        { nome: 'cartella/figura 12.jpg', byte: JPG },
        { nome: 'img a.PNG', byte: PNG },
      ],
    )
    expect(nomi).toEqual(['550.png', 'figura-12.jpg', null, 'img-a.png'])
    expect(file).toEqual(['550.png', 'figura-12.jpg', 'img-a.png'])
    expect(avvisi).toEqual([])
  })

  it('one image serves many questions', async () => {
    const { nomi, file } = await con(['a.png', 'A.png'], [{ nome: 'a.png', byte: PNG }])
    expect(nomi).toEqual(['a.png', 'a.png'])
    expect(file).toEqual(['a.png'])
  })

  it('[PK7] of one name in two folders get two flat names, each to its question', async () => {
    const { nomi, file } = await con(
      ['img/nuovi/7.png', 'img/vecchi/7.png'],
      [
        { nome: 'tutte/vecchi/7.png', byte: JPG },
        { nome: 'tutte/nuovi/7.png', byte: PNG },
      ],
    )
    expect(nomi).toEqual(['7.png', '7.jpg'])
    const stessi = await con(
      ['nuovi/7.png', 'vecchi/7.png'],
      [
        { nome: 'vecchi/7.png', byte: PNG },
        { nome: 'nuovi/7.png', byte: PNG },
      ],
    )
    expect(stessi.nomi).toEqual(['7.png', 'vecchi-7.png'])
    expect(file).toHaveLength(2)
  })

  it('[PK7] are what their bytes are: a .jpg that is a PNG is renamed, what is neither is left out', async () => {
    const { nomi, file, avvisi } = await con(
      ['1.jpg', '2.png', '3.svg'],
      [
        { nome: '1.jpg', byte: PNG },
        { nome: '2.png', byte: GIF },
        { nome: '3.svg', byte: new TextEncoder().encode('<svg onload="x()"/>') },
      ],
    )
    expect(nomi).toEqual(['1.png', null, null])
    expect(file).toEqual(['1.png'])
    expect(avvisi).toEqual([
      ['immagine_tipo_errato', null, '«1.jpg» è in realtà un PNG: rinominata con la sua estensione.'],
      ['immagine_tipo_errato', null, '«2.png» non è un PNG o un JPG: non importata.'],
      ['immagine_tipo_errato', null, '«3.svg» non è un PNG o un JPG: non importata.'],
      ['immagine_mancante', 2, 'L’immagine «2.png» non è un PNG o un JPG.'],
      ['immagine_mancante', 3, 'L’immagine «3.svg» non è un PNG o un JPG.'],
    ])
  })

  it('missing and unused ones are told', async () => {
    const { nomi, file, avvisi } = await con(
      ['a.png', 'z.png'],
      [
        { nome: 'a.png', byte: PNG },
        { nome: 'b.png', byte: PNG },
      ],
    )
    expect(nomi).toEqual(['a.png', null])
    expect(file).toEqual(['a.png'])
    expect(avvisi).toEqual([
      ['immagine_inutilizzata', null, 'Nessuna domanda usa l’immagine «b.png».'],
      ['immagine_mancante', 2, 'Manca l’immagine «z.png».'],
    ])
  })

  it('[PK7] never get a name that leaves its folder', async () => {
    const { nomi } = await con(
      ['../../etc/è pàsswd .png', '..\\..\\win.png', '/...png'],
      [
        { nome: '../../etc/è pàsswd .png', byte: PNG },
        { nome: 'win.png', byte: PNG },
        { nome: '...png', byte: PNG },
      ],
    )
    expect(nomi).toEqual(['e-passwd.png', 'win.png', 'immagine.png'])
  })

  it.each([
    ['cut short', PNG.slice(0, PNG.length - 20), 'immagine_guasta'],
    ['with a wrong sum', PNG.with(45, (PNG[45] ?? 0) ^ 1), 'immagine_guasta'],
    ['without an end mark', JPG.slice(0, -2), 'immagine_guasta'],
    ['of no width', pngOf(0, 10), 'immagine_guasta'],
    ['of 3,600 megapixels', pngOf(60_000, 60_000), 'immagine_guasta'],
    ['of a side that no browser draws', pngOf(20_000, 10), 'immagine_guasta'],
    ['of a colour that there is not', pngOf(1, 1, 5), 'immagine_guasta'],
    ['without data after its frame', JPG.with(JPG.lastIndexOf(0xda), 0xfe), 'immagine_guasta'],
  ])('an image %s is a defect of its question, and is left out', async (_, byte, tipo) => {
    const { nomi, file, avvisi } = await con(['a.png', null], [{ nome: 'a.png', byte }])
    expect(nomi).toEqual([null, null])
    expect(file).toEqual([])
    expect(avvisi.map(([kind, riga]) => [kind, riga])).toContainEqual([tipo, 1])
  })

  it('are found by the tag that stands in the place of their name', async () => {
    const { nomi } = await con(['<img alt="x" src="foto/Figura 1.png">'], [{ nome: 'figura 1.png', byte: PNG }])
    expect(nomi).toEqual(['figura-1.png'])
  })

  it('are found without their extension, in either Unicode form', async () => {
    const { nomi } = await con(
      ['Figura 1', 'perche\u0301.png'],
      [
        { nome: 'figura 1.png', byte: PNG },
        { nome: 'perch\u00e9.png', byte: PNG },
      ],
    )
    expect(nomi).toEqual(['figura-1.png', 'perche.png'])
  })
})
