import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { inject } from 'vitest'
import { idoneo, TELEFONO } from './aiuti.ts'
import { runAxe } from './axe.ts'

/** Questions of a bank made for a journey: half of a subject, half of the other, the right answer told by its words. */
export const DOMANDE = 12
export const MATERIE = ['Prima materia', 'Seconda materia'] as const

/** Publishes a bank, of twelve questions unless told, whose right answers begin with "Giusta"; answers its id. */
export async function importBanca(nome: string, domande = DOMANDE): Promise<number> {
  const file = join(inject('dataDir'), `${nome.replace(/\W/g, '-')}.csv`)
  const righe = Array.from({ length: domande }, (_, i) => {
    const n = i + 1
    const materia = MATERIE[i < domande / 2 ? 0 : 1]
    return `${n};${materia};Quale risposta vale per il quesito di prova numero ${n}?;Giusta ${n};Sbagliata ${n};Altra ${n};A;Perché la ${n} è giusta.`
  })
  writeFileSync(
    file,
    ['numero;materia;domanda;risposta_a;risposta_b;risposta_c;corretta;spiegazione', ...righe, ''].join('\n'),
  )
  const detto = await idoneo('importa', file, '--titolo', nome, '--ente', 'Ente di prova', '--anno', '2026', '--json')
  return (JSON.parse(detto) as { id_concorso: number }).id_concorso
}

/** Publishes an official simulation of the whole bank: 1 for a right answer, −0.25 for a wrong one, threshold 6; `altro`: further rules. Answers its id. */
export async function publishSimulazione(
  id_concorso: number,
  descrizione: string,
  durata: string,
  altro: object = {},
): Promise<number> {
  const file = join(inject('dataDir'), `${descrizione.replace(/\W/g, '-')}.json`)
  const scritta = {
    descrizione,
    durata,
    materie: MATERIE.map((materia) => ({ materia, numero: DOMANDE / 2 })),
    sezioni: [{ nome: 'Prova', punti: { tipo: 'fissi', corretta: 1, sbagliata: -0.25, omessa: 0 } }],
    ammissione: { minimo: 6 },
    ...altro,
  }
  writeFileSync(file, JSON.stringify(scritta))
  const detto = await idoneo('simulazione', file, '--concorso', String(id_concorso), '--json')
  return (JSON.parse(detto) as { id_simulazione: number }).id_simulazione
}

/** What a person at the keyboard would not see: a focus on nothing, or under something else. */
const problema = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const nodo = document.activeElement
    if (!(nodo instanceof HTMLElement) || nodo === document.body) return null
    const r = nodo.getBoundingClientRect()
    // Controls drawn by their label are a pixel wide: the label shows the focus.
    if (r.width < 4 || r.height < 4) return null
    // The two thumbs of a range lie over each other by design.
    if (nodo instanceof HTMLInputElement && nodo.type === 'range') return null
    const etichetta = nodo instanceof HTMLInputElement ? nodo.labels?.[0]?.textContent : nodo.textContent
    const nome = `${nodo.tagName} «${(nodo.getAttribute('aria-label') ?? etichetta ?? '').trim().slice(0, 40)}»`
    const [x, y] = [r.left + r.width / 2, r.top + Math.min(r.height / 2, 20)]
    if (y < 0 || y > innerHeight || x < 0 || x > innerWidth) return `${nome} is out of the window`
    const sopra = document.elementFromPoint(x, y)
    if (sopra && !nodo.contains(sopra) && !sopra.contains(nodo) && !sopra.closest('label'))
      return `${nome} is covered by ${sopra.tagName}.${sopra.className}`
    return null
  })

/** Walks with the Tab key alone until the focus is on a control; every stop on the way must be in sight. */
export async function tabTo(page: Page, meta: Locator, tasto: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await meta.first().waitFor({ state: 'attached' })
  for (let passi = 0; passi < 120; passi++) {
    if (await meta.first().evaluate((n) => n === document.activeElement)) return
    await page.keyboard.press(tasto)
    const difetto = await problema(page)
    if (difetto) throw new Error(`Tab ${passi + 1}: ${difetto}`)
  }
  throw new Error(`Tab never reaches ${meta}`)
}

/** A phone, and what a window of 1280 × 1024 leaves at 400 %: WCAG 1.4.10. */
const DIALOG_WINDOWS = [TELEFONO, { width: 320, height: 256 }]

/** Element with the focus: whether it was met before, and where a bar or an edge covers it. */
const meetFocus = (page: Page): Promise<{ isMet: boolean; covered: string | null } | null> =>
  page.evaluate(() => {
    const node = document.activeElement
    if (!(node instanceof HTMLElement) || node === document.body) return null
    const isMet = node.dataset.met !== undefined
    node.dataset.met = ''
    const box = node.getBoundingClientRect()
    const x = box.left + box.width / 2
    // Look at the beginning of a field that is higher than what a low window leaves.
    const end = Math.min(box.bottom, box.top + innerHeight / 4)
    const isIn = (point: number) => {
      const there = document.elementFromPoint(x, point)
      return there !== null && (node.contains(there) || there.closest('label')?.contains(node) === true)
    }
    const covered = [box.top + 3, (box.top + end) / 2, end - 3].filter((point) => !isIn(point))
    const name = `${node.tagName} «${(node.getAttribute('aria-label') ?? node.textContent ?? node.id).trim().slice(0, 40)}»`
    return { isMet, covered: covered.length > 0 ? `${name} covered at ${covered.map(Math.round)}` : null }
  })

/** Goes by Tab through the dialog that is open, on a phone and at 400 %: every stop must be whole in sight, covered by nothing. */
export async function tabThroughDialog(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const found: string[] = []
  for (const size of DIALOG_WINDOWS) {
    await page.setViewportSize(size)
    const covered: (string | null)[] = []
    for (let steps = 0; steps < 60; steps++) {
      await page.keyboard.press('Tab')
      const focus = await meetFocus(page)
      if (focus?.isMet) break
      if (focus) covered.push(focus.covered)
    }
    await page.evaluate(() => {
      for (const node of document.querySelectorAll<HTMLElement>('[data-met]')) delete node.dataset.met
    })
    if (covered.length === 0) found.push(`${size.width}: Tab reaches nothing`)
    found.push(...covered.flatMap((name) => (name === null ? [] : `${size.width}: ${name}`)))
  }
  if (before) await page.setViewportSize(before)
  return found
}

/** Goes to a control with the Tab key and presses it. */
export async function premi(page: Page, meta: Locator): Promise<void> {
  await tabTo(page, meta)
  await page.keyboard.press('Enter')
}

/** Goes to a field with the Tab key and writes in it, over what it holds. */
export async function scrivi(page: Page, meta: Locator, testo: string): Promise<void> {
  await tabTo(page, meta)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(testo)
}

/** What axe finds in the dialog that is open, in the light theme, and what the dark one makes hard to read. */
export async function inspectDialog(page: Page): Promise<string[]> {
  const trovate: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const contrast = { runOnly: { type: 'rule' as const, values: ['color-contrast'] } }
    const found = await runAxe(page, colorScheme === 'light' ? {} : contrast, 'dialog[open]')
    trovate.push(...found.map((one) => `${colorScheme} ${one}`))
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return trovate
}

/** Pictures to look at, where a folder is named. */
export async function scatta(page: Page, nome: string, intera = false): Promise<void> {
  const dove = process.env.SCATTI
  if (!dove) return
  mkdirSync(dove, { recursive: true })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(dove, `${nome}-${colorScheme}.png`), fullPage: intera })
  }
}

/** A stroke of one finger across the middle of a touch screen, of a tenth of a second however busy the machine is. */
export async function scorri(page: Page, verso: 'avanti' | 'indietro'): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 }
  const cdp = await page.context().newCDPSession(page)
  const segno = verso === 'avanti' ? -1 : 1
  const begun = Date.now() / 1000
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', step: number) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      timestamp: begun + step * 0.02,
      touchPoints: type === 'touchEnd' ? [] : [{ x: width / 2 + segno * (step * 40 - 80), y: height / 2 + step * 2 }],
    })
  await Promise.all([
    touch('touchStart', 0),
    ...[1, 2, 3, 4].map((step) => touch('touchMove', step)),
    touch('touchEnd', 5),
  ])
  await cdp.detach()
}
