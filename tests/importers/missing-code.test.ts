import { expect, it, vi } from 'vitest'
import { importBank } from '#importers/import-bank'
import { createOwnBankReader } from '#workers/proprie/reader'
import { bytes } from './helpers.ts'

// What a browser says of a part of the program that it cannot fetch.
vi.mock('unpdf', () => {
  throw new TypeError('Failed to fetch dynamically imported module: https://esempio.it/assets/pdf.js')
})

const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'

it('a reader whose code did not come is told as such, and nothing is said of the file', async () => {
  const read = await importBank({ nome: 'banca.pdf', byte: bytes(PDF) })
  expect(read).toMatchObject({ ok: false, error: { codice: 'LETTORE_ASSENTE' } })
  const own = createOwnBankReader()
  expect(await own.read({ file: new Blob([PDF]), nome: 'banca.pdf', scelte: {} })).toMatchObject({
    ok: false,
    error: { codice: 'LETTORE_ASSENTE' },
  })
})
