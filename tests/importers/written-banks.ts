import { expect } from 'vitest'
import { importBank } from '#importers/import-bank'
import { createChance, makeBank, type RandomBank, readAs, sameAs } from './random-bank.ts'

/** Banks of one night, or of one run. */
export const COUNT = Number(process.env.BANCHE_CASUALI ?? 170)

export const xmlText = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** What a format has a place for: without one, numbers and subjects do not come back. */
type Keeps = { numero: boolean; materia: boolean }

/** Random banks written in one format read back equal; how many of them. */
export async function readBack(
  write: (bank: RandomBank, chance: (n: number) => number) => Promise<Uint8Array> | Uint8Array,
  keeps: Keeps,
  count = COUNT,
): Promise<void> {
  for (let seed = 1; seed <= count; seed++) {
    const chance = createChance(seed)
    const bank = makeBank(chance)
    const result = await importBank({ nome: 'banca', byte: await write(bank, chance) })
    if (!result.ok) throw new Error(`seed ${seed}: ${JSON.stringify(result.error.dati)} ${result.error.detail}`)
    const bare = { ...(keeps.numero ? {} : { numero: '' }), ...(keeps.materia ? {} : { materia: null }) }
    const read = result.value.domande.map((d) =>
      readAs({
        ...d,
        id_ufficiale: keeps.numero ? d.id_ufficiale : '',
        materia: keeps.materia ? d.materia : null,
      }),
    )
    expect(read, `seed ${seed}`).toEqual(bank.questions.map((q) => sameAs({ ...q, ...bare })))
  }
}
