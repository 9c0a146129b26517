import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makeBanca, makeUtente, stubBrowser } from './aiuti.ts'

const BANCA = makeBanca()

/** The modules as a page that has just been opened finds them. */
async function openPage(id_utente: number, ricordami = true) {
  vi.resetModules()
  const credenziale = await import('#src/session/session')
  credenziale.session.credentials = {
    token: 't'.repeat(20),
    utente: makeUtente({ id_utente_idoneo: id_utente }),
    ricordami,
    emessa: 0,
  }
  return { ...credenziale, ...(await import('#src/session/first-paint')) }
}

describe('picture of the home for the first paint', () => {
  let web: ReturnType<typeof stubBrowser>
  beforeEach(() => {
    web = stubBrowser()
  })

  it('a page that opens again reads what the last one kept, part by part', async () => {
    const prima = await openPage(7)
    prima.keepFirstPaint({ elenco: [BANCA], in_attesa: 3 })
    prima.keepFirstPaint({ in_attesa: 4 })
    const { readFirstPaint: readIstantanea } = await openPage(7)
    expect(readIstantanea()).toMatchObject({ id_utente: 7, elenco: [BANCA], in_attesa: 4, livello: null })
  })

  it('another account never reads it, and its own takes the place', async () => {
    ;(await openPage(7)).keepFirstPaint({ elenco: [BANCA] })
    const altro = await openPage(8)
    expect(altro.readFirstPaint()).toBeNull()
    altro.keepFirstPaint({ elenco: [] })
    expect((await openPage(7)).readFirstPaint()).toBeNull()
  })

  it('it begins with the banks: a number alone is no picture', async () => {
    const { keepFirstPaint: keepIstantanea, readFirstPaint: readIstantanea } = await openPage(7)
    keepIstantanea({ in_attesa: 9 })
    expect(readIstantanea()).toBeNull()
  })

  it('leaving clears it; a session of one tab keeps it in that tab only [AU20]', async () => {
    const {
      keepFirstPaint: keepIstantanea,
      readFirstPaint: readIstantanea,
      dropCredentials: dropCredenziale,
      FIRST_PAINT_KEY: CHIAVE_ISTANTANEA,
    } = await openPage(7, false)
    keepIstantanea({ elenco: [BANCA] })
    expect(web.locale.getItem(CHIAVE_ISTANTANEA)).toBeNull()
    expect(web.sessioneWeb.getItem(CHIAVE_ISTANTANEA)).toContain('Corpus')
    dropCredenziale()
    expect(web.sessioneWeb.getItem(CHIAVE_ISTANTANEA)).toBeNull()
    keepIstantanea({ elenco: [] })
    expect(readIstantanea()).toBeNull()
  })

  it('an unreadable picture is no picture', async () => {
    const { readFirstPaint: readIstantanea, FIRST_PAINT_KEY: CHIAVE_ISTANTANEA } = await openPage(7)
    web.locale.setItem(CHIAVE_ISTANTANEA, '{"id_utente":7')
    expect(readIstantanea()).toBeNull()
    web.locale.setItem(CHIAVE_ISTANTANEA, '{"id_utente":7}')
    expect(readIstantanea()).toBeNull()
  })
  it('a picture of another form, as another version kept it, is no picture: the home would break at every visit', async () => {
    const livello = { livello: 1, data_scadenza_premium: null, quiz_usati: 0, quiz_limite: null, quiz_rimasti: null }
    const buona = { id_utente: 7, elenco: [BANCA], livello, in_attesa: 0 }
    const { readFirstPaint: readIstantanea, FIRST_PAINT_KEY: CHIAVE_ISTANTANEA } = await openPage(7)
    const read = (istantanea: unknown) => {
      web.locale.setItem(CHIAVE_ISTANTANEA, JSON.stringify(istantanea))
      return readIstantanea()
    }
    expect(read(buona)).toEqual(buona)
    const senza = (nome: string) => Object.fromEntries(Object.entries(BANCA).filter(([n]) => n !== nome))
    for (const nome of Object.keys(BANCA)) expect(read({ ...buona, elenco: [senza(nome)] }), nome).toBeNull()
    for (const elenco of [[null], [{}], [BANCA, 3], [{ ...BANCA, per_livello: {} }], [{ ...BANCA, ultimo_uso: 'mai' }]])
      expect(read({ ...buona, elenco })).toBeNull()
    for (const altro of [5, {}, { ...livello, quiz_usati: 'tanti' }, { ...livello, data_scadenza_premium: 'ieri' }])
      expect(read({ ...buona, livello: altro })).toBeNull()
    expect(read({ ...buona, in_attesa: 'molte' })).toBeNull()
  })
})
