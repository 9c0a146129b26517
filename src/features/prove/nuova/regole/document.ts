import type { Modello } from '#rules/regolamento/modelli'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { domandePerSezione } from '../check-form.ts'
import { commonOf, documentOf, inProportion } from '../compose.ts'
import {
  type AvailableMateria,
  apportion,
  type FormState,
  modelloOf,
  readTime,
  regoleDuration,
  sezioneOf,
  timeFields,
  totalQuotas,
} from '../form-state.ts'
import { fromDocument } from './typed-regole.ts'

/** Returns the form as the document of docs/operators/punteggi.md, with subjects by name and the chosen counts. */
export function writeDocument(m: FormState, available: readonly AvailableMateria[]): WrittenRegolamento {
  const { sezioni, ...rest } = documentOf(m)
  const { durata, pausa, navigazione, correzioni } = commonOf(m)
  const counts = domandePerSezione(m, available, sezioni?.length ?? 0)
  const given = (d: AvailableMateria, i: number) =>
    (m.quote[d.id_materia] ?? 0) > 0 && sezioneOf(m, d.id_materia, d.materia) === i
  return {
    ...rest,
    ...(sezioni && {
      sezioni: sezioni.map((s, i) => {
        const materie = available.filter((d) => given(d, i)).map((d) => d.materia)
        const n = s.domande ?? (s.quote_difficolta ? undefined : counts[i]) ?? 0
        return { ...s, ...(materie.length > 0 && { materie }), ...(n > 0 && { domande: n }) }
      }),
    }),
    ...((readTime(m) ?? 0) > 0 && { durata }),
    ...(navigazione === 'solo_avanti' && { navigazione }),
    ...(correzioni === 'mai' && { correzioni }),
    ...(pausa && { pausa }),
  }
}

/** Shares the questions of each section over its subjects, in proportion to those available. */
export function quotasOfRegole(
  m: FormState,
  regole: WrittenRegolamento,
  available: readonly AvailableMateria[],
): Record<string, number> {
  const quotas = (regole.sezioni ?? []).map((s, i) => {
    const own = available.filter((d) => sezioneOf(m, d.id_materia, d.materia) === i)
    return apportion(s.domande ?? (s.quote_difficolta ?? []).reduce((a, b) => a + b, 0), own, (d) => d.n)
  })
  return Object.assign({}, ...quotas)
}

/** Returns the questions that the rules ask for, section by section. */
const asked = ({ sezioni }: WrittenRegolamento): (number | null)[] =>
  (sezioni ?? []).map((s) => s.domande ?? s.quote_difficolta?.reduce((a, b) => a + b, 0) ?? null)

/** Removes the counts of the sections, so that each has as many questions as its subjects give. */
const withoutCounts = (r: WrittenRegolamento): WrittenRegolamento =>
  r.sezioni ? { ...r, sezioni: r.sezioni.map(({ domande: _, ...s }) => s) } : r

/** Copies the rules in force into the person's own; a competition's are scaled to the chosen questions. */
export function openFullRegole(m: FormState, available: readonly AvailableMateria[]): Partial<FormState> {
  const modello = m.origine === 'modello' ? modelloOf(m.modello) : null
  const total = totalQuotas(m, available)
  const written = documentOf(m)
  const regole = modello && total > 0 ? inProportion(written, total, modello.numero_domande) : written
  return { origine: 'complete', regole: fromDocument(modello && total > 0 ? withoutCounts(regole) : regole) }
}

/**
 * Sets the form to a competition's rules, whole where the bank has the questions for it, else in proportion to those there are.
 */
export function withModello(m: FormState, modello: Modello, available: readonly AvailableMateria[]): FormState {
  const written = { ...modello.regole, nome: modello.nome }
  const whole = withDocument(m, written, available)
  const total = available.reduce((n, d) => n + d.n, 0)
  const counts = asked(written)
  const assigned = domandePerSezione(whole, available, counts.length)
  const enough =
    counts.length > 0 ? counts.every((n, i) => n === null || n === assigned[i]) : total >= modello.numero_domande
  if (enough) return whole
  const chosen = totalQuotas(m, available)
  const partial = inProportion(written, chosen || total, modello.numero_domande)
  return { ...withDocument(m, withoutCounts(partial), available), quote: m.quote }
}

/** Returns the names of subjects in the rules that this bank lacks; the person places them. */
export const unknownMaterie = ({ sezioni }: WrittenRegolamento, available: readonly AvailableMateria[]): string[] =>
  (sezioni ?? [])
    .flatMap((s) => s.materie ?? [])
    .filter((x) => !available.some((d) => d.materia === x || d.id_materia === x))
    .map(String)

/**
 * Replaces the rules of the form. Time and moves follow the rules where they have them. Subjects go to their sections by name or
 * number, with as many questions as the rules ask.
 */
export function withDocument(
  m: FormState,
  regole: WrittenRegolamento,
  available: readonly AvailableMateria[],
): FormState {
  const ms = regoleDuration(regole)
  const sezioneIndex = (d: AvailableMateria) =>
    (regole.sezioni ?? []).findIndex((s) => s.materie?.some((x) => x === d.materia || x === d.id_materia))
  const found = available.map((d) => [d.id_materia, sezioneIndex(d)] as const).filter(([, i]) => i >= 0)
  const next: FormState = {
    ...m,
    origine: 'complete',
    regole: fromDocument(regole),
    sezioneDi: Object.fromEntries(found),
    ...(ms !== null && timeFields(ms)),
    solo_avanti: regole.navigazione === 'solo_avanti',
    senza_correzioni: regole.correzioni === 'mai',
    ...(regole.pausa !== undefined && { pausa: regole.pausa }),
  }
  const counts = asked(regole)
  const asks = counts.length > 0 && counts.every((n) => n !== null)
  return asks ? { ...next, quote: quotasOfRegole(next, regole, available) } : next
}
