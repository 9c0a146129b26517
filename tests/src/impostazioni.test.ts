import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '#contract/result'
import { stubBrowser } from './aiuti.ts'

type Row = { nome: string; valore: string | number | boolean; at: string }
const archivio = { righe: [] as Row[], rifiuta: false }
const database = {
  listImpostazioni: async () => ok(archivio.righe.map(({ nome, valore }) => ({ nome, valore }))),
  saveImpostazione: async ({ nome, valore, at }: Row) => {
    if (archivio.rifiuta) return { ok: false, error: { codice: 'ARCHIVIO_OCCUPATO' } }
    archivio.righe = archivio.righe.filter((r) => r.nome !== nome)
    if (valore !== null) archivio.righe.push({ nome, valore, at })
    return ok(null)
  },
}
vi.mock('#src/store/on-store', () => ({ onStore: (f: (db: unknown) => unknown) => f(database) }))

let deposito: Storage
const PIANO = 'idoneo.piano.7'
beforeEach(() => {
  deposito = stubBrowser().locale
  Object.assign(archivio, { righe: [], rifiuta: false })
})

/** A page of the account, with its store open. */
async function page() {
  vi.resetModules()
  const { session } = await import('#src/session/session')
  session.credentials = { utente: { id_utente_idoneo: 7 } } as NonNullable<typeof session.credentials>
  const { store } = await import('#src/store/opening')
  store.stato = 'aperto'
  const settings = await import('#src/domain/settings')
  const preferences = await import('#src/domain/preferences')
  const plan = await import('#src/domain/study-plan')
  const changes = await import('#src/store/changes')
  settings.followSettings()
  await vi.waitFor(() => expect(JSON.parse(deposito.getItem(PIANO) ?? '{}').portate).toBe(true))
  return { ...settings, ...preferences, ...plan, ...changes }
}

describe('[SY14] settings that belong to the person', () => {
  it('are kept in the store when they are chosen; what is of the device is not', async () => {
    const p = await page()
    p.setChoice('quante', '40')
    p.setPreference('mescola', false)
    p.setPreference('tastiera', false)
    p.setNextPause(1_500)
    await p.keepPlan('prove', 12, '2026-12-01')
    await p.keepPlan('prove', 2_000_000_001, '2026-12-02')
    expect(archivio.righe.map(({ nome, valore }) => [nome, valore])).toEqual([
      ['quante', '40'],
      ['mescola', false],
      ['pausa_avanti', 1_500],
      ['prova:12', '2026-12-01'],
    ])
    await p.keepPlan('prove', 12, null)
    expect(archivio.righe.map(({ nome }) => nome)).not.toContain('prova:12')
  })

  it('banks whose exam is on one day have one pace [OG8]', async () => {
    const p = await page()
    for (const [id, day] of [
      [12, '2026-12-01'],
      [-3, '2026-12-01'],
      [14, '2026-12-02'],
    ] as const)
      await p.keepPlan('prove', id, day)
    await p.keepPlan('ritmi', -3, 60)
    await p.keepPlan('ritmi', 14, 100)
    expect(p.readScelte(12)).toMatchObject({ insieme: [-3], scelto: 60 })
    expect(p.readScelte(-3)).toMatchObject({ insieme: [12], scelto: 60 })
    expect(p.readScelte(14)).toMatchObject({ insieme: [], scelto: 100 })
    expect(p.readScelte(15)).toMatchObject({ data_prova: null, insieme: [], scelto: null })
  })

  it('of another device show here as soon as they arrive, and after a reload', async () => {
    const p = await page()
    await p.keepPlan('prove', 2_000_000_001, '2026-12-02')
    await p.keepPlan('prove', 13, '2026-12-03')
    archivio.righe = [
      { nome: 'quante', valore: '60', at: '' },
      { nome: 'velocita_ascolto', valore: '9', at: '' },
      { nome: 'tastiera', valore: false, at: '' },
      { nome: 'domani', valore: 'chissà', at: '' },
      { nome: 'prova:12', valore: '2027-01-15', at: '' },
      { nome: 'prova:14', valore: 'presto', at: '' },
      { nome: 'vigilia:12', valore: '2027-01-15:documento,penna', at: '' },
      { nome: 'vigilia:14', valore: 'tutto', at: '' },
      { nome: 'esito:12', valore: '2027-01-15:23500', at: '' },
      { nome: 'esito:14', valore: 'bene', at: '' },
    ]
    p.tellStoreChange({ tipo: 'giornale' })
    await vi.waitFor(() => expect(p.settings.heard).toBe(1))
    const shown = { quante: '60', velocita_ascolto: '1', tastiera: true }
    expect(p.preferences).toMatchObject(shown)
    expect(p.preferences).not.toHaveProperty('domani')
    expect(p.readStudyPlan().prove).toEqual({ 12: '2027-01-15', 2000000001: '2026-12-02' })
    // [FG7] What was ticked on the eve of an exam comes with it.
    expect(p.readStudyPlan().vigilie).toEqual({ 12: '2027-01-15:documento,penna' })
    expect(p.readStudyPlan().esiti).toEqual({ 12: '2027-01-15:23500' })
    expect((await page()).preferences).toMatchObject(shown)
  })

  it('what is chosen while others arrive is not taken back by what the store said before it', async () => {
    const p = await page()
    const list = database.listImpostazioni
    let answer = () => {}
    const held = new Promise<void>((done) => {
      answer = done
    })
    database.listImpostazioni = async () => {
      const before = await list()
      await held
      return before
    }
    p.tellStoreChange({ tipo: 'giornale' })
    archivio.righe = [{ nome: 'velocita_ascolto', valore: '1.5', at: '' }]
    const kept = p.keepPlan('prove', 12, '2026-12-01')
    p.setChoice('quante', '40')
    database.listImpostazioni = list
    answer()
    await kept
    await vi.waitFor(() => expect(p.preferences.velocita_ascolto).toBe('1.5'))
    expect(p.preferences.quante).toBe('40')
    expect(p.readStudyPlan().prove).toEqual({ 12: '2026-12-01' })
    // The same while the store has not answered the choice yet.
    const save = database.saveImpostazione
    let stored = () => {}
    const saving = new Promise<void>((done) => {
      stored = done
    })
    database.saveImpostazione = async (row) => {
      await saving
      return save(row)
    }
    p.setChoice('quante', '60')
    p.tellStoreChange({ tipo: 'giornale' })
    await new Promise((done) => setImmediate(done))
    expect(p.preferences.quante).toBe('60')
    archivio.righe.push({ nome: 'mescola', valore: false, at: '' })
    stored()
    database.saveImpostazione = save
    await vi.waitFor(() => expect(p.preferences.mescola).toBe(false))
    expect(p.preferences.quante).toBe('60')
  })

  it('what the store had not confirmed when the page was left is saved at the next opening', async () => {
    const p = await page()
    const save = database.saveImpostazione
    database.saveImpostazione = () => new Promise(() => {})
    void p.keepPlan('prove', 12, '2026-12-01')
    p.setChoice('quante', '40')
    // A page that is left hears no answer.
    database.saveImpostazione = save
    const next = await page()
    await vi.waitFor(() => expect(archivio.righe.map(({ nome }) => nome)).toEqual(['prova:12', 'quante']))
    expect(next.preferences.quante).toBe('40')
    expect(next.readStudyPlan()).toMatchObject({ prove: { 12: '2026-12-01' }, attese: {} })
    // Changed elsewhere since, it does not come back from here.
    archivio.righe = [{ nome: 'quante', valore: '20', at: '' }]
    expect((await page()).preferences.quante).toBe('20')
    expect(archivio.righe).toHaveLength(1)
  })

  it('exam days chosen before they travelled are taken over once, older than any other', async () => {
    deposito.setItem(PIANO, '{"prove":{"12":"2026-12-01","13":"2026-12-05"}}')
    archivio.righe = [{ nome: 'prova:12', valore: '2027-02-02', at: '2026-11-27T10:00:00.000+01:00' }]
    const p = await page()
    await vi.waitFor(() => expect(archivio.righe).toHaveLength(2))
    expect(archivio.righe[0]?.valore).toBe('2027-02-02')
    expect(archivio.righe[1]).toEqual({ nome: 'prova:13', valore: '2026-12-05', at: '1970-01-01T00:00:00.000+00:00' })
    p.tellStoreChange({ tipo: 'impostazioni' })
    await vi.waitFor(() => expect(p.readStudyPlan().prove).toEqual({ 12: '2027-02-02', 13: '2026-12-05' }))
    // Deleted elsewhere, it does not come back from here.
    archivio.righe = archivio.righe.slice(0, 1)
    await page()
    await vi.waitFor(() => expect(p.readStudyPlan().prove).toEqual({ 12: '2027-02-02' }))
    expect(archivio.righe).toHaveLength(1)
  })

  it('a store that does not take them leaves the days where they are', async () => {
    deposito.setItem(PIANO, '{"prove":{"13":"2026-12-05"}}')
    archivio.rifiuta = true
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await expect(page()).rejects.toThrow()
    expect(JSON.parse(deposito.getItem(PIANO) as string)).toEqual({ prove: { 13: '2026-12-05' } })
  })
})
