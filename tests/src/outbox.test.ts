import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok, type Result } from '#contract/result'
import { network } from '#src/platform/network'
import { notices } from '#src/session/notices'
import { session } from '#src/session/session'
import { createOutbox } from '#src/sync/outbox'

type Letter = { id: string; text: string }
const signIn = (id_utente_idoneo: number) => {
  session.credentials = { utente: { id_utente_idoneo } } as typeof session.credentials
}

describe('what a person sends without a network', () => {
  const answer = vi.fn<(item: Letter) => Promise<Result<unknown>>>()
  const box = createOutbox<Letter>({
    key: (id) => `prova.${id}`,
    id: (letter) => letter.id,
    isItem: (kept): kept is Letter => typeof (kept as Partial<Letter> | null)?.id === 'string',
    call: answer,
    useless: ['DOMANDA_NON_TROVATA'],
    refused: 'Una lettera non è stata accettata.',
  })
  const a = { id: 'a', text: 'uno' }
  const b = { id: 'b', text: 'due' }

  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
    answer.mockReset().mockResolvedValue(ok(null))
    network.online = true
    session.expired = null
    notices.toast = null
    signIn(1)
  })

  it('waits, and leaves in its order when the network is back', async () => {
    network.online = false
    expect(await box.send(a)).toEqual(ok({ sent: false }))
    expect(await box.send(b)).toEqual(ok({ sent: false }))
    await box.flush()
    expect(answer).not.toHaveBeenCalled()
    network.online = true
    await box.flush()
    expect(answer.mock.calls).toEqual([[a], [b]])
    expect(box.waiting()).toEqual([])
  })

  it('a server that is not reached leaves it waiting, a refusal is told and forgotten', async () => {
    answer.mockResolvedValueOnce(fail('REMOTE_REQUEST_FAILED'))
    expect(await box.send(a)).toEqual(ok({ sent: false }))
    expect(box.waiting()).toEqual([a])
    answer.mockResolvedValueOnce(fail('RATE_LIMIT_EXCEEDED'))
    expect(await box.send(b)).toMatchObject({ ok: false })
    expect(box.waiting()).toEqual([a])
  })

  it.each([
    'RETE_ASSENTE',
    'REMOTE_REQUEST_FAILED',
    'SERVIZIO_NON_PRONTO',
    'ERRORE_INTERNO',
    'RISPOSTA_NON_VALIDA',
    'SESSIONE_SCADUTA',
    'TOKEN_NON_VALIDO',
    'DISPOSITIVO_DISCONNESSO',
    'ACCOUNT_DISABILITATO',
  ] as const)('%s says nothing of what was sent: it waits', async (codice) => {
    answer.mockResolvedValueOnce(fail(codice))
    expect(await box.send(a)).toEqual(ok({ sent: false }))
    expect(box.waiting()).toEqual([a])
  })

  it('one that the server stumbles on waits, and the others leave', async () => {
    network.online = false
    await box.send(a)
    await box.send(b)
    network.online = true
    answer.mockResolvedValueOnce(fail('ERRORE_INTERNO'))
    await box.flush()
    expect(answer.mock.calls).toEqual([[a], [b]])
    expect(box.waiting()).toEqual([a])
    expect(notices.toast).toBeNull()
  })

  it('is not said to be kept where the browser could not keep it', async () => {
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    answer.mockResolvedValueOnce(fail('ERRORE_INTERNO'))
    expect(await box.send(a)).toEqual(fail('ERRORE_INTERNO'))
    network.online = false
    answer.mockResolvedValueOnce(fail('RETE_ASSENTE'))
    expect(await box.send(a)).toEqual(fail('RETE_ASSENTE'))
  })

  it('another account that signs in meanwhile keeps its own', async () => {
    answer.mockImplementationOnce(async () => {
      signIn(2)
      localStorage.setItem('prova.2', JSON.stringify([a]))
      return ok(null)
    })
    await box.send(a)
    expect(box.waiting()).toEqual([a])
  })

  it('one that would be refused for ever does not hold up the others; one refused for now does', async () => {
    network.online = false
    await box.send(a)
    await box.send(b)
    network.online = true
    answer.mockResolvedValueOnce(fail('RATE_LIMIT_EXCEEDED'))
    await box.flush()
    expect(box.waiting()).toEqual([a, b])
    answer.mockResolvedValueOnce(fail('DOMANDA_NON_TROVATA'))
    await box.flush()
    expect(answer.mock.calls.slice(-2)).toEqual([[a], [b]])
    expect(box.waiting()).toEqual([])
    expect(notices.toast?.text).toBe('Una lettera non è stata accettata.')
  })

  it('stays with its account', async () => {
    network.online = false
    await box.send(a)
    signIn(2)
    network.online = true
    expect(box.waiting()).toEqual([])
    await box.flush()
    expect(answer).not.toHaveBeenCalled()
    signIn(1)
    expect(box.waiting()).toEqual([a])
  })

  it('what cannot be read is nothing', () => {
    localStorage.setItem('prova.1', '[{"text":1}, null')
    expect(box.waiting()).toEqual([])
  })
})
