import { deflateRawSync } from 'node:zlib'
import type { Database, DownloadProgress, NewSeduta } from '#contract/database'
import type { NumberedDomanda } from '#contract/domanda'
import type { Result } from '#contract/result'
import type { ConcorsoScaricabile } from '#contract/schemas'
import { buildBanca, computeVersione } from '#importers/package/build-bank'
import { hashHex } from '#importers/package/hash'
import { buildManifest } from '#importers/package/manifest'
import { writeImages, writePackage } from '#importers/package/write-package'
import { formatIso } from '#rules/dates'
import { createRandom } from '#rules/random'
import { memoryPlatform } from '#tests/workers/memory'
import { loadSqlite } from '#wasm/sqlite'
import type { Platform } from '#workers/core/platform'
import { createDatabase } from '#workers/store/database'

export const UTENTE = 7
const INIZIO = Date.UTC(2026, 10, 21, 9)

/** Instants that only go forward, in the Italian winter offset. */
export function orologio(): () => string {
  let ms = INIZIO
  return () => {
    ms += 1000
    return formatIso(ms, 60)
  }
}

export function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.codice}: ${result.error.detail ?? ''}`)
  return result.value
}

export const codice = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.codice)

const PAROLE = 'decreto perché città legge atto organo nomina ricorso termine ufficio comune regione'.split(' ')
export const MATERIE = [
  { id_materia: 11, materia: 'Diritto' },
  { id_materia: 12, materia: 'Informatica' },
  { id_materia: 13, materia: 'Logica' },
]

/** Two branches: the nodes are the subjects of a path, by their number negated. */
export const ALBERO = [
  { id_sotto_percorso: 10, nome: 'Norme', sotto_percorsi: MATERIE.slice(0, 2).map(toNodo) },
  ...MATERIE.slice(2).map(toNodo),
]
function toNodo({ id_materia, materia }: (typeof MATERIE)[number]) {
  return { id_sotto_percorso: id_materia, nome: materia }
}
/** Of a bank or, by a negative number, of a path. */
const materieOf = (id_concorso: number) =>
  id_concorso < 0 ? MATERIE.map((m) => ({ ...m, id_materia: -m.id_materia })) : MATERIE

export type BancaDiProva = {
  id_concorso: number
  /** First `id_domanda` is `id_concorso * 100_000 + 1`, position 1. */
  domande: NumberedDomanda[]
  concorso: ConcorsoScaricabile
  pacchetto: Uint8Array<ArrayBuffer>
  immagini: Uint8Array<ArrayBuffer> | null
}

export const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

/** A deterministic question: every fifth situational, every seventh without a key, every sixth with an image, some of no subject. */
export function domandaDiProva(id_concorso: number, posizione: number): NumberedDomanda {
  const caso = createRandom(Math.abs(id_concorso) * 1000 + posizione)
  const testo = Array.from({ length: 6 }, () => PAROLE[caso(PAROLE.length)]).join(' ')
  const situazionale = posizione % 5 === 0
  const senza = !situazionale && posizione % 7 === 0
  const immagine = posizione % 6 === 0 ? `${posizione}.png` : null
  return {
    id_domanda: Math.abs(id_concorso) * 100_000 + posizione,
    id_ufficiale: `Q${posizione}`,
    id_materia: posizione % 9 === 0 ? null : Math.sign(id_concorso) * (11 + (posizione % 3)),
    posizione,
    testo: `Quesito ${posizione}: ${testo}?`,
    risposte: [`l’atto ${posizione}`, `art. 21-bis`, `nessuna delle precedenti`, `D ${posizione}`].slice(
      0,
      posizione % 4 === 0 ? 2 : 4,
    ),
    corretta: situazionale || senza ? null : 1 + (posizione % 2),
    punti: situazionale ? [750, 0, 375, 375].slice(0, posizione % 4 === 0 ? 2 : 4) : null,
    chiave: senza ? 'assente' : 'ufficiale',
    stato: 'valida',
    immagine,
    alt: immagine && 'Figura',
    difficolta: posizione % 4 || null,
    argomenti: [['1;2;;;;;'], null, ['1;2;;;;;', '1;3;7;;;;'], null, ['2;;;;;;', '2;;;;;;']][posizione % 5] ?? null,
    html: false,
  }
}

export type Variante = {
  id_concorso?: number
  n?: number
  conImmagini?: boolean
  cambia?: (d: NumberedDomanda) => NumberedDomanda
  /** Delivers only these positions, as a demo sample does. */
  solo?: (posizione: number) => boolean
  /** Statements on the finished file, for one that was written by another build. */
  altera?: string
}

const fatte = new Map<string, Promise<BancaDiProva>>()

/** A bank file after some statements: well formed, and with hashes of its own. */
export async function alter(bank: Uint8Array, sql: string): Promise<Uint8Array> {
  const sqlite = await loadSqlite()
  const db = new sqlite.oo1.DB(':memory:', 'c')
  try {
    const { capi, wasm } = sqlite
    const pointer = wasm.allocFromTypedArray(bank)
    const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE
    db.checkRc(capi.sqlite3_deserialize(db.pointer as number, 'main', pointer, bank.length, bank.length, flags))
    db.exec(sql)
    return capi.sqlite3_js_db_export(db)
  } finally {
    db.close()
  }
}

/** The bank of a variant; plain ones are built once. */
export function creaBanca(variante: Variante = {}): Promise<BancaDiProva> {
  if (variante.cambia || variante.solo) return costruisci(variante)
  const chiave = JSON.stringify(variante)
  const fatta = fatte.get(chiave) ?? costruisci(variante)
  fatte.set(chiave, fatta)
  return fatta
}

/** Questions of a bank whose neighbours are looked for: the large ones are tested for other things. */
const MAX_COMPARED = 500

async function costruisci({ id_concorso = 1, n = 60, ...v }: Variante): Promise<BancaDiProva> {
  const sqlite = await loadSqlite()
  const intere = Array.from({ length: n }, (_, i) => domandaDiProva(id_concorso, i + 1)).map(v.cambia ?? ((d) => d))
  const concorso = `Concorso ${id_concorso}`
  const materie = materieOf(id_concorso)
  const albero = id_concorso < 0 ? { albero: ALBERO } : {}
  const versione = computeVersione({ id_concorso, concorso, domande: intere, materie, ...albero })
  const domande = intere.filter((d) => v.solo?.(d.posizione) ?? true)
  const vicini = n <= MAX_COMPARED
  const intera = buildBanca(sqlite, { id_concorso, concorso, versione, domande, materie, totali: n, vicini, ...albero })
  const banca = v.altera ? await alter(intera, v.altera) : intera
  const manifest = buildManifest({ id_concorso, concorso, versione, domande: domande.length, domande_totali: n }, banca)
  const pacchetto = own(await writePackage({ manifest, banca }, (byte) => deflateRawSync(byte)))
  const names = domande.flatMap((d) => (d.immagine ? [d.immagine] : []))
  const immagini = v.conImmagini ? own(value(writeImages(names.map((name) => ({ nome: name, byte: PNG }))))) : null
  return {
    id_concorso,
    domande,
    pacchetto,
    immagini,
    concorso: {
      id_concorso,
      concorso,
      ente: { id_ente: 3, ente: 'Ente di prova' },
      anno: 2026,
      profilo: 'Funzionario',
      descrizione: null,
      in_evidenza: false,
      numero_domande: n,
      con_immagini: names.length,
      materie: [],
      data_ultimo_aggiornamento: '2026-11-01T00:00:00.000+01:00',
      versione,
      stato: 0,
      domande_concesse: domande.length,
      url_domande: `https://prova/${id_concorso}/${hashHex(pacchetto).slice(0, 8)}/domande.zip`,
      hash_domande: hashHex(pacchetto),
      dimensione_zip: pacchetto.length,
      url_immagini: immagini && `https://prova/${id_concorso}/immagini.zip`,
      hash_immagini: immagini && hashHex(immagini),
      dimensione_immagini: immagini?.length ?? 0,
    },
  }
}

const own = (byte: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(byte)

/** A fetch that has the given packages and nothing else. */
export const serve =
  (...banche: BancaDiProva[]): Platform['fetch'] =>
  async (address) => {
    for (const { concorso, pacchetto, immagini } of banche) {
      if (address === concorso.url_domande) return new Response(pacchetto)
      if (address === concorso.url_immagini) return new Response(immagini)
    }
    return new Response(null, { status: 404 })
  }

export type Mondo = { db: Database; banca: BancaDiProva; at: () => string; id: () => string; platform: Platform }

/** An open store with one bank downloaded; `data` must serve that bank. */
export async function apri(variante: Variante = {}, data?: Platform): Promise<Mondo> {
  const banca = await creaBanca(variante)
  const platform = data ?? memoryPlatform({ fetch: serve(banca) })
  const db = createDatabase(platform)
  const at = orologio()
  let n = 0
  value(await db.open({ id_utente: UTENTE }))
  value(await db.downloadBanca({ concorso: banca.concorso, at: at() }, () => {}))
  return { db, banca, at, platform, id: () => `evento-${String(++n).padStart(6, '0')}` }
}

/** Answers one question of the bank, by its official position. */
export const rispondi = ({ db, banca, at, id }: Mondo, posizione: number, risposta: number) =>
  db.answer({
    id_concorso: banca.id_concorso,
    id_domanda: Math.abs(banca.id_concorso) * 100_000 + posizione,
    risposta,
    modalita: 'ESEGUITA',
    at: at(),
    id_evento: id(),
    id_seduta: null,
    indice: null,
  })

/** The printed position that is right, or wrong, for a question of the bank. */
export const giusta = (posizione: number) => 1 + (posizione % 2)
export const sbagliata = (posizione: number) => 2 - (posizione % 2)

export const nuovaSeduta = (other: Partial<NewSeduta> & Pick<NewSeduta, 'at'>): NewSeduta => ({
  id: 'seduta-1',
  tipo: 'ESERCITAZIONE',
  id_concorso: 1,
  filtro: { id_concorso: 1 },
  ordine: 'UFFICIALE',
  seme: 42,
  mescola: true,
  avanti_da_sola: true,
  ...other,
})

export const raccolta = () => {
  const tutti: DownloadProgress[] = []
  return { tutti, onAvanzamento: (a: DownloadProgress) => void tutti.push(a) }
}
