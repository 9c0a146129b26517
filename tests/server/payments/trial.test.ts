import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeWorld } from '../world.ts'

const YES = { accetta_condizioni: true, esecuzione_immediata: true }

describe('premium without a provider', () => {
  it('[PY5] outside production a labelled trial checkout pays nothing and grants premium', async () => {
    const mondo = await makeWorld()
    const { token } = await mondo.registerVerified('prova@posta.example')
    const begin = async () =>
      (await mondo.call('POST', '/ms_utente/pagamento', { token, payload: { durata: 'premium-3', ...YES } })).corpo
    const { url, fornitore, id_sessione } = await begin()
    expect(fornitore).toBe('PROVA')
    const path = new URL(url).pathname
    const page = await mondo.app.inject({ url: path })
    expect(page.body).toContain('PROVA: nessun addebito')
    expect(page.body).toContain('9,99')
    // Its policy lets in its own style, by the sum, and nothing else.
    const style = /<style>([^<]*)<\/style>/.exec(page.body)?.[1] ?? ''
    const sum = createHash('sha256').update(style).digest('base64')
    expect(page.headers['content-security-policy']).toMatch(`default-src 'none'; style-src 'sha256-${sum}';`)
    const press = (where: string, esito: string) =>
      mondo.app.inject({
        method: 'POST',
        url: where,
        payload: `esito=${esito}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const large = {
      method: 'POST' as const,
      payload: `esito=paga&x=${'x'.repeat(1_000_000)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    expect((await mondo.app.inject({ ...large, url: '/pagamento-di-prova/prova_x' })).statusCode).toBe(404)
    expect((await mondo.app.inject({ ...large, url: path })).statusCode).toBe(413)
    const cancelled = await begin()
    const gone = await press(new URL(cancelled.url).pathname, 'annulla')
    expect([gone.statusCode, gone.headers.location]).toEqual([303, expect.stringContaining('esito=annullato')])
    await press(new URL(cancelled.url).pathname, 'paga')
    expect((await mondo.call('GET', '/ms_utente/livello', { token })).corpo.livello).toBe(0)
    const paid = await press(path, 'paga')
    expect(paid.headers.location).toContain(`id_sessione=${id_sessione}`)
    await press(path, 'paga')
    const { corpo } = await mondo.call('POST', '/ms_utente/verifica_transazione', {
      token,
      payload: { fornitore, id_sessione },
    })
    expect(corpo).toMatchObject({
      stato: 'APPLICATA',
      livello: { livello: 3, data_scadenza_premium: '2027-02-21T09:00:00.000Z' },
    })
    expect(mondo.messaggi.at(-1)?.subject).toBe('PROVA: il tuo Premium di prova è attivo')
    await mondo.close()
  })

  it('[PY5] in production nothing can be bought and there is no trial page', async () => {
    const mondo = await makeWorld({ config: { production: true } })
    const { token } = await mondo.registerVerified('produzione@posta.example')
    expect((await mondo.call('GET', '/ms_utente/listino')).corpo.fornitore).toBeNull()
    const { status, corpo } = await mondo.call('POST', '/ms_utente/pagamento', {
      token,
      payload: { durata: 'premium-3', ...YES },
    })
    expect([status, corpo.codice]).toEqual([503, 'PAGAMENTO_NON_DISPONIBILE'])
    for (const method of ['GET', 'POST'] as const)
      expect((await mondo.app.inject({ method, url: '/pagamento-di-prova/prova_x' })).json().codice).toBe('NON_TROVATO')
    await mondo.close()
  })
})
