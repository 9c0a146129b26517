import { withoutDifficolta } from '#rules/regolamento/difficolta'
import { formatDuration, readDuration } from '#rules/regolamento/duration'
import type { WrittenPunti, WrittenRegolamento, WrittenSezione } from '#rules/regolamento/types'
import { nuovaProvaText as testi } from '../nuova-text.ts'
import { type FormNumbers, type FormState, modelloOf, readPoints, readTime, regoleDuration } from './form-state.ts'
import { toDocument } from './regole/typed-regole.ts'

const number = (text: string): number => (readPoints(text) ?? 0) / 1000
const pointsOf = (n: FormNumbers): WrittenPunti => ({
  tipo: 'fissi',
  corretta: number(n.corretta),
  sbagliata: number(n.sbagliata),
  omessa: number(n.omessa),
})
const SITUAZIONALI = 'Quesiti situazionali'
const soglia = (text: string) => (text.trim() === '' ? {} : { minimo: number(text) })

/** Returns the rules as they are written, before they are fitted to the questions. */
export function documentOf(m: FormState): WrittenRegolamento {
  if (m.origine === 'complete') return toDocument(m.regole)
  const modello = m.origine === 'modello' ? modelloOf(m.modello) : null
  if (modello) return { ...modello.regole, nome: modello.nome }
  return {
    punti: pointsOf(m.numeri),
    ammissione: soglia(m.numeri.soglia),
    ...(m.foglio && m.multipla === 'sbagliata' && { risposta_multipla: m.multipla }),
  }
}

/** Returns the time and moves of the form, beside the points; without a time the trial has no end of its own. */
export const commonOf = (m: FormState) => ({
  durata: readTime(m) === null ? undefined : formatDuration(readTime(m) as number),
  pausa: m.pausa,
  navigazione: m.solo_avanti ? ('solo_avanti' as const) : ('libera' as const),
  correzioni: m.senza_correzioni || m.foglio ? ('mai' as const) : ('fino_alla_consegna' as const),
})

/**
 * Difficulty of the drawn questions. `senza` is true when no question has one; `quote` counts easy, medium and hard ones of each
 * section.
 */
type Found = { senza: boolean; quote: readonly (readonly number[] | null)[] }
const AS_WRITTEN: Found = { senza: false, quote: [] }

/**
 * Returns the rules of the trial. `domande` counts the questions of each section. `moved` counts those of each with points for
 * each answer, scored in a section added at the end; empty without such questions.
 */
export function toRegole(
  m: FormState,
  domande: readonly number[],
  moved: readonly number[],
  found = AS_WRITTEN,
): WrittenRegolamento {
  const written = documentOf(m)
  const modello = m.origine === 'modello' ? modelloOf(m.modello) : null
  const n = domande.reduce((a, b) => a + b, 0)
  const whole = modello ? inProportion(written, n, modello.numero_domande) : written
  return fitDomande(whole, commonOf(m), domande, moved, found, m.origine === 'complete')
}

/** Scales a competition's rules to another number of questions, with base, best score and threshold in proportion. */
export function inProportion(regole: WrittenRegolamento, n: number, numero_domande: number): WrittenRegolamento {
  const share = (x: number) => Math.round((x * n * 1000) / numero_domande) / 1000
  const { base, massimo: max, ammissione } = regole
  return {
    ...regole,
    ...(base !== undefined && { base: share(base) }),
    ...(max !== undefined && { massimo: share(max) }),
    ...(ammissione?.minimo !== undefined && { ammissione: { ...ammissione, minimo: share(ammissione.minimo) } }),
  }
}

/**
 * Returns the timers of the sections after some of their questions moved to the added one. Moved questions take their share of
 * the time with them, so that every question keeps its pace and the whole keeps its length. Timers are HH:MM:SS, the last for the
 * added section; null unless each section has one.
 */
export function withMoved(
  sezioni: readonly Pick<WrittenSezione, 'durata'>[],
  domande: readonly number[],
  moved: readonly number[],
): string[] | null {
  const written = sezioni.map((s) => (s.durata === undefined ? null : readDuration(s.durata)))
  if (!written.every((d) => d !== null)) return null
  let removedMs = 0
  const left = written.map((durata, i) => {
    const [own = 0, removed = 0] = [domande[i], moved[i]]
    const part = removed === 0 ? 0 : Math.max(1, Math.round((durata * removed) / (own + removed) / 1000)) * 1000
    removedMs += part
    // Leave the timer of an empty section, which takes no time.
    return own === 0 ? durata : durata - part
  })
  return [...left, removedMs].map(formatDuration)
}

/** Fits the rules to the questions at hand, by the number and difficulty in each section. */
function fitDomande(
  written: WrittenRegolamento,
  comuni: ReturnType<typeof commonOf>,
  domande: readonly number[],
  moved: readonly number[],
  { senza: without, quote: quotas }: Found,
  own: boolean,
): WrittenRegolamento {
  const { sezioni, durata: _, ...left } = without ? withoutDifficolta(written) : written
  const split = written.sezioni?.some((s, i) => s.quote_difficolta !== undefined && !quotas[i]) ?? false
  // Drop the timers of a competition's sections when the whole time is no longer theirs.
  const intera = own || regoleDuration(written) === (comuni.durata === undefined ? null : readDuration(comuni.durata))
  const times = sezioni && intera && moved.length > 0 ? withMoved(sezioni, domande, moved) : null
  const sua = times?.at(-1)
  const extra: WrittenSezione[] =
    moved.length === 0
      ? []
      : [{ nome: SITUAZIONALI, punti: { tipo: 'per_risposta', omessa: 0 }, ...(sua !== undefined && { durata: sua }) }]
  const name = split || without ? testi.senza_difficolta_nome(written.nome ?? testi.titolo) : written.nome
  return {
    ...left,
    ...comuni,
    ...(name !== undefined && { nome: name }),
    ...(sezioni && {
      sezioni: [
        ...sezioni.map(({ domande: _d, durata: written, quote_difficolta: _q, ...s }, i) => ({
          ...s,
          ...(domande.length === sezioni.length && { domande: domande[i] }),
          ...(quotas[i] && { quote_difficolta: [...quotas[i]] }),
          ...(intera && written !== undefined && { durata: times?.[i] ?? written }),
        })),
        ...extra,
      ],
    }),
    ...(!sezioni && extra.length > 0 && { sezioni: [{ nome: 'Domande' }, ...extra] }),
  }
}
