import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { api, idoneo, makeAccount, newEmail, openContext, signIn, url } from './aiuti.ts'
import { inspect } from './axe.ts'
import { cardBanca, prossima, rispondi, risposte, waitPronta, waitSincronizzato } from './pratica.ts'
import { scatta } from './viaggi.ts'

const MATERIA = 'Materia profonda'
const DOMANDE = 3000
/** Children of a node at each level, the root's first: seven levels, 285 nodes, 96 of them at the seventh. */
const CHILDREN = [3, 2, 2, 2, 2, 2, 1]
/** The deepest node of the first branch has so few that a person finishes them. */
const FEW = 4

type Nodo = { way: string; ids: number[]; nodo: { id_sotto_percorso: number; nome: string; sotto_percorsi: unknown[] } }
const nodi: Nodo[] = []
function grow(way: string, ids: number[]): Nodo['nodo'][] {
  return Array.from({ length: CHILDREN[ids.length] ?? 0 }, (_, i) => {
    const id_sotto_percorso = 910_001 + nodi.length
    const here = way === '' ? String(i + 1) : `${way}.${i + 1}`
    const nodo: Nodo['nodo'] = { id_sotto_percorso, nome: `Nodo ${here}`, sotto_percorsi: [] }
    const own = { way: here, ids: [...ids, id_sotto_percorso], nodo }
    nodi.push(own)
    nodo.sotto_percorsi = grow(here, own.ids)
    return nodo
  })
}
const sotto_percorsi = grow('', [])
const leaves = nodi.filter(({ ids }) => ids.length === 7)
const inner = nodi.filter(({ ids }) => ids.length === 4)
const [finished, begun] = leaves as [Nodo, Nodo]
const [middle] = inner as [Nodo]

/** The node of each question: some half way down, a few at the first leaf, the rest over the other leaves in turn. */
const places: Nodo[] = Array.from({ length: DOMANDE }, (_, i) => {
  if (i < FEW) return finished
  const inside = inner[i - FEW]
  return inside ?? (leaves[1 + (i % (leaves.length - 1))] as Nodo)
})

/**
 * Match the count of a node after so many answers at these nodes: answers below it count, and percents are cut. Below 1% a node
 * shows its questions alone [CP1].
 */
function told({ way }: Nodo, answered: readonly [Nodo, number][]): RegExp {
  const within = (n: Nodo) => n.way === way || n.way.startsWith(`${way}.`)
  const total = places.filter(within).length
  const done = answered.reduce((sum, [nodo, n]) => sum + (within(nodo) ? n : 0), 0)
  const percent = Math.floor((100 * done) / total)
  const count = total.toLocaleString('it-IT', { useGrouping: 'always' })
  return new RegExp(`^${count} ${percent === 0 ? 'domand[ae]' : `· ${percent}%`}$`)
}

const chainOf = ({ ids }: Nodo): Nodo[] =>
  ids.map((id) => nodi.find(({ nodo }) => nodo.id_sotto_percorso === id) as Nodo)
const row = (page: Page, { nodo }: Nodo) =>
  page.getByRole('button', { name: `Studia ${nodo.nome}`, exact: true }).locator('xpath=..')

/** Opens the way down to a node. */
async function unfold(page: Page, nodo: Nodo): Promise<void> {
  for (const above of chainOf(nodo).slice(0, -1)) {
    const button = page.getByRole('button', { name: above.nodo.nome, exact: true })
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
  }
}

/** Every node of the ways to what was answered says how much of it is done. */
async function checkNodi(page: Page, id: number, answered: readonly [Nodo, number][]): Promise<void> {
  await page.goto(url(`/materia?id_argomento=${id}`))
  for (const [nodo] of answered) {
    await unfold(page, nodo)
    for (const one of chainOf(nodo)) await row(page, one).getByText(told(one, answered)).waitFor()
  }
}

/** Answers the first `n` questions of a node. */
async function practise(page: Page, id: number, nodo: Nodo, n: number): Promise<void> {
  await page.goto(url(`/materia?id_argomento=${id}`))
  await unfold(page, nodo)
  await page.getByRole('button', { name: `Studia ${nodo.nodo.nome}`, exact: true }).click()
  await risposte(page).first().waitFor()
  for (let k = 1; k <= n; k++) {
    if (k > 1) await prossima(page, k)
    await rispondi(page)
  }
}

describe('a path of seven levels and 3,000 questions', () => {
  const email = newEmail('profonda')
  let token = ''
  let id = 0
  let browser: BrowserContext
  let other: BrowserContext
  let page: Page
  let second: Page
  const faults: string[] = []
  const done: [Nodo, number][] = []

  const open = async () => {
    const opened = await openContext()
    await signIn(opened, email)
    const first = await opened.newPage()
    first.on('pageerror', (e) => faults.push(String(e)))
    return [opened, first] as const
  }
  const download = async (p: Page) => {
    await p.goto(url('/materie'))
    await cardBanca(p, MATERIA).getByRole('button', { name: 'Scarica', exact: true }).click()
    await waitPronta(p, MATERIA)
  }
  const add = async () => {
    await page.goto(url('/aggiungi-materia'))
    await page.getByRole('button', { name: `Aggiungi ${MATERIA}` }).click()
    await page.getByRole('button', { name: 'Aggiungi e scarica' }).click()
    await waitPronta(page, MATERIA)
  }
  const remove = async (where: RegExp) => {
    await page.goto(url('/materie'))
    await page.getByRole('button', { name: `Altre azioni per ${MATERIA}` }).click()
    await page.getByRole('menuitem', { name: 'Elimina…' }).click()
    await page.getByRole('radio', { name: where }).check()
    await page.getByRole('button', { name: 'Elimina', exact: true }).click()
  }
  /** Nodes of the answers that the server keeps. */
  const kept = async () => {
    const { corpo } = await api(`/ms_reportistica/risposte_percorso?id_argomento=${id}`, { token })
    return (corpo.risposte as { id_sotto_percorso: unknown }[]).map((r) => Number(r.id_sotto_percorso)).sort()
  }

  beforeAll(async () => {
    token = await makeAccount(email, 'premium')
    const tree = join(inject('dataDir'), 'profonda.json')
    const card = { slug: 'profonda', argomento: MATERIA, descrizione: 'Sette livelli.', premium: true }
    writeFileSync(tree, JSON.stringify({ ...card, verificata_il: '2026-11-21', sotto_percorsi }))
    const file = join(inject('dataDir'), 'profonda.csv')
    const rows = places.map(
      ({ ids }, i) =>
        `${i + 1};"${ids.join(';')}";Che cosa vale al punto ${i + 1}?;Giusta ${i};Sbagliata ${i};Altra ${i};A`,
    )
    writeFileSync(file, ['numero;materia;domanda;a;b;c;corretta', ...rows, ''].join('\n'))
    const said = JSON.parse(await idoneo('percorso', 'importa', tree, file, '--json'))
    expect(said).toMatchObject({ domande: DOMANDE, esito: 'nuovo' })
    id = said.id_argomento
    ;[browser, page] = await open()
  })
  afterAll(async () => {
    await browser?.close()
    await other?.close()
  })

  it('is added, and unfolds to the seventh level [RT12][SC20][PD2]', async () => {
    await add()
    await checkNodi(page, id, [[finished, 0]])
    await scatta(page, 'materia-profonda', true)
    expect(await inspect(page)).toEqual([])
  })

  it('is practised at a leaf and half way down, and each node above says how much of it is done [CP1]', async () => {
    await practise(page, id, finished, FEW)
    await practise(page, id, middle, 1)
    done.push([finished, FEW], [middle, 1])
    await checkNodi(page, id, done)
    await waitSincronizzato(page)
    await expect
      .poll(kept)
      .toEqual([...Array(FEW).fill(finished.nodo.id_sotto_percorso), middle.nodo.id_sotto_percorso].sort())
  })

  it('is the same in a second browser, and what is answered there comes back [CA35][CA38]', async () => {
    ;[other, second] = await open()
    await download(second)
    await checkNodi(second, id, done)
    await practise(second, id, begun, 3)
    done.push([begun, 3])
    await checkNodi(second, id, done)
    await waitSincronizzato(second)
    await checkNodi(page, id, done)
  })

  it('loses nothing when it is deleted here, nor when it is taken off the list and added again [BK2]', async () => {
    // Each deletion can be taken back for some seconds, and is done after them.
    await remove(/Solo da questo dispositivo/)
    await page.getByText('Da scaricare').waitFor()
    await download(page)
    await checkNodi(page, id, done)
    const before = await kept()
    await remove(/Anche dal mio elenco/)
    await page.getByText('Nessuna materia', { exact: true }).waitFor()
    const listed = async () => (await api('/ms_concorso/percorsi_utente', { token })).corpo.totale
    await expect.poll(listed).toBe(0)
    await add()
    await checkNodi(page, id, done)
    expect(await kept()).toEqual(before)
    expect(faults).toEqual([])
  })
})
