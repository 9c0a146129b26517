import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ImportedDomanda, ImportedImage } from '#contract/domanda'
import { importBank } from '#importers/import-bank'
import type { ImportOptions } from '#importers/options'
import { sentenceOfRefusal } from '#importers/refusal'
import { toAvviso } from '#importers/warnings'
import type { ToldBank } from './helpers.ts'

const banks = process.env.BANCHE_VERE
const FOLDERS = ['import', 'import3']
const root = banks ? join(banks, '../cases') : ''
const here = root !== '' && FOLDERS.every((folder) => existsSync(join(root, folder)))
if (!here && process.env.CI === 'true')
  throw new Error('BANCHE_VERE is not set, or has no cases beside it, and CI=true')
if (!here) console.log('BANCHE_VERE is not set: the import cases are not tested')

/** The right values of one case. */
type Expected = {
  file: string
  opzioni?: string
  domande?: number
  rifiuto?: boolean
  motivo_contiene?: string[]
  chiavi?: number[]
  numeri?: string[]
  risposte?: string[]
  quante_risposte?: number
  testo_esatto?: string[]
  testo_della_prima?: string
  materia?: string
  materie?: number
  con_immagine?: number
  spiegazioni?: number
  avvisi?: Record<string, number>
  avviso_per_riga?: number
  avviso_su_tutto_il_file?: boolean
  avviso_su_colonne_non_usate?: string[]
  il_testo_delle_prime_due_contiene?: string
  risposta_C_della_7_finisce_con?: string
  testo_della_13_finisce_con?: string
  con_mescola_risposte?: string
  /** The text of the right answer of each question, null where none may be taught. */
  esatte?: (string | null)[]
  testi?: string[]
  risposte_di?: string[][]
  /** All the subjects. */
  nomi_materie?: string[]
  /** Excused where a warning holds a word of `o_si_dice`. */
  nessun_testo_contiene?: string[]
  o_si_dice?: string[]
  si_dice?: string[]
  in_alternativa?: Omit<Expected, 'file'> | string
}

function readImages(folder: string, name: string): ImportedImage[] {
  const from = join(root, folder, name)
  return readdirSync(from).map((nome) => ({ nome, byte: new Uint8Array(readFileSync(join(from, nome))) }))
}

const right = (d: ImportedDomanda) => (d.corretta === null ? null : d.risposte[d.corretta - 1])

const isTold = ({ avvisi }: ToldBank, words: readonly string[]): boolean =>
  avvisi.some(({ testo }) => words.some((word) => testo.includes(word)))

function checkTexts(bank: ToldBank, wanted: Omit<Expected, 'file'>): void {
  const { domande } = bank
  if (wanted.esatte) expect(domande.map(right)).toEqual(wanted.esatte)
  if (wanted.testi) expect(domande.map((d) => d.testo)).toEqual(wanted.testi)
  wanted.risposte_di?.forEach((risposte, i) => {
    expect(domande[i]?.risposte).toEqual(risposte)
  })
  if (wanted.nomi_materie) expect(new Set(domande.map((d) => d.materia))).toEqual(new Set(wanted.nomi_materie))
  const texts = domande.flatMap((d) => [d.testo, ...d.risposte])
  if (!isTold(bank, wanted.o_si_dice ?? []))
    for (const part of wanted.nessun_testo_contiene ?? [])
      expect(texts.filter((text) => text.includes(part))).toEqual([])
  for (const word of wanted.si_dice ?? []) expect(isTold(bank, [word]), word).toBe(true)
}

function checkBank(bank: ToldBank, wanted: Omit<Expected, 'file'>): void {
  const { domande, avvisi } = bank
  checkTexts(bank, wanted)
  if (wanted.domande !== undefined) expect(domande).toHaveLength(wanted.domande)
  if (wanted.chiavi) expect(domande.map((d) => d.corretta)).toEqual(wanted.chiavi)
  if (wanted.numeri) expect(domande.map((d) => d.id_ufficiale)).toEqual(wanted.numeri)
  if (wanted.risposte) for (const d of domande) expect(d.risposte).toEqual(wanted.risposte)
  if (wanted.quante_risposte) for (const d of domande) expect(d.risposte).toHaveLength(wanted.quante_risposte)
  if (wanted.testo_esatto) expect(domande.map(right)).toEqual(wanted.testo_esatto)
  if (wanted.testo_della_prima) expect(domande[0]?.testo).toBe(wanted.testo_della_prima)
  if (wanted.materia) for (const d of domande) expect(d.materia).toBe(wanted.materia)
  if (wanted.materie !== undefined)
    expect(new Set(domande.map((d) => d.materia).filter((m) => m !== null)).size).toBe(wanted.materie)
  if (wanted.con_immagine !== undefined)
    expect(domande.filter((d) => d.immagine !== null)).toHaveLength(wanted.con_immagine)
  if (wanted.spiegazioni) expect(domande.filter((d) => d.spiegazione !== null)).toHaveLength(wanted.spiegazioni)
  for (const [tipo, n] of Object.entries(wanted.avvisi ?? {}))
    expect(avvisi.filter((a) => a.tipo === tipo)).toHaveLength(n)
  if (wanted.avviso_per_riga) expect(avvisi.some((a) => a.riga === wanted.avviso_per_riga)).toBe(true)
  if (wanted.avviso_su_tutto_il_file) expect(avvisi.some((a) => a.riga === null)).toBe(true)
  for (const name of wanted.avviso_su_colonne_non_usate ?? [])
    expect(avvisi.some((a) => a.tipo === 'colonna_non_usata' && a.testo.includes(name))).toBe(true)
  const passage = wanted.il_testo_delle_prime_due_contiene
  if (passage) for (const d of domande.slice(0, 2)) expect(d.testo).toContain(passage)
  if (wanted.risposta_C_della_7_finisce_con)
    expect(domande[6]?.risposte[2]?.endsWith(wanted.risposta_C_della_7_finisce_con)).toBe(true)
  if (wanted.testo_della_13_finisce_con)
    expect(domande[12]?.testo.endsWith(wanted.testo_della_13_finisce_con)).toBe(true)
}

const files = (here ? FOLDERS : []).flatMap((folder) =>
  readdirSync(join(root, folder)).flatMap((name): [string, string][] =>
    name.endsWith('.atteso.json') ? [[folder, name]] : [],
  ),
)

describe.skipIf(!here)('a case that failed once', () => {
  it('has its right values beside it', () => expect(files.length).toBeGreaterThan(50))

  it.each(files)('%s/%s', async (folder, name) => {
    const wanted = JSON.parse(readFileSync(join(root, folder, name), 'utf8')) as Expected
    const images = /--immagini (\S+)/.exec(wanted.opzioni ?? '')?.[1]
    const letter = /--esatta (\w)/.exec(wanted.opzioni ?? '')?.[1]
    const opzioni: ImportOptions = letter ? { rightLetter: letter } : {}
    const byte = new Uint8Array(readFileSync(join(root, folder, wanted.file)))
    const immagini = images ? readImages(folder, images) : []
    const result = await importBank({ nome: wanted.file, byte, immagini, opzioni })
    if (result.ok) {
      const other = typeof wanted.in_alternativa === 'object' ? wanted.in_alternativa : null
      expect(wanted.rifiuto === true && other?.domande === undefined).toBe(false)
      const told = { ...result.value, avvisi: result.value.avvisi.map(toAvviso) }
      checkBank(told, wanted.rifiuto ? (other ?? wanted) : wanted)
      return
    }
    const reason = `${sentenceOfRefusal(result.error)} ${JSON.stringify(result.error.dati)}`
    const refused = wanted.rifiuto ? wanted : typeof wanted.in_alternativa === 'object' ? wanted.in_alternativa : {}
    expect(refused.rifiuto, `refused: ${reason}`).toBe(true)
    for (const word of refused.motivo_contiene ?? []) expect(reason).toContain(word)
  })
})
