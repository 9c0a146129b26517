import type { AreaGeografica, LivelloIstruzione, Settore, TipoEnte } from '#rules/bando'
import { AREE_GEOGRAFICHE, LIVELLI_ISTRUZIONE, SETTORI, TIPI_ENTE } from '#rules/bando'
import { normalizeText } from '#rules/text'
import { readCsv } from '../formats/csv.ts'
import { AREA_OF_REGION, deduceTipoEnte, fieldOf, readDeadline } from './values.ts'

/** A call as read from an operator's file. */
export type ImportedBando = {
  /** Its place in the file, from 1. */
  riga: number
  /** Key for the next import: its official page, else body, name and day. */
  chiave: string
  nome: string
  ente: string
  descrizione: string | null
  tipo_ente: TipoEnte | null
  livello_istruzione: LivelloIstruzione | null
  settore: Settore | null
  area_geografica: AreaGeografica | null
  regione: string | null
  posti: number | null
  scadenza_ms: number
  in_evidenza: boolean
  pagina_ufficiale: string
  /** Ids of banks to study for it. */
  banche: number[]
}

export type BandoDefect = {
  riga: number
  campo: string
  /** `ripetuto`: another row is the same call. */
  difetto: 'manca' | 'troppo lungo' | 'data' | 'indirizzo' | 'fuori elenco' | 'numero' | 'ripetuto'
  valore: string
}

export type BandiReading = {
  bandi: ImportedBando[]
  difetti: BandoDefect[]
  /** Columns or fields with values that the reading ignores. */
  ignorati: string[]
  /** Kinds of body deduced from the body's name, where no column has them. */
  dedotti: number
}

/** The text is no list of calls at all. */
export type NoBandi = { motivo: 'vuoto' | 'json' | 'csv' | 'campi' }

type Raw = { riga: number; campi: Record<string, unknown> }

const LIMITS = { nome: 300, ente: 160, descrizione: 4_000, regione: 60, pagina_ufficiale: 2_000 }

const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)

/** Returns the records of a list, of a list under some name, or of lists by region. */
function recordsOfJson(value: unknown): Raw[] | null {
  if (Array.isArray(value))
    return value.every(isRecord) ? value.map((campi, i) => ({ riga: i + 1, campi: campi as Raw['campi'] })) : null
  if (!isRecord(value)) return null
  const lists = Object.entries(value).filter(([, v]) => Array.isArray(v))
  if (lists.length === 0) return null
  const regional = lists.every(([name]) => AREA_OF_REGION.has(normalizeText(name)))
  const all = lists.flatMap(([name, list]) =>
    (list as unknown[]).map((campi) => (isRecord(campi) && regional ? { regione: name, ...campi } : campi)),
  )
  return recordsOfJson(all)
}

function recordsOfCsv(text: string): Raw[] | null {
  const [header, ...rows] = readCsv(text).rows
  const names = header?.cells ?? []
  if (names.length < 2) return null
  return rows
    .map(({ line, cells }) => ({
      riga: line,
      campi: Object.fromEntries(names.map((name, n) => [name.trim(), cells[n] ?? ''])),
    }))
    .filter(({ campi }) => Object.values(campi).some((v) => v.trim() !== ''))
}

function readRecords(text: string): Raw[] | NoBandi {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '') return { motivo: 'vuoto' }
  const json = /^[[{]/.test(trimmed)
  try {
    return (json ? recordsOfJson(JSON.parse(trimmed)) : recordsOfCsv(trimmed)) ?? { motivo: json ? 'json' : 'csv' }
  } catch {
    return { motivo: json ? 'json' : 'csv' }
  }
}

/** Reads one record and collects its defects. */
class Reader {
  readonly defects: BandoDefect[] = []
  private readonly values: ReadonlyMap<string, unknown>
  private readonly riga: number

  constructor(riga: number, values: ReadonlyMap<string, unknown>) {
    this.riga = riga
    this.values = values
  }

  private refuse(campo: string, difetto: BandoDefect['difetto'], valore = ''): null {
    this.defects.push({ riga: this.riga, campo, difetto, valore: valore.slice(0, 80) })
    return null
  }

  text(campo: keyof typeof LIMITS): string | null {
    const value = this.values.get(campo)
    const text =
      typeof value === 'string' || typeof value === 'number'
        ? String(value)
            .replace(/[\s\p{Cc}]+/gu, ' ')
            .trim()
        : ''
    if (text.length > LIMITS[campo]) return this.refuse(campo, 'troppo lungo', text)
    return text === '' ? null : text
  }

  needed(campo: 'nome' | 'ente' | 'pagina_ufficiale'): string {
    return this.text(campo) ?? this.refuse(campo, 'manca') ?? ''
  }

  oneOf<T extends string>(campo: string, list: readonly T[]): T | null {
    const written = normalizeText(String(this.values.get(campo) ?? '')).replace(/[\s_]+/g, '-')
    if (written === '') return null
    return list.find((v) => v === written) ?? this.refuse(campo, 'fuori elenco', written)
  }

  deadline(): number {
    const written = String(this.values.get('scadenza') ?? '').trim()
    if (written === '') this.refuse('scadenza', 'manca')
    else {
      const ms = readDeadline(written)
      if (ms !== null) return ms
      this.refuse('scadenza', 'data', written)
    }
    return 0
  }

  /** Returns the address where the body published the call: without it a candidate cannot check the data. */
  url(): string {
    const text = this.needed('pagina_ufficiale')
    if (text === '') return text
    const ok = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    return ok ? text : (this.refuse('pagina_ufficiale', 'indirizzo', text) ?? '')
  }

  count(campo: string): number | null {
    const written = String(this.values.get(campo) ?? '').trim()
    if (written === '') return null
    const n = Number(written.replace(/\.(?=\d{3}$)/, ''))
    return Number.isInteger(n) && n > 0 && n < 1e6 ? n : this.refuse(campo, 'numero', written)
  }

  flag(campo: string): boolean {
    const written = normalizeText(String(this.values.get(campo) ?? ''))
    if (['si', 'vero', 'true', '1', 'x'].includes(written)) return true
    if (!['', 'no', 'falso', 'false', '0'].includes(written)) this.refuse(campo, 'fuori elenco', written)
    return false
  }

  banche(): number[] {
    const value = this.values.get('banche')
    const parts = Array.isArray(value) ? value.map(String) : String(value ?? '').split(/[\s,;]+/)
    return parts.filter(Boolean).flatMap((part) => {
      if (/^\d{1,15}$/.test(part) && Number(part) > 0) return [Number(part)]
      this.refuse('banche', 'numero', part)
      return []
    })
  }

  area(regione: string | null): AreaGeografica | null {
    const said = this.oneOf('area_geografica', AREE_GEOGRAFICHE)
    if (said !== null || regione === null) return said
    return AREA_OF_REGION.get(normalizeText(regione)) ?? this.refuse('regione', 'fuori elenco', regione)
  }
}

function readBando({ riga, campi }: Raw): { bando: ImportedBando; defects: BandoDefect[]; deduced: boolean } {
  const values = new Map<string, unknown>()
  for (const [name, value] of Object.entries(campi)) {
    const field = fieldOf(name)
    if (field !== null && !values.has(field)) values.set(field, value)
  }
  const reader = new Reader(riga, values)
  const ente = reader.needed('ente')
  const nome = reader.needed('nome')
  const scadenza_ms = reader.deadline()
  const pagina_ufficiale = reader.url()
  const regione = reader.text('regione')
  const said = reader.oneOf('tipo_ente', TIPI_ENTE)
  const deduced = said === null && !values.has('tipo_ente') ? deduceTipoEnte(ente) : null
  const bando = {
    riga,
    chiave: pagina_ufficiale,
    nome,
    ente,
    descrizione: reader.text('descrizione'),
    tipo_ente: said ?? deduced,
    livello_istruzione: reader.oneOf('livello_istruzione', LIVELLI_ISTRUZIONE),
    settore: reader.oneOf('settore', SETTORI),
    area_geografica: reader.area(regione),
    regione,
    posti: reader.count('posti'),
    scadenza_ms,
    in_evidenza: reader.flag('in_evidenza'),
    pagina_ufficiale,
    banche: reader.banche(),
  }
  return { bando, defects: reader.defects, deduced: deduced !== null }
}

/** Reads all calls of a JSON or CSV text; with one defect the caller writes none [BA6]. */
export function readBandi(text: string): BandiReading | NoBandi {
  const records = readRecords(text)
  if ('motivo' in records) return records
  if (records.length === 0) return { motivo: 'vuoto' }
  if (!records.some(({ campi }) => Object.keys(campi).some((name) => fieldOf(name) === 'scadenza')))
    return { motivo: 'campi' }
  const read = records.map(readBando)
  const seen = new Map<string, number>()
  const repeated = read.flatMap(({ bando }): BandoDefect[] => {
    const first = seen.get(bando.chiave)
    if (first === undefined) seen.set(bando.chiave, bando.riga)
    const valore = `riga ${first}`
    return first === undefined ? [] : [{ riga: bando.riga, campo: 'bando', difetto: 'ripetuto', valore }]
  })
  const unread = records.flatMap(({ campi }) =>
    Object.entries(campi)
      .filter(([name, value]) => fieldOf(name) === null && value !== null && String(value).trim() !== '')
      .map(([name]) => name),
  )
  return {
    bandi: read.map(({ bando }) => bando),
    difetti: [...read.flatMap(({ defects }) => defects), ...repeated].sort((a, b) => a.riga - b.riga),
    ignorati: [...new Set(unread)],
    dedotti: read.filter(({ deduced }) => deduced).length,
  }
}
