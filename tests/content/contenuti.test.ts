import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { checkContent, formatFinding } from '#importers/content/check'
import { listSottoPercorsi } from '#importers/content/links'
import { listDueNorms } from '#importers/content/sources'
import { readImage } from '#importers/images/read-image'
import { runCommand } from '#server/cli/run'
import { CONTENT_FOLDER, readFolder } from '#server/content/read'

const RADICE = join(import.meta.dirname, '../..')
const { contenuti, rilievi } = checkContent(await readFolder())
const bancaDi = (slug: string) => contenuti.banche.find((b) => b.banca.slug === slug)

describe('the starter content', () => {
  it('has no findings', () => expect(rilievi.map(formatFinding)).toEqual([]))

  it('has at least eight banks of 60 questions, 1,200 in all, 120 with images', () => {
    const { banche } = contenuti
    const conta = (n: (b: (typeof banche)[number]) => number) => banche.reduce((somma, b) => somma + n(b), 0)
    expect(banche.length).toBeGreaterThanOrEqual(8)
    expect(banche.filter((b) => b.domande.length < 60).map((b) => b.banca.slug)).toEqual([])
    expect(conta((b) => b.domande.length)).toBeGreaterThanOrEqual(1200)
    expect(conta((b) => b.domande.filter((d) => d.immagine).length)).toBeGreaterThanOrEqual(120)
  })

  it('has two paths of four levels, one premium, that reach every question', () => {
    const { percorsi } = contenuti
    for (const { percorso } of percorsi)
      expect(Math.max(...listSottoPercorsi(percorso).map((s) => s.livelli.length))).toBeGreaterThanOrEqual(4)
    expect(percorsi.map((p) => p.percorso.premium).toSorted()).toEqual([false, true])
    const senza = contenuti.banche.flatMap((b) => b.domande.filter((d) => d.argomenti.length === 0).map((d) => d.id))
    expect(senza).toEqual([])
  })

  it('has official simulations with the rules of real exams', () => {
    const regole = new Map(contenuti.simulazioni.map(({ simulazione: s }) => [s.slug, s]))
    const ripam = { durata: '01:00:00', numero_domande: 40, punteggio_risposte_corrette: 0.75, sbarramento: 21 }
    expect(regole.get('costituzionale-40-quesiti')).toMatchObject({ ...ripam, punteggio_risposte_sbagliate: -0.25 })
    expect(regole.get('ripam-40-quesiti-situazionali')).toMatchObject({ ...ripam, punteggio_risposte_sbagliate: -0.25 })
    expect(regole.get('ministeri-60-quesiti')).toMatchObject({ durata: '01:00:00', numero_domande: 60 })
    expect(regole.get('scuola-50-quesiti')).toMatchObject({
      durata: '01:40:00',
      numero_domande: 50,
      punteggio_risposte_corrette: 2,
      punteggio_risposte_sbagliate: 0,
      sbarramento: 70,
    })
    expect(regole.get('polizia-cinque-sezioni')?.regole?.sezioni).toHaveLength(5)
  })

  it('the situational section holds only questions with three-level points, the others none of them', () => {
    const situazionali = new Set(contenuti.banche.flatMap((b) => b.domande.filter((d) => d.punti).map((d) => d.id)))
    for (const { simulazione } of contenuti.simulazioni) {
      const sezione = simulazione.regole?.sezioni?.find((s) => s.nome === 'Quesiti situazionali')
      const attesi = simulazione.materie_simulazione
        .filter((m) => sezione?.materie.some((x) => x.banca === m.banca && x.materia === m.materia))
        .reduce((n, m) => n + m.numero, 0)
      expect(simulazione.domande?.filter((id) => situazionali.has(id)).length).toBe(attesi)
    }
  })

  it('sections with quotas by difficulty are drawn by them', () => {
    const di = new Map(
      contenuti.banche.flatMap((b) => b.domande.map((d) => [d.id, { b: b.banca.slug, ...d }] as const)),
    )
    for (const { simulazione } of contenuti.simulazioni)
      for (const sezione of simulazione.regole?.sezioni ?? []) {
        if (!sezione.quote_difficolta) continue
        const sue = (simulazione.domande ?? []).flatMap((id) => {
          const d = di.get(id)
          return d && sezione.materie.some((m) => (m.banca ?? simulazione.banca) === d.b && m.materia === d.materia)
            ? [d.difficolta]
            : []
        })
        expect([1, 2, 3].map((k) => sue.filter((d) => d === k).length)).toEqual(sezione.quote_difficolta)
      }
  })

  it('has two news items', () => {
    expect(contenuti.notizie).toHaveLength(2)
  })
})

type Figure = { bank: string; name: string; height: number; fingerprint: string }
type Figures = { listFigures: () => Figure[]; readFingerprint: (png: Uint8Array) => string | null }

describe('the figures', async () => {
  const script = pathToFileURL(join(RADICE, 'content/figure/disegna.mjs')).href
  const { listFigures, readFingerprint } = (await import(script)) as Figures
  const figures = listFigures()
  const pngOf = ({ bank, name }: Figure) => bancaDi(bank)?.immagini.get(`${name}.png`) as Uint8Array

  it('every drawn figure is used by its bank, and every image of that bank is drawn', () => {
    expect(figures.length).toBeGreaterThan(100)
    for (const bank of new Set(figures.map((figure) => figure.bank)))
      expect(figures.flatMap((f) => (f.bank === bank ? [`${f.name}.png`] : [])).toSorted()).toEqual(
        [...(bancaDi(bank)?.immagini.keys() ?? [])].toSorted(),
      )
  })

  it('every PNG is the one its drawing gives: run `node content/figure/disegna.mjs` when this fails', () => {
    const changed = figures.filter((figure) => readFingerprint(pngOf(figure)) !== figure.fingerprint)
    expect(changed.map(({ name }) => name)).toEqual([])
  })

  it('every PNG has two pixels a unit, so that it is sharp on a phone 390 units wide', () => {
    for (const figure of figures)
      expect(readImage(`${figure.name}.png`, pngOf(figure))).toEqual({ larghezza: 780, altezza: figure.height * 2 })
  })
})

describe('npm run contenuti', () => {
  const copia = mkdtempSync(join(tmpdir(), 'idoneo-contenuti-'))
  afterAll(() => rmSync(copia, { recursive: true, force: true }))
  const run = async (...args: string[]) => {
    const [out, err]: string[][] = [[], []]
    const none = () => Promise.reject(new Error('no database'))
    const status = await runCommand(['contenuti', ...args], {
      out: (row) => void out?.push(row),
      err: (row) => void err?.push(row),
      withDeps: none,
      migrate: none,
      listMissing: none,
    })
    return { status, stdout: out?.join('\n'), stderr: err?.join('\n') }
  }

  it('exits 0 on the content that comes with the product', async () => {
    const { status, stdout } = await run()
    expect(stdout).toContain('Nessun rilievo.')
    expect(status).toBe(0)
  })

  it('tells the norms whose look-again date has passed', async () => {
    cpSync(CONTENT_FOLDER, copia, { recursive: true })
    const file = join(copia, 'SOURCES.md')
    const text = readFileSync(file, 'utf8')
    const row = (day: string) => text.replace(/(\| `L-482-1999` .*\| )\d{4}-\d\d-\d\d/, `$1${day}`)
    const due = (day: string, today: string) =>
      listDueNorms({ file, testo: row(day) }, today).map(({ chiave }) => chiave)
    expect(due('2026-11-21', '2027-05-19')).toEqual([])
    expect(due('2026-11-20', '2027-05-19')).toEqual(['L-482-1999'])
    expect(due('2026-11-20', '2027-05-20')[0]).toBe('L-482-1999')
    expect(due('2026-11-20', '2027-05-20').length).toBeGreaterThan(20)
    expect(due('2026-11-20', '2027-05-20')).not.toContain('TRECCANI')
    // The command says so too.
    writeFileSync(file, row('2020-01-01'))
    const { stdout } = await run(copia)
    expect(stdout).toContain('Da riguardare dal 2020-06-29: L-482-1999,')
    rmSync(copia, { recursive: true, force: true })
  })

  it('exits 1 and names file, question and fault', async () => {
    cpSync(CONTENT_FOLDER, copia, { recursive: true })
    const file = join(copia, 'banche/diritto-costituzionale/domande.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('Secondo l’art. 1 della', 'Secondo  l’art. 1 della'))
    const { status, stdout } = await run(copia)
    expect(stdout).toContain('banche/diritto-costituzionale/domande.json:cost-001: il quesito ha due spazi di seguito')
    expect(stdout).toContain('1 rilievi.')
    expect(status).toBe(1)
  })

  it('exits 2 when the folder cannot be read', async () => {
    const { status, stderr } = await run(join(copia, 'banche'))
    expect(stderr).toContain('Non riesco a leggere i contenuti')
    expect(status).toBe(2)
  })
})
