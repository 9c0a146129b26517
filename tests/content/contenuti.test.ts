import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { checkContenuti, formatRilievo } from '#importers/contenuto/controlla'
import { readImmagine } from '#importers/contenuto/immagini'
import { listSottoPercorsi } from '#importers/contenuto/legami'
import { CARTELLA_CONTENUTI, readCartella } from '#server/contenuti/lettura'

const RADICE = join(import.meta.dirname, '../..')
const { contenuti, rilievi } = checkContenuti(await readCartella())
const bancaDi = (slug: string) => contenuti.banche.find((b) => b.banca.slug === slug)

describe('the starter content', () => {
  it('has no findings', () => expect(rilievi.map(formatRilievo)).toEqual([]))

  it('has two banks of at least 80 questions, one with at least 24 images', () => {
    const costituzionale = bancaDi('diritto-costituzionale')
    const informatica = bancaDi('informatica-competenze-digitali')
    expect(costituzionale?.domande.length).toBeGreaterThanOrEqual(80)
    expect(informatica?.domande.length).toBeGreaterThanOrEqual(80)
    expect(informatica?.domande.filter((d) => d.immagine).length).toBeGreaterThanOrEqual(24)
  })

  it('has a path of three levels that reaches both banks', () => {
    const percorso = contenuti.percorsi[0]?.percorso
    expect(percorso && Math.max(...listSottoPercorsi(percorso).map((s) => s.livelli.length))).toBe(3)
    expect(contenuti.banche.every((b) => b.domande.every((d) => d.argomenti.length > 0))).toBe(true)
  })

  it('has an official simulation with its rules', () => {
    expect(contenuti.simulazioni[0]?.simulazione).toMatchObject({
      durata: '01:00:00',
      numero_domande: 40,
      punteggio_risposte_corrette: 0.75,
      punteggio_risposte_sbagliate: -0.25,
      sbarramento: 21,
    })
  })
})

type Figura = { nome: string; altezza: number }
type Catalogo = { CATALOGO: { banca: string; figure: Figura[] }[]; impronta: (f: Figura) => string }

describe('the figures', async () => {
  const script = (nome: string) => pathToFileURL(join(RADICE, 'scripts/figure', nome)).href
  const { CATALOGO, impronta } = (await import(script('catalogo.mjs'))) as Catalogo
  const { leggiImpronta } = (await import(script('png.mjs'))) as { leggiImpronta: (byte: Uint8Array) => string | null }

  it('every drawn figure is used by its bank, and every image of that bank is drawn by the scripts', () => {
    for (const { banca, figure } of CATALOGO)
      expect(figure.map((f) => `${f.nome}.png`).toSorted()).toEqual(
        [...(bancaDi(banca)?.immagini.keys() ?? [])].toSorted(),
      )
  })

  it('every PNG is the one its drawing gives: run `node scripts/figure/disegna.mjs` when this fails', () => {
    const vecchie = CATALOGO.flatMap(({ banca, figure }) =>
      figure.filter((f) => {
        const byte = bancaDi(banca)?.immagini.get(`${f.nome}.png`)
        return !byte || leggiImpronta(byte) !== impronta(f)
      }),
    )
    expect(vecchie.map((f) => f.nome)).toEqual([])
  })

  it('every PNG has two pixels a unit, so that it is sharp on a phone 390 units wide', () => {
    for (const { banca, figure } of CATALOGO)
      for (const { nome, altezza } of figure) {
        const byte = bancaDi(banca)?.immagini.get(`${nome}.png`) as Uint8Array
        expect(readImmagine(`${nome}.png`, byte)).toEqual({ larghezza: 780, altezza: altezza * 2 })
      }
  })
})

describe('npm run contenuti', () => {
  const copia = mkdtempSync(join(tmpdir(), 'idoneo-contenuti-'))
  afterAll(() => rmSync(copia, { recursive: true, force: true }))
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(RADICE, 'node_modules/tsx/dist/cli.mjs'), 'server/contenuti.ts', ...args], {
      cwd: RADICE,
      encoding: 'utf8',
    })

  it('exits 0 on the content that comes with the product', () => {
    const { status, stdout } = run()
    expect(stdout).toContain('Nessun rilievo.')
    expect(status).toBe(0)
  })

  it('exits 1 and names file, question and fault', () => {
    cpSync(CARTELLA_CONTENUTI, copia, { recursive: true })
    const file = join(copia, 'banche/diritto-costituzionale/domande.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('Secondo l’art. 1 della', 'Secondo  l’art. 1 della'))
    const { status, stdout } = run(copia)
    expect(stdout).toContain('banche/diritto-costituzionale/domande.json:cost-001: il quesito ha due spazi di seguito')
    expect(stdout).toContain('1 rilievi.')
    expect(status).toBe(1)
  })

  it('exits 2 when the folder cannot be read', () => {
    const { status, stderr } = run(join(copia, 'banche'))
    expect(stderr).toContain('Non riesco a leggere i contenuti')
    expect(status).toBe(2)
  })
})
