import { createRandom } from './random.ts'

/** Answers before a prediction is shown [PV1]: fewer do not describe the person. */
export const RISPOSTE_MINIME = 60
/** Virtual exams of a prediction. */
const PROVE_VIRTUALI = 1000
/** Newest answers that the calibration reads. */
const RISCONTRI_MASSIMI = 3000
/** Answers that the prior of a first-try rate is worth. */
const PRIOR_TRIES = 8
/** Precision of the prior of a coefficient: the model of memory as it is, until answers correct it. */
const PRIOR_PRECISION = 4
const STEPS = 12
/** Highest recall of the model that counts: people slip. */
const CEILING = 0.93

/**
 * Answer to a question seen on an earlier day: predicted `ricordo` before it, `giorni` since the answer before, its level then,
 * and whether it was right.
 */
export type Riscontro = { ricordo: number; giorni: number; livello: number; giusta: boolean }

/** Fit of a person's right answers to predicted recall: logistic coefficients, and the deviation of the first of them. */
export type Calibrazione = {
  coefficienti: readonly [number, number, number, number]
  deviazione: number
  opzioni: number
}

const clamp = (x: number, low: number, high: number) => Math.min(high, Math.max(low, x))
const logit = (p: number) => Math.log(p / (1 - p))
const logistic = (x: number) => 1 / (1 + Math.exp(-x))

type Features = [number, number, number, number]
const featuresOf = ({ ricordo, giorni, livello }: Omit<Riscontro, 'giusta'>): Features => [
  1,
  logit(clamp(ricordo, 0.02, CEILING)),
  Math.log1p(giorni) - 2,
  (livello + 0.5) / 1.5,
]
const PRIOR: Features = [0, 1, 0, 0]
const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * (b[i] as number), 0)

/**
 * Fits predicted recall to the person's answers [PV2]: p(right) = 1/k + (1 − 1/k) · logistic(β · x), by Fisher scoring from the
 * prior "recall as in the model". Without answers the model stands as it is. `opzioni`: options of a question, k.
 */
export function calibrate(riscontri: readonly Riscontro[], opzioni: number): Calibrazione {
  const rows = riscontri.slice(-RISCONTRI_MASSIMI).map((r) => ({ x: featuresOf(r), y: r.giusta ? 1 : 0 }))
  const guess = 1 / Math.max(2, opzioni)
  let beta: number[] = [...PRIOR]
  let information = precision()
  for (let step = 0; step < STEPS; step++) {
    information = precision()
    const slope = beta.map((b, i) => -PRIOR_PRECISION * (b - (PRIOR[i] as number)))
    for (const { x, y } of rows) {
      const s = logistic(dot(beta, x))
      const p = guess + (1 - guess) * s
      const d = (1 - guess) * s * (1 - s)
      const variance = Math.max(1e-6, p * (1 - p))
      for (let i = 0; i < 4; i++) {
        slope[i] = (slope[i] as number) + ((y - p) * d * (x[i] as number)) / variance
        for (let j = 0; j < 4; j++) {
          const row = information[i] as number[]
          row[j] = (row[j] as number) + (d * d * (x[i] as number) * (x[j] as number)) / variance
        }
      }
    }
    const move = solve(information, slope)
    beta = beta.map((b, i) => b + clamp(move[i] as number, -1, 1))
    if (Math.max(...move.map(Math.abs)) < 1e-6) break
  }
  const deviazione = Math.sqrt(Math.max(0, solve(information, [1, 0, 0, 0])[0] as number))
  // Cast: one coefficient for each of the features, which the types of a list do not count.
  return { coefficienti: beta as unknown as Features, deviazione, opzioni: Math.max(2, opzioni) }
}

const precision = (): number[][] =>
  Array.from({ length: 4 }, (_, i) => Array.from({ length: 4 }, (_, j) => (i === j ? PRIOR_PRECISION : 0)))

/** Solves a symmetric positive system of four by elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] as number])
  for (let i = 0; i < 4; i++) {
    const pivot = rows[i] as number[]
    for (let k = i + 1; k < 4; k++) {
      const row = rows[k] as number[]
      const factor = (row[i] as number) / (pivot[i] as number)
      for (let j = i; j <= 4; j++) row[j] = (row[j] as number) - factor * (pivot[j] as number)
    }
  }
  const out = [0, 0, 0, 0]
  for (let i = 3; i >= 0; i--) {
    const row = rows[i] as number[]
    let rest = row[4] as number
    for (let j = i + 1; j < 4; j++) rest -= (row[j] as number) * (out[j] as number)
    out[i] = rest / (row[i] as number)
  }
  return out
}

/** Log-odds to remember a seen question, after this person's calibration. */
export const calibratedLogit = ({ coefficienti }: Calibrazione, seen: Omit<Riscontro, 'giusta'>): number =>
  dot(coefficienti, featuresOf(seen))

/** First tries of unseen questions: their number, and that of the right ones. */
export type PrimeProve = { risposte: number; giuste: number }

/** Share of right first tries to expect in a subject, drawn towards that of the whole bank, and that towards chance [PV3]. */
export function firstTryRate(materia: PrimeProve, banca: PrimeProve, opzioni: number): number {
  const whole = (banca.giuste + PRIOR_TRIES / Math.max(2, opzioni)) / (banca.risposte + PRIOR_TRIES)
  return (materia.giuste + PRIOR_TRIES * whole) / (materia.risposte + PRIOR_TRIES)
}

/**
 * Share of right answers to expect in a group: log-odds of the seen ones, and the number of unseen ones with their first-try
 * rate.
 */
export function meanRight(
  { viste, mai_viste, giuste }: { viste: readonly number[]; mai_viste: number; giuste: number },
  { opzioni }: Calibrazione,
): number {
  const guess = 1 / opzioni
  const right = viste.reduce((sum, x) => sum + guess + (1 - guess) * logistic(x), 0)
  return (right + mai_viste * giuste) / Math.max(1, viste.length + mai_viste)
}

/** Points in thousandths. */
type PuntiPrevisti = { corretta: number; sbagliata: number }

/**
 * Section of the exam: `domande` drawn from the questions of its subjects. `viste`: log-odds to remember the seen ones;
 * `mai_viste`: groups of unseen questions, with their first-try rate and the number of tries behind it.
 */
type SezionePrevista = {
  domande: number
  punti: PuntiPrevisti
  viste: Float64Array
  mai_viste: readonly { quante: number; giuste: number; prove: number }[]
}

/** A section as the rules of the exam give it; without subjects it draws from the whole bank. */
export type SezioneEsame = { domande: number; punti: PuntiPrevisti; materie: readonly number[] }
/** Rules of an exam as far as a prediction needs them, in thousandths of a point; `opzioni`: options of a question. */
export type RegoleEsame = {
  base: number
  massimo: number
  soglia: number | null
  opzioni: number
  sezioni: readonly SezioneEsame[]
}

export type EsamePrevisto = {
  base: number
  massimo: number
  soglia: number | null
  sezioni: readonly SezionePrevista[]
}

/**
 * Outcome of the exam [PV4], in thousandths of a point: median, the band that holds 8 of 10 exams, probability of the threshold
 * (null without one), and number of further right answers that bring the median to it (0 when it is there). `punteggi`: of every
 * virtual exam, ascending.
 */
export type Previsione = {
  mediana: number
  da: number
  a: number
  p_soglia: number | null
  mancano: number | null
  punteggi: Int32Array
}

/** Draws virtual exams by the exam's rules from the state of a person; the same seed gives the same draws. */
export function predictEsame(esame: EsamePrevisto, calibrazione: Calibrazione, seme: number): Previsione {
  const random = createRandom(seme)
  const guess = 1 / calibrazione.opzioni
  const punteggi = new Int32Array(PROVE_VIRTUALI)
  for (let exam = 0; exam < PROVE_VIRTUALI; exam++) {
    // Calibration and first-try rates are uncertain: each exam draws its own error of both.
    const [z, luck] = normals(random)
    const shift = z * calibrazione.deviazione
    let points = esame.base
    for (const sezione of esame.sezioni) points += drawSection(sezione, shift, luck, guess, random)
    punteggi[exam] = points
  }
  punteggi.sort()
  const at = (share: number) => punteggi[Math.min(PROVE_VIRTUALI - 1, Math.floor(share * PROVE_VIRTUALI))] as number
  const { soglia } = esame
  const mediana = middle(punteggi, at(0.5), stepOf(esame))
  return {
    mediana,
    da: at(0.1),
    a: at(0.9),
    p_soglia: soglia === null ? null : punteggi.filter((x) => x >= soglia).length / PROVE_VIRTUALI,
    mancano: soglia === null ? null : missing(esame, soglia - mediana),
    punteggi,
  }
}

function drawSection(
  { domande, punti, viste, mai_viste }: SezionePrevista,
  shift: number,
  luck: number,
  guess: number,
  random: (n: number) => number,
): number {
  const total = viste.length + mai_viste.reduce((sum, g) => sum + g.quante, 0)
  if (total === 0) return 0
  let right = 0
  for (let i = 0; i < domande; i++) {
    const at = random(total)
    const p =
      at < viste.length
        ? guess + (1 - guess) * logistic((viste[at] as number) + shift)
        : unseenRate(mai_viste, at - viste.length, luck)
    if (random(RESOLUTION) < p * RESOLUTION) right++
  }
  return right * punti.corretta + (domande - right) * punti.sbagliata
}

function unseenRate(groups: SezionePrevista['mai_viste'], place: number, luck: number): number {
  let rest = place
  for (const { quante, giuste, prove } of groups) {
    if (rest < quante)
      return clamp(giuste + luck * Math.sqrt((giuste * (1 - giuste)) / (prove + PRIOR_TRIES)), 0.01, 0.99)
    rest -= quante
  }
  return 0
}

const RESOLUTION = 1_000_000
const CHANCES = 2 ** 30

/** Two independent draws of the normal distribution (Box and Muller). */
function normals(random: (n: number) => number): [number, number] {
  const radius = Math.sqrt(-2 * Math.log(1 - random(CHANCES) / CHANCES))
  const angle = (2 * Math.PI * random(CHANCES)) / CHANCES
  return [radius * Math.cos(angle), radius * Math.sin(angle)]
}

/** The median inside its step (that of grouped data): scores come in whole answers, a person's skill does not. */
function middle(punteggi: Int32Array, median: number, step: number): number {
  const below = punteggi.indexOf(median)
  const same = punteggi.lastIndexOf(median) + 1 - below
  return Math.round(median + step * ((PROVE_VIRTUALI / 2 - below) / same - 0.5))
}

/** Points between a wrong answer and a right one, in the section with most questions. */
function stepOf({ sezioni }: EsamePrevisto): number {
  const largest = sezioni.reduce((best, s) => (s.domande > best.domande ? s : best))
  return Math.max(1, largest.punti.corretta - largest.punti.sbagliata)
}

/** Number of wrong answers to turn right for these points. */
const missing = (esame: EsamePrevisto, points: number): number => Math.ceil(Math.max(0, points) / stepOf(esame))
