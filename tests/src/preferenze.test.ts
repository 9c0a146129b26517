import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubBrowser } from './aiuti.ts'

const reload = async () => {
  vi.resetModules()
  return import('#src/domain/preferences')
}
let deposito: Storage
beforeEach(() => {
  deposito = stubBrowser().locale
})

describe('how a person practises on this device', () => {
  it('pace of reading, speed and extent of listening are the same after a reload', async () => {
    const {
      preferences: preferenze,
      setChoice: setScelta,
      setPreference: setPreferenza,
      setNextPause: setPausaAvanti,
    } = await reload()
    expect(preferenze).toMatchObject({
      passo_lettura: '0',
      velocita_ascolto: '1',
      cosa_ascolto: 'giusta',
      quante: '20',
    })
    setScelta('passo_lettura', '20')
    setScelta('velocita_ascolto', '1.5')
    setScelta('cosa_ascolto', 'risposte')
    setScelta('quante', '40')
    setPreferenza('mescola', false)
    setPausaAvanti(1_500)
    expect({ ...(await reload()).preferences }).toEqual({
      avanti_da_sola: true,
      mescola: false,
      tastiera: true,
      chiedi_sicurezza: false,
      passo_lettura: '20',
      velocita_ascolto: '1.5',
      cosa_ascolto: 'risposte',
      quante: '40',
      pausa_avanti: 1_500,
      spiega_errori: true,
    })
  })

  it('what is not a choice is the first one again', async () => {
    deposito.setItem(
      'idoneo.pratica',
      '{"passo_lettura":20,"velocita_ascolto":"9","cosa_ascolto":null,"mescola":false}',
    )
    const { preferences: preferenze } = await reload()
    expect(preferenze).toMatchObject({
      passo_lettura: '0',
      velocita_ascolto: '1',
      cosa_ascolto: 'giusta',
      mescola: false,
    })
  })
})
