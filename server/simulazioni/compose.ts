import { createHash } from 'node:crypto'
import type { WrittenSimulazione } from '#contract/written-simulazione'
import { drawByQuota } from '#rules/draw'
import { type DomandaProva, scoreProva } from '#rules/regolamento/punteggio'
import type { Difficolta, Punti, Regolamento, WrittenRegolamento } from '#rules/regolamento/types'

/** A subject of the bank, and a question that may be drawn. */
export type MateriaBanca = { id_materia: number; nome: string }
export type Candidate = {
  id_domanda: number
  id_materia: number | null
  corretta: number | null
  punti: number[] | null
  difficolta: number | null
}

/** A simulation ready to be written: columns of the table, points in thousandths. */
export type ComposedSimulazione = {
  descrizione: string
  durata: string
  sbarramento: number | null
  tre_punti: readonly [number, number, number]
  materie: { id_materia: number; materia: string; numero: number }[]
  regole: WrittenRegolamento
  estrazione: number[]
}

/** `frasi`: reasons why the document does not fit the bank, in sentences for the operator. */
export type Composed = { ok: true; simulazione: ComposedSimulazione } | { ok: false; frasi: string[] }

/**
 * Draws an official simulation on a bank: section by section, with its quotas by subject and by difficulty. The same
 * document on the same bank draws the same questions (D24). `regolamento` is its parsed rules.
 */
export function composeSimulazione(
  written: WrittenSimulazione,
  regolamento: Regolamento,
  { materie, domande, seme }: { materie: readonly MateriaBanca[]; domande: readonly Candidate[]; seme: string },
): Composed {
  const { descrizione, materie: requested, apertura: _apertura, scadenza: _scadenza, ...regole } = written
  const sentences = [
    ...checkMaterie(requested, materie),
    ...checkSezioni(regolamento, requested),
    ...checkDurata(regolamento),
  ]
  if (sentences.length > 0) return { ok: false, frasi: sentences }

  const id = new Map(materie.map((m) => [m.nome, m.id_materia]))
  const numbers = requested.map((m) => ({ ...m, id_materia: id.get(m.materia) as number }))
  const drawn = draw(regolamento, numbers, domande, seme)
  if (!drawn.ok) return drawn
  const tooMany = checkSoglia(regolamento, drawn.estratte)
  if (tooMany) return { ok: false, frasi: [tooMany] }
  return {
    ok: true,
    simulazione: {
      descrizione,
      durata: regole.durata ?? sumDurate(regolamento),
      sbarramento: regolamento.ammissione.minimo,
      tre_punti: threeNumbers(regolamento),
      materie: numbers.map(({ id_materia, materia, numero }) => ({ id_materia, materia, numero })),
      regole: withIds(regole, id),
      estrazione: drawn.estratte.map((e) => e.domanda.id_domanda),
    },
  }
}

type Requested = WrittenSimulazione['materie']

function checkMaterie(requested: Requested, materie: readonly MateriaBanca[]): string[] {
  const names = requested.map((m) => m.materia)
  const repeated = names.filter((name, i) => names.indexOf(name) < i)
  const absent = names.filter((name) => !materie.some((m) => m.nome === name))
  return [
    ...repeated.map((name) => `la materia "${name}" è detta due volte`),
    ...absent.map(
      (name) =>
        `la banca non ha la materia "${name}"; ha: ${materie.map((m) => `"${m.nome}"`).join(', ') || 'nessuna'}`,
    ),
  ]
}

/** With several sections each subject is in exactly one of them, and their numbers are those of their subjects. */
function checkSezioni({ sezioni }: Regolamento, requested: Requested): string[] {
  const placed = sezioni.flatMap((s) => s.materie.map(String))
  const names = requested.map((m) => m.materia)
  const outside = sezioni.length === 1 && placed.length === 0 ? [] : names.filter((name) => !placed.includes(name))
  return [
    ...outside.map((name) => `la materia "${name}" non è in nessuna sezione`),
    ...placed
      .filter((name) => !names.includes(name))
      .map((name) => `le sezioni nominano "${name}", che non è tra le materie`),
    ...sezioni.flatMap((s) => {
      const somma = ofSezione(s, requested).reduce((sum, m) => sum + m.numero, 0)
      if (s.domande === null || s.domande === somma) return []
      return [`la sezione "${s.nome}" vuole ${s.domande} quesiti, le sue materie ne danno ${somma}`]
    }),
  ]
}

const checkDurata = ({ durata, sezioni }: Regolamento): string[] =>
  durata !== null || sezioni.every((s) => s.durata !== null) ? [] : ['manca la durata, di tutto o di ogni sezione']

const ofSezione = <M extends { materia: string }>(
  { materie }: Regolamento['sezioni'][number],
  requested: readonly M[],
) => (materie.length === 0 ? requested : requested.filter((m) => materie.includes(m.materia)))

type Drawn = { sezione: number; domanda: Candidate }
type Draw = { ok: true; estratte: Drawn[] } | { ok: false; frasi: string[] }

/** A question counts in a section only if its rules can score it. */
const isSuitable = ({ tipo: kind }: Punti, d: Candidate) =>
  kind === 'per_risposta' ? d.punti !== null : d.corretta !== null

function draw(
  { sezioni }: Regolamento,
  numbers: readonly { id_materia: number; materia: string; numero: number }[],
  domande: readonly Candidate[],
  seme: string,
): Draw {
  const picked: Drawn[] = []
  const sentences: string[] = []
  for (const [sezione, s] of sezioni.entries()) {
    const materie = ofSezione(s, numbers)
    const suitable = domande.filter((d) => isSuitable(s.punti, d))
    const esito = drawByQuota(suitable, { materie, difficolta: s.quote_difficolta }, seedOf(`${seme}/${sezione}`))
    if (esito.ok) {
      const per_id = new Map(suitable.map((d) => [d.id_domanda, d]))
      for (const id of esito.id_domande) picked.push({ sezione, domanda: per_id.get(id) as Candidate })
    } else if (esito.mancano === 'difficolta')
      sentences.push(`la sezione "${s.nome}" non ha abbastanza quesiti per le sue quote di difficoltà`)
    else {
      const { id_materia } = esito.mancano
      const { materia, numero } = materie.find((m) => m.id_materia === id_materia) ?? { materia: '', numero: 0 }
      const n = suitable.filter((d) => d.id_materia === id_materia).length
      sentences.push(
        `servono ${numero} quesiti di "${materia}" che queste regole possano valutare, la banca ne ha ${n}`,
      )
    }
  }
  return sentences.length > 0 ? { ok: false, frasi: sentences } : { ok: true, estratte: picked }
}

/** Report a threshold that nobody can reach: it is a mistake of the document. */
function checkSoglia(regolamento: Regolamento, picked: readonly Drawn[]): string | null {
  const domande = picked.map(
    ({ sezione, domanda: d }): DomandaProva => ({
      sezione,
      corretta: d.corretta,
      punti: d.punti,
      difficolta: d.difficolta as Difficolta | null,
    }),
  )
  const computed = scoreProva(
    regolamento,
    domande,
    domande.map(() => []),
  ).massimo
  const { minimo } = regolamento.ammissione
  if (minimo !== null && minimo > computed)
    return `la soglia ${minimo / 1000} supera il punteggio massimo ${computed / 1000}`
  return null
}

const two = (n: number) => String(n).padStart(2, '0')

/** Sums the sections' own times as HH:MM:SS. */
function sumDurate({ sezioni }: Regolamento): string {
  const s = Math.round(sezioni.reduce((sum, x) => sum + (x.durata ?? 0), 0) / 1000)
  return [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60].map(two).join(':')
}

/** Returns the specification's three numbers for the list of simulations: of the first section that has them. */
function threeNumbers({ sezioni }: Regolamento): readonly [number, number, number] {
  for (const { punti: p } of sezioni) {
    if (p.tipo === 'fissi') return [p.corretta, p.sbagliata, p.omessa]
    if (p.tipo === 'per_difficolta') return [p.corretta[1], p.sbagliata[1], p.omessa[1]]
  }
  return [1000, 0, 0]
}

/** Replaces the names of subjects in the rules by their numbers: names may change, numbers do not. */
const withIds = (regole: WrittenRegolamento, id: ReadonlyMap<string, number>): WrittenRegolamento => ({
  ...regole,
  ...(regole.sezioni && {
    sezioni: regole.sezioni.map((s) => ({
      ...s,
      ...(s.materie && { materie: s.materie.map((m) => id.get(String(m)) ?? m) }),
    })),
  }),
})

const seedOf = (name: string) => createHash('sha256').update(name).digest().readInt32LE(0)
