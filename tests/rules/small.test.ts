import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDataUrl, imageSize, imageType, isImageName, isShowable } from '#rules/image'
import { clamp } from '#rules/numbers'
import { nodiOf, normalizePercorso, sottoPercorsoId, splitPercorso } from '#rules/percorso'
import { JPG, pngOf } from '../importers/pictures.ts'

describe('clamp', () => {
  it.each([
    [50, 50],
    [-1, 0],
    [101, 100],
    [0, 0],
    ['42', 42],
    [' 42 ', 42],
    [Number.POSITIVE_INFINITY, 100],
    [Number.NaN, 7],
    ['', 7],
    ['  ', 7],
    ['dieci', 7],
    [null, 7],
    [undefined, 7],
    [true, 7],
    [[5], 7],
  ])('[VA19][VA20][CO18] %j gives %i', (valore, atteso) => {
    expect(clamp(valore, 7)).toBe(atteso)
  })

  it('[VA20] start must not exceed end', () => {
    expect(() => clamp(1, 0, 5, 4)).toThrow(RangeError)
    expect(clamp(9, 0, 5, 5)).toBe(5)
  })
})

describe('topic paths', () => {
  it.each([
    ['', ';;;;;;', null],
    ['4', '4;;;;;;', '4'],
    ['4;17', '4;17;;;;;', '17'],
    ['4;;9', '4;;9;;;;', '9'],
    ['1;2;3;4;5;6;7', '1;2;3;4;5;6;7', '7'],
    ['1;2;3;4;5;6;7;8;9', '1;2;3;4;5;6;7', '7'],
    [' 4 ; 17 ;', '4;17;;;;;', '17'],
    [';;;', ';;;;;;', null],
  ])('[VA21][VA22][CO12] %j', (id, intero, ultimo) => {
    expect(normalizePercorso(id)).toBe(intero)
    expect(sottoPercorsoId(id)).toBe(ultimo)
    expect(nodiOf(id).at(-1) ?? null).toBe(Number(ultimo) || null)
  })

  it('[VA21] always has seven parts and normalises once', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        const intero = normalizePercorso(id)
        expect(splitPercorso(id)).toHaveLength(7)
        expect(normalizePercorso(intero)).toBe(intero)
        expect(sottoPercorsoId(intero)).toBe(sottoPercorsoId(id))
      }),
    )
  })
})

describe('images', () => {
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0)
  const jpg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)

  it('[PK7] the type is read from the first bytes', () => {
    expect(imageType(png)).toBe('image/png')
    expect(imageType(jpg)).toBe('image/jpeg')
    expect(imageType(png.subarray(0, 7))).toBeNull()
    expect(imageType(new TextEncoder().encode('GIF89a'))).toBeNull()
    expect(imageType(new Uint8Array())).toBeNull()
  })

  it('the header says the size, which a phone must be able to show', () => {
    expect(imageSize(pngOf(300, 20))).toEqual({ width: 300, height: 20 })
    expect(imageSize(JPG)).toEqual({ width: 4, height: 4 })
    expect(imageSize(JPG.subarray(0, 12))).toBeNull()
    expect(imageSize(new TextEncoder().encode('GIF89a'))).toBeNull()
    const sizes = [
      [0, 4],
      [5000, 5000],
      [5001, 5000],
      [16_384, 10],
      [16_385, 10],
    ]
    expect(sizes.map(([width = 0, height = 0]) => isShowable({ width, height }))).toEqual([
      false,
      true,
      false,
      true,
      false,
    ])
  })

  it.each([
    ['data:image/png;base64,iVBORw0KGgoAAA==', { ok: true, tipo: 'image/png', base64: 'iVBORw0KGgoAAA==' }],
    ['data:image/jpeg;base64,/9j/4AAQ', { ok: true, tipo: 'image/jpeg', base64: '/9j/4AAQ' }],
    ['data:;base64,/9j/4AAQ', { ok: true, tipo: 'image/jpeg', base64: '/9j/4AAQ' }],
    ['data:image/gif;base64,R0lGODlh', { ok: false, codice: 'TIPO_IMMAGINE_ERRATO' }],
    ['data:image/png;base64,R0lGODlh', { ok: false, codice: 'TIPO_IMMAGINE_ERRATO' }],
    ['data:image/png,iVBORw0KGgo=', { ok: false, codice: 'ENCODING_IMMAGINE_ERRATO' }],
    ['iVBORw0KGgo=', { ok: false, codice: 'ENCODING_IMMAGINE_ERRATO' }],
    ['data:image/png;base64,', { ok: false, codice: 'ENCODING_IMMAGINE_ERRATO' }],
    ['data:image/png;base64,iVBORw0KGgo', { ok: false, codice: 'ENCODING_IMMAGINE_ERRATO' }],
    ['data:image/png;base64,iVBO Rw0KGgo=', { ok: false, codice: 'ENCODING_IMMAGINE_ERRATO' }],
    ['', { ok: false, codice: 'ENCODING_IMMAGINE_ERRATO' }],
  ])('[VA15][VA16] %s', (url, atteso) => {
    expect(checkDataUrl(url)).toEqual(atteso)
  })

  it.each([
    ['550.png', true],
    ['Segnale_stradale-12.JPG', true],
    ['a.jpeg', true],
    ['.png', false],
    ['.nascosta.png', false],
    ['cartella/a.png', false],
    ['..\\a.png', false],
    ['../a.png', false],
    ['a.gif', false],
    ['a.png.exe', false],
    ['a b.png', false],
    ['è.png', false],
    [`${'a'.repeat(101)}.png`, false],
  ])('[PK7] name %j is safe: %s', (nome, atteso) => {
    expect(isImageName(nome)).toBe(atteso)
  })
})
