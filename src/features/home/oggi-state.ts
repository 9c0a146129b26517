import { ref, snapshot } from 'valtio'
import type { BancaLocale, Giorno, Oggi, PrevisioneLocale } from '#contract/database'
import type { Failure } from '#contract/result'
import { type Esame, regoleOfEsame } from '#rules/esame'
import type { Graduatoria } from '#rules/graduatoria'
import { italianDay, mondayOf } from '#rules/italian-day'
import type { Invito } from '#rules/oggi'
import { findBanca } from '../../domain/banche-state.ts'
import { examOf, keepExam } from '../../domain/exam-rules.ts'
import { type Preferences, setChoice } from '../../domain/preferences.ts'
import { keepPlan, keepRiposo } from '../../domain/settings.ts'
import { sittingLength } from '../../domain/start-oggi.ts'
import { banksOfSameExam, formatPesi, readScelte } from '../../domain/study-plan.ts'
import { correctedIso } from '../../platform/server-now.ts'
import { accountSignal, accountState } from '../../session/account.ts'
import { keepFirstPaint, readFirstPaint } from '../../session/first-paint.ts'
import { showToast } from '../../session/notices.ts'
import { onStore } from '../../store/on-store.ts'
import { examText } from './text.ts'

/** State of today's bank in front: its pace, its questions, and the week. `settimana` is of every bank. */
export const oggiState = accountState(() => ({
  id_concorso: null as number | null,
  oggi: null as Oggi | null,
  data_prova: null as string | null,
  settimana: [] as readonly Giorno[],
  /** Exam of the prediction, null when it is unknown; undefined until it is read. */
  esame: undefined as Esame | null | undefined,
  previsione: null as PrevisioneLocale | null,
  /** Published results among which the prediction has its place. */
  graduatoria: null as Graduatoria | null,
  error: null as Failure | null,
  /** Way in that the card had last, which holds the place until it is known anew. */
  invito: null as Invito | null,
  /** Set where the figures are those of the last visit, from which no sitting starts. */
  kept: false,
  /** Set where the day of `oggi` is over. Its plan stands, and its counts are another day's. */
  passato: false,
}))

/** Address of this code, which changes with it, because figures that other code stored may have another shape. */
const BUILD = import.meta.url
type Picture = Pick<
  typeof oggiState,
  'id_concorso' | 'oggi' | 'data_prova' | 'settimana' | 'esame' | 'previsione' | 'graduatoria' | 'invito'
> & { giorno: string }

/** Reads the figures of the last visit to a bank; empty where other code stored them. */
function readPicture(id_concorso: number): Partial<typeof oggiState> {
  const kept = readFirstPaint()?.oggi
  const picture = kept?.build === BUILD ? (kept.dati as Picture) : null
  if (picture?.id_concorso !== id_concorso) return {}
  const { giorno, oggi, ...others } = picture
  return {
    ...others,
    oggi: oggi && ref({ ...oggi, scelte: new Int32Array() }),
    passato: giorno !== italianDay(Date.parse(correctedIso())),
    kept: true,
  }
}

/**
 * Shows the figures of the last visit to a bank in place of another's.
 * Home calls it before it is drawn, because figures that arrive a frame later move the cards.
 */
export function restoreOggi(id_concorso: number): void {
  if (oggiState.id_concorso === id_concorso) return
  const empty = {
    oggi: null,
    error: null,
    esame: undefined,
    previsione: null,
    invito: null,
    kept: false,
    passato: false,
  }
  const { data_prova } = readScelte(id_concorso)
  Object.assign(oggiState, empty, readPicture(id_concorso), { id_concorso, data_prova })
}

function keepPicture(today: string): void {
  const { id_concorso, oggi, data_prova, settimana, esame, previsione, graduatoria, invito } = snapshot(oggiState)
  const dati = {
    id_concorso,
    oggi: oggi && { ...oggi, scelte: [] },
    data_prova,
    settimana,
    esame,
    previsione,
    graduatoria,
    invito,
  }
  keepFirstPaint({ oggi: { build: BUILD, dati: { ...dati, giorno: today } } })
}

/** Reads the day of a bank, after removing the figures of another bank. */
export async function loadOggi(id_concorso: number): Promise<void> {
  const scelte = readScelte(id_concorso)
  const { data_prova } = scelte
  const at = correctedIso()
  const today = italianDay(Date.parse(at))
  const monday = mondayOf(today)
  restoreOggi(id_concorso)
  oggiState.data_prova = data_prova
  const account = accountSignal()
  const [oggi, settimana] = await Promise.all([
    onStore((db) => db.readOggi({ ...scelte, id_concorso, n: sittingLength(), at })),
    onStore((db) => db.readGiorni({ id_concorso: null, da: monday })),
  ])
  if (account.aborted || oggiState.id_concorso !== id_concorso) return
  oggiState.error = oggi.ok ? null : ref(oggi.error)
  if (settimana.ok) oggiState.settimana = ref(settimana.value)
  if (!oggi.ok) return
  Object.assign(oggiState, { oggi: ref(oggi.value), kept: false, passato: false })
  keepPicture(today)
}

/** Stores the way in that the card has now, for the next visit. */
export function keepInvito(invito: Invito): void {
  if (oggiState.invito === invito) return
  oggiState.invito = invito
  keepPicture(italianDay(Date.parse(correctedIso())))
}

const asked = { previsione: 0 }

/**
 * Predicts the score of a bank's exam today; one seed draws the same exams on every device.
 * Shows the reading begun last, whichever ends first.
 */
export async function loadPrevisione(banca: Pick<BancaLocale, 'id_concorso' | 'concorso' | 'ente'>): Promise<void> {
  const { id_concorso } = banca
  const mine = ++asked.previsione
  const account = accountSignal()
  const isOld = () => account.aborted || mine !== asked.previsione || oggiState.id_concorso !== id_concorso
  const esame = await examOf(banca)
  if (isOld()) return
  if (esame === null) {
    Object.assign(oggiState, { esame, previsione: null })
    if (!oggiState.kept) keepPicture(italianDay(Date.parse(correctedIso())))
    return
  }
  const regole = regoleOfEsame(esame)
  const predict = async (graduatoria: Graduatoria | null) => {
    const asking = { id_concorso, regole, at: correctedIso(), seme: id_concorso, ...(graduatoria && { graduatoria }) }
    const read = await onStore((db) => db.readPrevisione(asking))
    if (isOld()) return
    const previsione = read.ok ? ref(read.value) : null
    Object.assign(oggiState, { esame: ref(esame), previsione, graduatoria: graduatoria && ref(graduatoria) })
    if (!oggiState.kept) keepPicture(italianDay(Date.parse(asking.at)))
  }
  const published = await import('../../domain/graduatoria.ts').catch(() => null)
  const kept = (await published?.keptGraduatoria(id_concorso)) ?? null
  await predict(kept)
  if (!published || isOld()) return
  await published.stockGraduatoria(id_concorso)
  const fresh = await published.keptGraduatoria(id_concorso)
  if (!isOld() && JSON.stringify(fresh) !== JSON.stringify(kept)) await predict(fresh)
}

/** Stores the exam that the person prepares for and predicts anew. */
export async function setEsame(banca: BancaLocale, esame: Esame | null): Promise<void> {
  await keepExam(banca.id_concorso, esame)
  await loadPrevisione(banca)
}

/** Stores the subjects that come first, all of them for null, and chooses today's questions anew. */
export async function setPesi(
  id_concorso: number,
  pesi: readonly (readonly [id_materia: number, peso: number])[] | null,
): Promise<void> {
  await keepPlan('pesi', id_concorso, pesi === null ? null : formatPesi(pesi))
  await loadOggi(id_concorso)
}

/** Stores the day of the exam, for all banks that it asks of, and the weekdays off; reads the pace anew. */
export async function setExamDay(
  id_concorso: number,
  day: string | null,
  { riposo, insieme }: { riposo: readonly number[]; insieme: readonly number[] },
): Promise<void> {
  const before = banksOfSameExam(id_concorso)
  const old = readScelte(id_concorso).data_prova
  const now = day === null ? [] : insieme
  const left = before.filter((id) => !now.includes(id))
  await Promise.all([
    ...[id_concorso, ...now].map((id) => keepPlan('prove', id, day)),
    ...left.map((id) => keepPlan('prove', id, null)),
    keepRiposo(riposo),
  ])
  if (left.length > 0)
    showToast({
      text: examText.tolta(left.map((id) => findBanca(id)?.concorso ?? '')),
      annulla: () => void Promise.all(left.map((id) => keepPlan('prove', id, old))).then(() => loadOggi(id_concorso)),
    })
  await loadOggi(id_concorso)
}

/** Stores the chosen answers a day for the exam, null for the usual ones; reads the pace anew. */
export async function setRitmo(id_concorso: number, ritmo: number | null): Promise<void> {
  await Promise.all([id_concorso, ...banksOfSameExam(id_concorso)].map((id) => keepPlan('ritmi', id, ritmo)))
  await loadOggi(id_concorso)
}

/** Stores the length of today's sitting and chooses its questions anew. */
export async function setQuante(id_concorso: number, quante: Preferences['quante']): Promise<void> {
  setChoice('quante', quante)
  await loadOggi(id_concorso)
}
