import { createHash } from 'node:crypto'
import type { SimulazioneScritta } from '#contract/simulazione-scritta'
import { type DomandaProva, scoreProva } from '#rules/regolamento/punteggio'
import type { Difficolta, Punti, Regolamento, RegolamentoScritto } from '#rules/regolamento/tipi'
import { sorteggia } from '#rules/sorteggio'

/** A subject of the bank, and a question that may be drawn. */
export type MateriaBanca = { id_materia: number; nome: string }
export type Candidata = {
  id_domanda: number
  id_materia: number | null
  corretta: number | null
  punti: number[] | null
  difficolta: number | null
}

/** A simulation ready to be written: columns of the table, points in thousandths. */
export type SimulazioneComposta = {
  descrizione: string
  durata: string
  sbarramento: number | null
  tre_punti: readonly [number, number, number]
  materie: { id_materia: number; materia: string; numero: number }[]
  regole: RegolamentoScritto
  estrazione: number[]
}

/** What does not fit, in sentences for the operator. */
export type Composta = { ok: true; simulazione: SimulazioneComposta } | { ok: false; frasi: string[] }

/**
 * Draws an official simulation on a bank: section by section, with its quotas by subject and by difficulty. The same document on
 * the same bank draws the same questions (D24).
 * `regolamento` is its rules, read.
 */
export function composeSimulazione(
  scritta: SimulazioneScritta,
  regolamento: Regolamento,
  { materie, domande, seme }: { materie: readonly MateriaBanca[]; domande: readonly Candidata[]; seme: string },
): Composta {
  const { descrizione, materie: chieste, scadenza: _scadenza, ...regole } = scritta
  const frasi = [...checkMaterie(chieste, materie), ...checkSezioni(regolamento, chieste), ...checkDurata(regolamento)]
  if (frasi.length > 0) return { ok: false, frasi }

  const id = new Map(materie.map((m) => [m.nome, m.id_materia]))
  const numeri = chieste.map((m) => ({ ...m, id_materia: id.get(m.materia) as number }))
  const drawn = draw(regolamento, numeri, domande, seme)
  if (!drawn.ok) return drawn
  const troppo = checkSoglia(regolamento, drawn.estratte)
  if (troppo) return { ok: false, frasi: [troppo] }
  return {
    ok: true,
    simulazione: {
      descrizione,
      durata: regole.durata ?? sumDurate(regolamento),
      sbarramento: regolamento.ammissione.minimo,
      tre_punti: threeNumbers(regolamento),
      materie: numeri.map(({ id_materia, materia, numero }) => ({ id_materia, materia, numero })),
      regole: withIds(regole, id),
      estrazione: drawn.estratte.map((e) => e.domanda.id_domanda),
    },
  }
}

type Chieste = SimulazioneScritta['materie']

function checkMaterie(chieste: Chieste, materie: readonly MateriaBanca[]): string[] {
  const nomi = chieste.map((m) => m.materia)
  const ripetute = nomi.filter((nome, i) => nomi.indexOf(nome) < i)
  const assenti = nomi.filter((nome) => !materie.some((m) => m.nome === nome))
  return [
    ...ripetute.map((nome) => `la materia "${nome}" è detta due volte`),
    ...assenti.map(
      (nome) =>
        `la banca non ha la materia "${nome}"; ha: ${materie.map((m) => `"${m.nome}"`).join(', ') || 'nessuna'}`,
    ),
  ]
}

/** With several sections each subject is in exactly one of them, and their numbers are those of their subjects. */
function checkSezioni({ sezioni }: Regolamento, chieste: Chieste): string[] {
  const messe = sezioni.flatMap((s) => s.materie.map(String))
  const nomi = chieste.map((m) => m.materia)
  const fuori = sezioni.length === 1 && messe.length === 0 ? [] : nomi.filter((nome) => !messe.includes(nome))
  return [
    ...fuori.map((nome) => `la materia "${nome}" non è in nessuna sezione`),
    ...messe
      .filter((nome) => !nomi.includes(nome))
      .map((nome) => `le sezioni nominano "${nome}", che non è tra le materie`),
    ...sezioni.flatMap((s) => {
      const somma = ofSezione(s, chieste).reduce((sum, m) => sum + m.numero, 0)
      if (s.domande === null || s.domande === somma) return []
      return [`la sezione "${s.nome}" vuole ${s.domande} quesiti, le sue materie ne danno ${somma}`]
    }),
  ]
}

const checkDurata = ({ durata, sezioni }: Regolamento): string[] =>
  durata !== null || sezioni.every((s) => s.durata !== null) ? [] : ['manca la durata, di tutto o di ogni sezione']

const ofSezione = <M extends { materia: string }>(
  { materie }: Regolamento['sezioni'][number],
  chieste: readonly M[],
) => (materie.length === 0 ? chieste : chieste.filter((m) => materie.includes(m.materia)))

type Estratta = { sezione: number; domanda: Candidata }
type Estrazione = { ok: true; estratte: Estratta[] } | { ok: false; frasi: string[] }

/** A question counts in a section only if its rules can score it. */
const isAdatta = ({ tipo }: Punti, d: Candidata) => (tipo === 'per_risposta' ? d.punti !== null : d.corretta !== null)

function draw(
  { sezioni }: Regolamento,
  numeri: readonly { id_materia: number; materia: string; numero: number }[],
  domande: readonly Candidata[],
  seme: string,
): Estrazione {
  const estratte: Estratta[] = []
  const frasi: string[] = []
  for (const [sezione, s] of sezioni.entries()) {
    const materie = ofSezione(s, numeri)
    const adatte = domande.filter((d) => isAdatta(s.punti, d))
    const esito = sorteggia(adatte, { materie, difficolta: s.quote_difficolta }, seedOf(`${seme}/${sezione}`))
    if (esito.ok) {
      const per_id = new Map(adatte.map((d) => [d.id_domanda, d]))
      for (const id of esito.id_domande) estratte.push({ sezione, domanda: per_id.get(id) as Candidata })
    } else if (esito.mancano === 'difficolta')
      frasi.push(`la sezione "${s.nome}" non ha abbastanza quesiti per le sue quote di difficoltà`)
    else {
      const { id_materia } = esito.mancano
      const { materia, numero } = materie.find((m) => m.id_materia === id_materia) ?? { materia: '', numero: 0 }
      const n = adatte.filter((d) => d.id_materia === id_materia).length
      frasi.push(`servono ${numero} quesiti di "${materia}" che queste regole possano valutare, la banca ne ha ${n}`)
    }
  }
  return frasi.length > 0 ? { ok: false, frasi } : { ok: true, estratte }
}

/** A threshold that nobody can reach is a mistake of who wrote it. */
function checkSoglia(regolamento: Regolamento, estratte: readonly Estratta[]): string | null {
  const domande = estratte.map(
    ({ sezione, domanda: d }): DomandaProva => ({
      sezione,
      corretta: d.corretta,
      punti: d.punti,
      difficolta: d.difficolta as Difficolta | null,
    }),
  )
  const calcolato = scoreProva(
    regolamento,
    domande,
    domande.map(() => []),
  ).massimo
  const { minimo } = regolamento.ammissione
  if (minimo !== null && minimo > calcolato)
    return `la soglia ${minimo / 1000} supera il punteggio massimo ${calcolato / 1000}`
  return null
}

const two = (n: number) => String(n).padStart(2, '0')

/** HH:MM:SS of the sections' own times. */
function sumDurate({ sezioni }: Regolamento): string {
  const s = Math.round(sezioni.reduce((sum, x) => sum + (x.durata ?? 0), 0) / 1000)
  return [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60].map(two).join(':')
}

/** The specification's three numbers, as the list of simulations shows them: of the first section that has them. */
function threeNumbers({ sezioni }: Regolamento): readonly [number, number, number] {
  for (const { punti: p } of sezioni) {
    if (p.tipo === 'fissi') return [p.corretta, p.sbagliata, p.omessa]
    if (p.tipo === 'per_difficolta') return [p.corretta[1], p.sbagliata[1], p.omessa[1]]
  }
  return [1000, 0, 0]
}

/** The rules with the numbers of subjects in place of their names: names may change, numbers do not. */
const withIds = (regole: RegolamentoScritto, id: ReadonlyMap<string, number>): RegolamentoScritto => ({
  ...regole,
  ...(regole.sezioni && {
    sezioni: regole.sezioni.map((s) => ({
      ...s,
      ...(s.materie && { materie: s.materie.map((m) => id.get(String(m)) ?? m) }),
    })),
  }),
})

const seedOf = (nome: string) => createHash('sha256').update(nome).digest().readInt32LE(0)
