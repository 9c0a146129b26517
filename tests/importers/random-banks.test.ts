import iconv from 'iconv-lite'
import { expect, it, vi } from 'vitest'
import { importBank } from '#importers/import-bank'
import { createChance, makeBank, readAs, sameAs, writeRecords, writeTable } from './random-bank.ts'

const count = Number(process.env.BANCHE_CASUALI ?? 170)
const first = Number(process.env.BANCHE_SEME ?? 1)
vi.setConfig({ testTimeout: 300_000 + count * 100 })

const ENCODINGS = ['utf-8', 'utf-8', 'utf-8', 'windows-1252', 'utf-16le']

it(`a random bank in a random shape reads back equal, or is refused: ${count} of them`, async () => {
  let read = 0
  const refused: string[] = []
  for (let seed = first; seed < first + count; seed++) {
    const chance = createChance(seed)
    const bank = makeBank(chance)
    const { text, base, how } = chance(3) === 0 ? writeRecords(bank, chance) : writeTable(bank, chance)
    const encoding = ENCODINGS[chance(ENCODINGS.length)] ?? 'utf-8'
    const byte = new Uint8Array(iconv.encode(text, encoding, { addBOM: encoding === 'utf-16le' }))
    // Numbers that fit 0 and 1 both are said, and the operator chooses.
    const opzioni = base === null ? {} : { base }
    const result = await importBank({ nome: 'banca', byte, opzioni })
    if (!result.ok) {
      refused.push(`${seed}: ${how}: ${String(result.error.dati?.kind)}`)
      continue
    }
    read++
    expect(result.value.domande.map(readAs), `seed ${seed}: ${how}, ${encoding}`).toEqual(bank.questions.map(sameAs))
  }
  expect(refused.length, refused.slice(0, 5).join('\n')).toBeLessThan(count * 0.02)
  expect(read).toBeGreaterThan(count * 0.98 - 1)
})

it('numbers that are keys are never read from the wrong base without a word', async () => {
  for (let seed = 1; seed <= 200; seed++) {
    const chance = createChance(seed)
    const bank = makeBank(chance)
    const { text, base, how } = writeRecords(bank, chance)
    if (base === null) continue
    const result = await importBank({ nome: 'banca', byte: new TextEncoder().encode(text) })
    if (!result.ok) continue
    const same = result.value.domande.every((d, i) => d.corretta === null || d.corretta === bank.questions[i]?.corretta)
    const said = result.value.avvisi.some((a) => a.kind === 'key_base_unclear')
    expect(same || said, `seed ${seed}: ${how}`).toBe(true)
  }
})
