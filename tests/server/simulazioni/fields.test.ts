import { beforeEach, describe, expect, test } from 'vitest'
import { useBanco } from './fixtures.ts'

const SLUG = 'costituzionale-40-quesiti'

describe('what the specification asks of simulations', () => {
  const { qui: here, id, avvia, consegna, risposte } = useBanco('incorporato', 'campi')
  let { mondo: world, token }: ReturnType<typeof here> = here()
  const get = async (path: string) => (await world.call('GET', path, { token })).corpo
  const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}/)
  beforeEach(() => {
    ;({ mondo: world, token } = here())
  })

  test('[EN20] [EN21] [EN22] [EN23] [CA30] the list of a bank has their fields, active ones, by pages and by words', async () => {
    const { rows } = await world.db.query<{ id: number }>('select id_concorso as id from simulazione where slug = $1', [
      SLUG,
    ])
    const id_concorso = Number(rows[0]?.id)
    const list = (query: string) => get(`/ms_concorso/simulazioni?id_concorso=${id_concorso}&attiva=true${query}`)
    const { elementi, totale } = await list('')
    expect(totale).toBe(elementi.length)
    expect(elementi.find((s: { id_simulazione: number }) => s.id_simulazione === id(SLUG))).toMatchObject({
      attiva: true,
      data_inserimento: ISO,
      id_concorso,
      descrizione: expect.any(String),
      ente: expect.any(String),
      concorso: expect.any(String),
      durata: expect.stringMatching(/^\d\d:\d\d:\d\d$/),
      numero_domande: 40,
      numero_download: expect.any(Number),
      numero_esecuzioni: expect.any(Number),
      materie_simulazione: expect.arrayContaining([
        { id_materia: expect.any(Number), materia: expect.any(String), numero: expect.any(Number) },
      ]),
    })
    expect((await list('&start=0&size=1')).elementi).toHaveLength(1)
    expect((await list('&search=nessuna-con-queste-parole')).elementi).toEqual([])
    await world.db.query('update simulazione set attiva = false where id_simulazione = $1', [id(SLUG)])
    expect((await list('')).totale).toBe(totale - 1)
    await world.db.query('update simulazione set attiva = true where id_simulazione = $1', [id(SLUG)])
  })

  test('[SI3] [SI4] [EN27] [EN42] [CA31] [CA36] [CA39] [CA41] [CA42] [CA43] [CA44] sent, delivered and read again; of six attempts the last five are listed and are the mean', async () => {
    const scores: number[] = []
    for (const right of [40, 4, 8, 12, 16, 20]) {
      const s = await avvia(SLUG)
      world.orologio.advance(30 * 60_000)
      const sent = (await risposte(s, right)).map((r) => ({ ...r, id_simulazione: String(s.id_simulazione) }))
      const put = `/ms_reportistica/risposte_simulazione?gettone=${s.gettone}&incrementa_contatore=${right % 8 === 0}`
      expect((await world.call('PUT', put, { token, payload: sent })).status).toBe(204)
      const kept = await get(`/ms_reportistica/risposte_simulazione?id_simulazione=${s.id_simulazione}`)
      expect(kept.elementi.filter((r: { risposta: number | null }) => r.risposta !== null)).toHaveLength(right)
      expect((await consegna(s, { sorgente: 'ALTRO' })).corpo.codice).toBe('RICHIESTA_NON_VALIDA')
      const outcome = (await consegna(s)).corpo
      expect(outcome).toMatchObject({
        id_simulazione: s.id_simulazione,
        data_simulazione: ISO,
        numero_domande_previste: 40,
        numero_risposte_corrette: right,
        numero_risposte_errate: 0,
        sorgente: 'WEB',
        consegnata: true,
      })
      scores.push(outcome.punteggio)
    }
    // One by one they count nothing, whatever the caller says (decision 0090).
    expect((await world.db.query('select 1 from statistica where contatore > 0')).rows).toEqual([])
    const { elementi, punteggio_medio } = await get(`/ms_reportistica/esiti_simulazione?id_simulazione=${id(SLUG)}`)
    expect(elementi.map((e: { punteggio: number }) => e.punteggio)).toEqual(scores.slice(1).reverse())
    expect(punteggio_medio).toBe(scores.slice(1).reduce((sum, n) => sum + n, 0) / 5)
    // The ranking counts the first attempt alone.
    expect(await get(`/ms_reportistica/classifica?id_simulazione=${id(SLUG)}`)).toMatchObject({
      numero_partecipanti: 1,
      posizione_classifica: 1,
      punteggio_medio: scores[0],
    })
  })
})
