import { describe, expect, it, vi } from 'vitest'
import { openPush, readPush, showPush } from '#workers/push'

const BASE = '/simulatore/'

describe('a push', () => {
  it.each([
    [
      '{"titolo":"Nuova banca","testo":"Ente","pagina":"/simulatore/bandi-in-scadenza?id_bando=3"}',
      'Nuova banca',
      '/simulatore/bandi-in-scadenza?id_bando=3',
    ],
    ['{"titolo":"X","testo":"Y","pagina":"https://altro.example/"}', 'X', BASE],
    ['{"titolo":7,"pagina":["/simulatore/x"]}', 'Idoneo', BASE],
    ['null', 'Idoneo', BASE],
    ['{', 'Idoneo', BASE],
    [undefined, 'Idoneo', BASE],
  ])('[NT4] %s is shown, and leads to a page of this product alone', (text, titolo, pagina) => {
    expect(readPush(text, BASE)).toMatchObject({ titolo, pagina })
  })

  it('[NT4] is shown with its page, which a tap opens in a window of its own', async () => {
    const showNotification = vi.fn(async () => undefined)
    const openWindow = vi.fn(async () => null)
    const scope = { registration: { showNotification }, clients: { openWindow } } as unknown as Parameters<
      typeof showPush
    >[0]
    await showPush(scope, '{"titolo":"A","testo":"B","pagina":"/simulatore/banche-dati"}', BASE)
    expect(showNotification).toHaveBeenCalledWith(
      'A',
      expect.objectContaining({ body: 'B', data: '/simulatore/banche-dati' }),
    )
    for (const data of ['/simulatore/banche-dati', 'https://altro.example/', null])
      await openPush(scope, { data }, BASE)
    expect(openWindow.mock.calls).toEqual([['/simulatore/banche-dati'], [BASE], [BASE]])
  })
})
