import { describe, expect, it } from 'vitest'
import { MARTELLA, SEVERAL_BANCHE } from '#contract/database'
import { hrefAfter, keepRicerca } from '#src/domain/hrefs'
import { wayBackText } from '#src/text/way-back'

describe('the way back from a sitting that has ended', () => {
  const way = (id_concorso: number, ordine?: typeof MARTELLA) => {
    const href = hrefAfter({ id_concorso, ...(ordine && { ordine }) })
    return [href, wayBackText(href)]
  }

  it('is its bank', () => {
    expect(way(3)).toEqual(['/banca-dati?id_concorso=3', 'Torna alla banca dati'])
    expect(way(-4)).toEqual(['/materia?id_argomento=4', 'Torna alla materia'])
  })

  it('over several banks is the search only where this visit had one, else the errors or home', () => {
    expect(way(SEVERAL_BANCHE)).toEqual(['/', 'Torna alla home'])
    expect(way(SEVERAL_BANCHE, MARTELLA)).toEqual(['/progressi', 'Torna ai progressi'])
    keepRicerca('parole=accesso')
    expect(way(SEVERAL_BANCHE)).toEqual(['/ricerca?parole=accesso', 'Torna alla ricerca'])
    expect(way(SEVERAL_BANCHE, MARTELLA)).toEqual(['/progressi', 'Torna ai progressi'])
  })
})
