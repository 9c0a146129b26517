import { describe, expect, it } from 'vitest'
import { apri, value } from '../mondo.ts'

/** An index whose words are not those of the texts, as when a build of before read them in another way. */
const ALTRE_PAROLE = `UPDATE indice SET valore = CAST(replace(CAST(valore AS TEXT), 'quesito', 'qXXsito') AS BLOB) WHERE chiave = 'vocabolario';`
const SENZA_NORMA = `DELETE FROM indice WHERE chiave = 'norma';`

async function quanti(altera: string): Promise<number[]> {
  const { db } = await apri({ altera })
  const cerca = async (testo: string) =>
    value(await db.searchDomande({ filtro: { testo }, ordine: 'UFFICIALE', seme: 0 })).id_domande.length
  return [await cerca('quesito'), await cerca('"quesito 7"'), await cerca('qxxsito')]
}

describe('the index of a bank file', () => {
  it('is searched as it is when it was built on texts as they are read now', async () => {
    expect(await quanti(ALTRE_PAROLE)).toEqual([0, 0, 0])
  })

  it.each([SENZA_NORMA, `UPDATE indice SET valore = x'01000000' WHERE chiave = 'norma';`])(
    'is built anew in memory after %s: a bank of before is found whole [VA11]',
    async (before) => {
      expect(await quanti(ALTRE_PAROLE + before)).toEqual([60, 1, 0])
    },
  )
})
