import { describe, expect, it } from 'vitest'
import { apri, codice, giusta, rispondi, sbagliata, value } from '../mondo.ts'

const TEXTS = [
  'Ai sensi dell’art. 7 della legge 241/1990, l’avvio del procedimento è comunicato:',
  'Ai sensi dell’<b>art. 7</b> della <i>legge 7 agosto 1990, n. 241</i>, chi comunica?',
  'Secondo l’art. 97 della Costituzione i pubblici uffici sono organizzati:',
]

describe('norms that a bank cites [LN5]', () => {
  it('each with its questions and today’s levels, read once', async () => {
    const mondo = await apri({
      n: 9,
      cambia: (d) => {
        const testo = TEXTS[d.posizione - 1] ?? 'Nessuna norma qui'
        return { ...d, testo, html: testo.includes('<b>') }
      },
    })
    const first = value(await mondo.db.readNorme({ id_concorso: 1 }))
    expect(first.map((a) => [a.atto, a.data, a.id_domande, a.articoli.map((x) => x.articolo)])).toEqual([
      ['L. 241/1990', '1990-08-07', [100_001, 100_002], ['7']],
      ['Cost.', null, [100_003], ['97']],
    ])
    await rispondi(mondo, 1, giusta(1))
    await rispondi(mondo, 2, sbagliata(2))
    const [law] = value(await mondo.db.readNorme({ id_concorso: 1 }))
    expect(law?.id_domande).toEqual([100_002, 100_001])
    expect(law?.per_livello).toMatchObject({ [-2]: 1, [-1]: 1, [-99]: 0 })
  })

  it('are read in slices: a call that comes meanwhile is served before their end, and who asks twice is answered once read', async () => {
    const n = 450
    const { db } = await apri({ n, cambia: (d) => ({ ...d, testo: TEXTS[d.posizione % 3] as string }) })
    const served: string[] = []
    const ask = async (name: string, call: Promise<unknown>) => {
      await call
      served.push(name)
    }
    value(await db.countDomande({ filtro: { id_concorso: 1 } }))
    const reading = [db.readNorme({ id_concorso: 1 }), db.readNorme({ id_concorso: 1 })].map((r) => ask('norme', r))
    // The message of another call comes when this turn is over.
    await new Promise((next) => setTimeout(next))
    await ask('conto', db.countDomande({ filtro: { id_concorso: 1 } }))
    await Promise.all(reading)
    expect(served).toEqual(['conto', 'norme', 'norme'])
    const atti = value(await db.readNorme({ id_concorso: 1 }))
    expect(atti.reduce((sum, a) => sum + a.id_domande.length, 0)).toBe(n)
  })

  it('a bank that goes while it is read is told as such', async () => {
    const mondo = await apri({ n: 450 })
    const reading = mondo.db.readNorme({ id_concorso: 1 })
    value(await mondo.db.deleteBanca({ id_concorso: 1, dallaLista: false }))
    expect(['CONCORSO_NON_TROVATO', 'CONCORSO_NOT_INITIALIZED']).toContain(codice(await reading))
  })

  it('a bank that is not here has none', async () => {
    const { db } = await apri({ n: 3 })
    expect(codice(await db.readNorme({ id_concorso: 99 }))).toBe('CONCORSO_NON_TROVATO')
  })
})
