import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { attenzione, login, makeAccount, newEmail, openContext, signIn, url } from './aiuti.ts'
import {
  addBanca,
  avvio,
  barraLivelli,
  cardBanca,
  esci,
  inizia,
  openBanca,
  prossima,
  rispondi,
  waitPronta,
  waitSincronizzato,
} from './pratica.ts'

const BANCA = 'Diritto costituzionale'

/** A page of the same origin without the app: the store's worker goes, and lets go of its files a moment later. */
const lascia = (page: Page) => page.goto(`${inject('indirizzo')}/salute/pronto`)

type Colpo = { file: 'utente' | 'banca'; dove: 'testata' | 'dati'; byte: number }

/** Damages one file of the pool, as a failing disk would: some bytes of its header, or of its content. */
const colpisci = (page: Page, colpo: Colpo) =>
  page.evaluate(async ({ file, dove, byte }: Colpo) => {
    const root = await navigator.storage.getDirectory()
    for await (const [nome, cartella] of root.entries()) {
      if (!nome.startsWith('idoneo-') || cartella.kind !== 'directory') continue
      const archivio = await (cartella as FileSystemDirectoryHandle).getDirectoryHandle('archivio')
      const opaque = await archivio.getDirectoryHandle('.opaque')
      for await (const [, handle] of opaque.entries()) {
        const h = handle as FileSystemFileHandle
        const bytes = new Uint8Array(await (await h.getFile()).arrayBuffer())
        const path = new TextDecoder().decode(bytes.subarray(0, 512)).split('\0')[0] ?? ''
        const mine = file === 'utente' ? path === '/utente.db' : path.startsWith('/banca-')
        if (!mine || bytes.length <= 4096) continue
        // Several pages: one that is newer in the log is not read from here.
        const at =
          dove === 'testata' ? [0] : [0.3, 0.5, 0.6, 0.7].map((f) => 4096 + Math.floor((bytes.length - 4096) * f))
        for (const from of at) for (let i = 0; i < byte; i++) bytes[from + i * 7] = (bytes[from + i * 7] ?? 0) ^ 0x55
        const w = await h.createWritable()
        await w.write(bytes)
        await w.close()
        return path
      }
    }
    throw new Error('no such file')
  }, colpo)

/** Throws away what a browser throws away when it needs room: files and databases, not the short notes of a page. */
const svuota = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    for await (const name of root.keys()) await root.removeEntry(name, { recursive: true })
    for (const { name } of await indexedDB.databases())
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name as string)
        request.onsuccess = () => resolve()
        request.onerror = () => reject(request.error)
      })
  })

/** Names of the IndexedDB databases and what the mirror holds. */
const specchio = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('idoneo-specchio')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const db = request.result
          const count = db.transaction(['eventi']).objectStore('eventi').count()
          count.onsuccess = () => {
            db.close()
            resolve(count.result)
          }
        }
      }),
  )

const archivio = (page: Page) => page.getByRole('region', { name: 'I tuoi dati su questo dispositivo' })
const verifica = async (page: Page) => {
  await page.goto(url('/profilo?pagina=avanzate'))
  await archivio(page).getByRole('button', { name: 'Controlla' }).click()
}

describe('a damaged store in a real browser', () => {
  const email = newEmail('danni')
  let browser: BrowserContext
  let page: Page

  beforeAll(async () => {
    await makeAccount(email, 'premium')
    browser = await openContext()
    await signIn(browser, email)
    page = await browser.newPage()
    await addBanca(page, BANCA)
    await openBanca(page, BANCA)
    await inizia(page)
    for (let n = 1; n <= 4; n++) {
      if (n > 1) await prossima(page, n)
      await rispondi(page)
    }
    await esci(page)
    await waitSincronizzato(page)
  })
  afterAll(() => browser?.close())

  const livelli = async () => {
    await openBanca(page, BANCA)
    return barraLivelli(page).getAttribute('aria-label')
  }

  it('the check in the profile finds nothing in a store that is whole, and says when it was done', async () => {
    await verifica(page)
    await archivio(page).getByText('Tutto a posto').waitFor()
    await archivio(page).getByText('adesso', { exact: true }).waitFor()
    expect(
      await archivio(page)
        .getByText(/^Sul dispositivo \(/)
        .count(),
    ).toBe(1)
  })

  it('bytes of the person’s database changed: rebuilt, told once, every level is there', async () => {
    const prima = await livelli()
    await lascia(page)
    await expect.poll(() => colpisci(page, { file: 'utente', dove: 'dati', byte: 40 })).toBe('/utente.db')
    // A screen that reads all of it may find the damage before the check is asked for.
    await page.goto(url('/profilo?pagina=avanzate'))
    const told = attenzione(page).getByText('L’archivio su questo dispositivo non era più intero')
    const check = archivio(page).getByRole('button', { name: 'Controlla' })
    await told.or(check).first().waitFor()
    if (!(await told.isVisible())) await check.click({ timeout: 5_000 }).catch(() => null)
    await told.waitFor()
    await attenzione(page).getByRole('button', { name: 'Continua' }).click()
    expect(await livelli()).toBe(prima)
    await verifica(page)
    await archivio(page).getByText('Tutto a posto').waitFor()
    await archivio(page)
      .getByText(/azion[ei] in salvo tra risposte, preferite e livelli/)
      .waitFor()
  })

  it('the pool’s header of the database destroyed: the store gets its name back, nothing is lost', async () => {
    const prima = await livelli()
    await lascia(page)
    await expect.poll(() => colpisci(page, { file: 'utente', dove: 'testata', byte: 20 })).toBe('/utente.db')
    expect(await livelli()).toBe(prima)
    await verifica(page)
    await archivio(page).getByText('Tutto a posto').waitFor()
  })

  it('[PK5] bytes of a bank changed: dropped, told, and downloaded again by itself', async () => {
    const prima = await livelli()
    await lascia(page)
    await expect.poll(() => colpisci(page, { file: 'banca', dove: 'dati', byte: 40 })).toContain('/banca-')
    await verifica(page)
    await attenzione(page).getByText(`Sul dispositivo il file di ${BANCA} era danneggiato`).waitFor()
    await attenzione(page).getByRole('button', { name: 'Continua' }).click()
    await expect.poll(livelli).toBe(prima)
    await avvio(page).waitFor()
  })

  it('[SY10] answers that the server does not have are mirrored, and leave the mirror when they were sent', async () => {
    await openBanca(page, BANCA)
    await browser.setOffline(true)
    await inizia(page)
    await rispondi(page)
    await prossima(page, 2)
    await rispondi(page)
    await expect.poll(() => specchio(page)).toBe(2)
    await browser.setOffline(false)
    await esci(page)
    await waitSincronizzato(page)
    await expect.poll(() => specchio(page)).toBe(0)
  })

  it('all that the browser kept is gone: told once, and what was sent comes back', async () => {
    const prima = await livelli()
    await lascia(page)
    await expect.poll(() => svuota(page).then(() => true)).toBe(true)
    await page.goto(url('/banche-dati'))
    await attenzione(page).getByText('Il browser ha cancellato l’archivio dei tuoi quiz').waitFor()
    await attenzione(page).getByRole('button', { name: 'Ho capito' }).click()
    await cardBanca(page, BANCA).getByRole('button', { name: 'Scarica' }).click()
    await waitPronta(page, BANCA)
    await expect.poll(livelli).toBe(prima)
    expect(await attenzione(page).count()).toBe(0)
  })
})

describe('[MI2] an old database in a real browser', () => {
  const email = newEmail('vecchio')
  let browser: BrowserContext
  afterAll(() => browser?.close())

  it('becomes the account’s at the first visit and is sent', async () => {
    await makeAccount(email, 'premium')
    browser = await openContext()
    const page = await browser.newPage()
    await lascia(page)
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.open('concorsi', 9)
          request.onupgradeneeded = () => {
            const banche = request.result.createObjectStore('concorsi', { keyPath: 'id_concorso' })
            banche.put({ id_concorso: 77, concorso: 'La banca di prima', anno: 2023 })
            const store = request.result.createObjectStore('statistiche', { keyPath: 'id_domanda' })
            for (let n = 1; n <= 12; n++)
              store.put({
                id_domanda: 7_700_000 + n,
                id_concorso: 77,
                livello_conoscenza: n % 2 === 0 ? 1 : -2,
                preferiti: false,
                data_eseguita: '2026-05-01T10:00:00.000Z',
                sincronizzata: n <= 6,
              })
          }
          request.onsuccess = () => {
            request.result.close()
            resolve()
          }
          request.onerror = () => reject(request.error)
        }),
    )
    await login(page, email)
    await page.goto(url('/banche-dati'))
    await page.getByRole('region', { name: 'La banca di prima' }).waitFor()
    const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    expect(databases).toContain('concorsi')
  })
})
