import type { Filtro } from '#rules/filtro'
import { DURATA_MASSIMA, formatDurata, readDurata } from '#rules/regolamento/durata'
import { millesimi, readRegolamento } from '#rules/regolamento/leggi'
import { MODELLI, type Modello } from '#rules/regolamento/modelli'
import type { PuntiScritti, RegolamentoScritto, SezioneScritta } from '#rules/regolamento/tipi'

/** A section as the person writes it: numbers as typed. */
export type SezioneModulo = { nome: string; corretta: string; sbagliata: string; omessa: string; soglia: string }
export type Origine = 'numeri' | 'sezioni' | 'modello'
export type QualiDomande = 'tutte' | 'mai' | 'errate'

/** The form of a custom trial (spec §3) [CT1][CT2][CT3]; a template keeps it as it is. */
export type Modulo = {
  quali: QualiDomande
  preferite: boolean
  testo: string
  da: string
  a: string
  /** Questions asked of each subject (0: of no subject), and the section that each belongs to. */
  quote: Readonly<Record<string, number>>
  sezioneDi: Readonly<Record<string, number>>
  ore: string
  minuti: string
  secondi: string
  origine: Origine
  /** The three scores, and the threshold of the whole trial. */
  numeri: SezioneModulo
  sezioni: readonly SezioneModulo[]
  modello: string
  pausa: boolean
  solo_avanti: boolean
  senza_correzioni: boolean
}

const NUMERI: SezioneModulo = { nome: '', corretta: '1', sbagliata: '0', omessa: '0', soglia: '' }
export const nuovaSezione = (nome: string): SezioneModulo => ({ ...NUMERI, nome })

export const MODULO_VUOTO: Modulo = {
  ...{ quali: 'tutte', preferite: false, testo: '', da: '', a: '' },
  ...{ quote: {}, sezioneDi: {}, ore: '', minuti: '', secondi: '' },
  ...{ origine: 'numeri', numeri: NUMERI, sezioni: [], modello: MODELLI[0]?.id ?? '' },
  ...{ pausa: true, solo_avanti: false, senza_correzioni: false },
}

/** A template's form; what it lacks is as in a new one. Null when it is none of ours. */
export function readModulo(dati: unknown): Modulo | null {
  if (typeof dati !== 'object' || dati === null || !('quote' in dati) || !('numeri' in dati)) return null
  return { ...MODULO_VUOTO, ...(dati as Partial<Modulo>) }
}

/** "0,75", "-0,25", "−1" -> thousandths; null when it is no number with at most three decimals. */
export function readPunti(testo: string): number | null {
  const pulito = testo.trim().replace('−', '-').replace(',', '.')
  return /^[+-]?\d{1,6}(\.\d{1,3})?$/.test(pulito) ? millesimi(Number(pulito)) : null
}

const numero = (testo: string): number => (readPunti(testo) ?? 0) / 1000

/** Milliseconds of the three fields; null when all are empty, NaN when one is no whole number. */
export function readTempo({ ore, minuti, secondi }: Pick<Modulo, 'ore' | 'minuti' | 'secondi'>): number | null {
  const campi = [ore, minuti, secondi].map((c) => c.trim())
  if (campi.every((c) => c === '')) return null
  if (campi.some((c) => c !== '' && !/^-?\d{1,5}$/.test(c))) return Number.NaN
  const [h, m, s] = campi.map(Number) as [number, number, number]
  return (h * 3600 + m * 60 + s) * 1000
}

/** The fields of a duration, milliseconds. */
export function campiTempo(ms: number): Pick<Modulo, 'ore' | 'minuti' | 'secondi'> {
  const [ore, minuti, secondi] = formatDurata(ms)
    .split(':')
    .map((n) => String(Number(n))) as [string, string, string]
  return { ore, minuti, secondi: secondi === '0' ? '' : secondi }
}

export const modelloDi = (id: string): Modello | null => MODELLI.find((m) => m.id === id) ?? null

/** Points by difficulty need questions that say theirs: only official simulations have them. */
export const isPerDifficolta = ({ regole }: Modello): boolean =>
  [regole.punti, ...(regole.sezioni ?? []).map((s) => s.punti)].some((p) => p?.tipo === 'per_difficolta')

/** Milliseconds that a model's rules give; null when its source does not say. */
export function durataModello({ regole }: Modello): number | null {
  if (regole.durata !== undefined) return readDurata(regole.durata)
  const sue = (regole.sezioni ?? []).map((s) => (s.durata === undefined ? null : readDurata(s.durata)))
  return sue.length > 0 && sue.every((d) => d !== null) ? sue.reduce((a, b) => a + b, 0) : null
}

/** Names of the sections that a subject can be put in; one or none means that nobody has to choose. */
export function nomiSezioni(m: Modulo): string[] {
  if (m.origine === 'sezioni') return m.sezioni.map((s) => s.nome)
  return m.origine === 'modello' ? (modelloDi(m.modello)?.regole.sezioni ?? []).map((s) => s.nome) : []
}

/** Section of a subject: the one chosen, else the one with its name in it, else the first. */
export function sezioneDi(m: Modulo, id_materia: number, materia: string): number {
  const nomi = nomiSezioni(m)
  const scelta = m.sezioneDi[id_materia]
  if (scelta !== undefined && scelta < nomi.length) return scelta
  const radice = (s: string) => s.toLocaleLowerCase('it').slice(0, 10)
  const trovata = nomi.findIndex((n) => materia.toLocaleLowerCase('it').includes(radice(n)))
  return Math.max(0, trovata)
}

/** What the store is asked for one subject, or for all of them: only questions that can be scored. */
export function toFiltro(id_concorso: number, m: Modulo, materia?: number): Filtro {
  const posto = (t: string) => (/^\d{1,6}$/.test(t.trim()) && Number(t) > 0 ? Number(t) : null)
  const [da, a] = [posto(m.da), posto(m.a)]
  return {
    id_concorso,
    conRisposta: true,
    ...(m.testo.trim() !== '' && { testo: m.testo.trim() }),
    ...(m.quali === 'mai' && { risposte: ['mai'] as const }),
    ...(m.quali === 'errate' && { risposte: ['errata'] as const }),
    ...(m.preferite && { soloPreferiti: true }),
    ...(da !== null && { ix_start: da }),
    ...(a !== null && { ix_end: a }),
    ...(materia !== undefined && { materie: [materia] }),
  }
}

/** A subject with how many questions the filters leave. */
export type Disponibile = { id_materia: number; materia: string; n: number }

export const totaleQuote = (m: Modulo, disponibili: readonly Disponibile[]): number =>
  disponibili.reduce((somma, d) => somma + (m.quote[d.id_materia] ?? 0), 0)

/** `totale` questions shared out by weight, none beyond what there is; what is left over goes where there is room. */
export function ripartisci(
  totale: number,
  disponibili: readonly Disponibile[],
  peso: (d: Disponibile) => number,
): Record<string, number> {
  const pesi = disponibili.reduce((s, d) => s + peso(d), 0)
  const quote: Record<string, number> = {}
  let resta = Math.min(
    totale,
    disponibili.reduce((s, d) => s + d.n, 0),
  )
  const esatte = disponibili.map((d) => ({ d, vuole: pesi === 0 ? 0 : (resta * peso(d)) / pesi }))
  for (const { d, vuole } of esatte) {
    const presa = Math.min(d.n, Math.floor(vuole))
    quote[d.id_materia] = presa
    resta -= presa
  }
  const perResto = [...esatte].sort((a, b) => (b.vuole % 1) - (a.vuole % 1) || a.d.id_materia - b.d.id_materia)
  while (resta > 0) {
    const prima = resta
    for (const { d } of perResto) {
      const ha = quote[d.id_materia] ?? 0
      if (resta > 0 && ha < d.n && peso(d) > 0) {
        quote[d.id_materia] = ha + 1
        resta--
      }
    }
    if (resta === prima) break
  }
  return quote
}

/** Why the form cannot start a trial. `campo` names where it is shown. */
export type Difetto =
  | { campo: 'quote'; tipo: 'nessuna' | 'troppe' }
  | { campo: 'materia'; tipo: 'poche'; materia: string; n: number }
  | { campo: 'tempo'; tipo: 'manca' | 'zero' | 'forma' | 'lungo' }
  | { campo: 'punti'; tipo: 'forma'; nome: string }
  | { campo: 'modello'; tipo: 'difficolta' }
  | { campo: 'regole'; tipo: 'contraddette' }

/** Most questions of one trial. */
export const DOMANDE_MASSIME = 1000

/** Everything that is wrong, in the order of the page [VA10][EB21]. */
export function controlla(m: Modulo, disponibili: readonly Disponibile[]): Difetto[] {
  const difetti: Difetto[] = []
  const totale = totaleQuote(m, disponibili)
  if (totale === 0) difetti.push({ campo: 'quote', tipo: 'nessuna' })
  if (totale > DOMANDE_MASSIME) difetti.push({ campo: 'quote', tipo: 'troppe' })
  for (const { id_materia, materia, n } of disponibili)
    if ((m.quote[id_materia] ?? 0) > n) difetti.push({ campo: 'materia', tipo: 'poche', materia, n })
  const ms = readTempo(m)
  if (ms === null) difetti.push({ campo: 'tempo', tipo: 'manca' })
  else if (Number.isNaN(ms)) difetti.push({ campo: 'tempo', tipo: 'forma' })
  else if (ms <= 0) difetti.push({ campo: 'tempo', tipo: 'zero' })
  else if (ms > DURATA_MASSIMA) difetti.push({ campo: 'tempo', tipo: 'lungo' })
  const scritte = m.origine === 'numeri' ? [m.numeri] : m.origine === 'sezioni' ? m.sezioni : []
  for (const s of scritte)
    for (const nome of ['corretta', 'sbagliata', 'omessa', 'soglia'] as const)
      if (!(nome === 'soglia' && s.soglia.trim() === '') && readPunti(s[nome]) === null)
        difetti.push({ campo: 'punti', tipo: 'forma', nome })
  const modello = m.origine === 'modello' ? modelloDi(m.modello) : null
  if (modello && isPerDifficolta(modello)) difetti.push({ campo: 'modello', tipo: 'difficolta' })
  if (difetti.length === 0 && !readRegolamento(toRegole(m, [totale], false)).ok)
    difetti.push({ campo: 'regole', tipo: 'contraddette' })
  return difetti
}

const puntiDi = (s: SezioneModulo): PuntiScritti => ({
  tipo: 'fissi',
  corretta: numero(s.corretta),
  sbagliata: numero(s.sbagliata),
  omessa: numero(s.omessa),
})
export const SITUAZIONALI = 'Quesiti situazionali'
const soglia = (testo: string) => (testo.trim() === '' ? {} : { minimo: numero(testo) })

/**
 * The rules of the trial. `domande`: how many questions each section has. `situazionali`: some question has points for each
 * answer and no section of its own: one is added at the end.
 */
export function toRegole(m: Modulo, domande: readonly number[], situazionali: boolean): RegolamentoScritto {
  const comuni = {
    durata: formatDurata(readTempo(m) ?? 0),
    pausa: m.pausa,
    navigazione: m.solo_avanti ? ('solo_avanti' as const) : ('libera' as const),
    correzioni: m.senza_correzioni ? ('mai' as const) : ('fino_alla_consegna' as const),
  }
  const extra: SezioneScritta[] = situazionali
    ? [{ nome: SITUAZIONALI, punti: { tipo: 'per_risposta', omessa: 0 } }]
    : []
  if (m.origine === 'sezioni' && m.sezioni.length > 0)
    return {
      ...comuni,
      sezioni: [
        ...m.sezioni.map((s) => ({
          nome: s.nome,
          punti: puntiDi(s),
          ...(s.soglia.trim() !== '' && { sbarramento: numero(s.soglia) }),
        })),
        ...extra,
      ],
      ammissione: soglia(m.numeri.soglia),
    }
  const modello = m.origine === 'modello' ? modelloDi(m.modello) : null
  if (modello) return fromModello(modello, comuni, domande, extra)
  return {
    ...comuni,
    punti: puntiDi(m.numeri),
    ...(situazionali && { sezioni: [{ nome: 'Domande' }, ...extra] }),
    ammissione: soglia(m.numeri.soglia),
  }
}

/** A real competition's rules over these questions: with another number of them its threshold goes in proportion. */
function fromModello(
  { nome, numero_domande, regole }: Modello,
  comuni: Pick<RegolamentoScritto, 'durata' | 'pausa' | 'navigazione' | 'correzioni'>,
  domande: readonly number[],
  extra: readonly SezioneScritta[],
): RegolamentoScritto {
  const n = domande.reduce((a, b) => a + b, 0)
  const quota = (x: number) => Math.round((x * n * 1000) / numero_domande) / 1000
  const { ammissione, massimo, base, sezioni, durata: _, ...resto } = regole
  const { minimo, minimo_per_sezione, primi, posti, multiplo, pari_merito } = ammissione ?? {}
  // The sections keep their own timers only when the whole time is still theirs.
  const intera = durataModello({ regole } as Modello) === readDurata(comuni.durata ?? '')
  return {
    ...resto,
    ...comuni,
    nome,
    ...(base !== undefined && { base: quota(base) }),
    ...(massimo !== undefined && { massimo: quota(massimo) }),
    ...(sezioni && {
      sezioni: [
        ...sezioni.map(({ domande: _d, durata: sua, ...s }, i) => ({
          ...s,
          ...(domande.length === sezioni.length && { domande: domande[i] }),
          ...(intera && sua !== undefined && { durata: sua }),
        })),
        ...extra,
      ],
    }),
    ...(!sezioni && extra.length > 0 && { sezioni: [{ nome: 'Domande' }, ...extra] }),
    ammissione: {
      ...(minimo !== undefined && { minimo: quota(minimo) }),
      ...(minimo_per_sezione !== undefined && { minimo_per_sezione }),
      ...(primi !== undefined && { primi }),
      ...(posti !== undefined && multiplo !== undefined && { posti, multiplo }),
      ...(pari_merito !== undefined && { pari_merito }),
    },
  }
}
