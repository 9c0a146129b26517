import { withoutDifficolta } from '#rules/regolamento/difficolta'
import { formatDuration, readDuration } from '#rules/regolamento/duration'
import type { WrittenPunti, WrittenRegolamento, WrittenSezione } from '#rules/regolamento/types'
import { nuovaProvaText as testi } from '../../../features/prove/nuova-text.ts'
import { durataRegole, type Modulo, modelloDi, type NumeriModulo, readPunti, readTempo } from './modulo.ts'
import { toDocumento } from './regole/scritte.ts'

const numero = (testo: string): number => (readPunti(testo) ?? 0) / 1000
const puntiDi = (n: NumeriModulo): WrittenPunti => ({
  tipo: 'fissi',
  corretta: numero(n.corretta),
  sbagliata: numero(n.sbagliata),
  omessa: numero(n.omessa),
})
export const SITUAZIONALI = 'Quesiti situazionali'
const soglia = (testo: string) => (testo.trim() === '' ? {} : { minimo: numero(testo) })

/** The rules as they are written, before they are fitted to the questions. */
export function documentoDi(m: Modulo): WrittenRegolamento {
  if (m.origine === 'complete') return toDocumento(m.regole)
  const modello = m.origine === 'modello' ? modelloDi(m.modello) : null
  if (modello) return { ...modello.regole, nome: modello.nome }
  return { punti: puntiDi(m.numeri), ammissione: soglia(m.numeri.soglia) }
}

/** What the form says of time and moves, beside the points. */
export const comuniDi = (m: Modulo) => ({
  durata: formatDuration(readTempo(m) ?? 0),
  pausa: m.pausa,
  navigazione: m.solo_avanti ? ('solo_avanti' as const) : ('libera' as const),
  correzioni: m.senza_correzioni ? ('mai' as const) : ('fino_alla_consegna' as const),
})

/** What the questions drawn say of their difficulty: nothing at all, and how many easy, medium and hard each section has. */
export type Trovata = { senza: boolean; quote: readonly (readonly number[] | null)[] }
const COME_SCRITTE: Trovata = { senza: false, quote: [] }

/**
 * The rules of the trial. `domande`: how many questions each section has. `spostate`: how many of each have points for each answer
 * and are scored in a section of their own, which is added at the end; none: there are no such questions.
 */
export function toRegole(
  m: Modulo,
  domande: readonly number[],
  spostate: readonly number[],
  trovata = COME_SCRITTE,
): WrittenRegolamento {
  const scritte = documentoDi(m)
  const modello = m.origine === 'modello' ? modelloDi(m.modello) : null
  const n = domande.reduce((a, b) => a + b, 0)
  const intere = modello ? inProporzione(scritte, n, modello.numero_domande) : scritte
  return fitDomande(intere, comuniDi(m), domande, spostate, trovata, m.origine === 'complete')
}

/** A real competition's rules over another number of questions: base, best score and threshold in proportion. */
export function inProporzione(regole: WrittenRegolamento, n: number, numero_domande: number): WrittenRegolamento {
  const quota = (x: number) => Math.round((x * n * 1000) / numero_domande) / 1000
  const { base, massimo, ammissione } = regole
  return {
    ...regole,
    ...(base !== undefined && { base: quota(base) }),
    ...(massimo !== undefined && { massimo: quota(massimo) }),
    ...(ammissione?.minimo !== undefined && { ammissione: { ...ammissione, minimo: quota(ammissione.minimo) } }),
  }
}

/**
 * The timers of sections some of whose questions are scored in the one that is added: they take their share of the time with them, so
 * that every question keeps the pace of its section and the whole is as long as before. HH:MM:SS as written; the last is the
 * added section's. Null unless each section has a timer.
 */
export function conSpostate(
  sezioni: readonly Pick<WrittenSezione, 'durata'>[],
  domande: readonly number[],
  spostate: readonly number[],
): string[] | null {
  const scritte = sezioni.map((s) => (s.durata === undefined ? null : readDuration(s.durata)))
  if (!scritte.every((d) => d !== null)) return null
  let tolti = 0
  const rimaste = scritte.map((durata, i) => {
    const [sue = 0, via = 0] = [domande[i], spostate[i]]
    const parte = via === 0 ? 0 : Math.max(1, Math.round((durata * via) / (sue + via) / 1000)) * 1000
    tolti += parte
    // A section that has no question left takes no time, whatever is written.
    return sue === 0 ? durata : durata - parte
  })
  return [...rimaste, tolti].map(formatDuration)
}

/** The rules over the questions that there are: how many each section has, and of which difficulty. */
function fitDomande(
  scritte: WrittenRegolamento,
  comuni: ReturnType<typeof comuniDi>,
  domande: readonly number[],
  spostate: readonly number[],
  { senza, quote }: Trovata,
  proprie: boolean,
): WrittenRegolamento {
  const { sezioni, durata: _, ...resto } = senza ? withoutDifficolta(scritte) : scritte
  const spezzate = scritte.sezioni?.some((s, i) => s.quote_difficolta !== undefined && !quote[i]) ?? false
  // The sections of a competition keep their own timers only when the whole time is still theirs.
  const intera = proprie || durataRegole(scritte) === readDuration(comuni.durata)
  const tempi = sezioni && intera && spostate.length > 0 ? conSpostate(sezioni, domande, spostate) : null
  const sua = tempi?.at(-1)
  const extra: WrittenSezione[] =
    spostate.length === 0
      ? []
      : [{ nome: SITUAZIONALI, punti: { tipo: 'per_risposta', omessa: 0 }, ...(sua !== undefined && { durata: sua }) }]
  const nome = spezzate || senza ? testi.senza_difficolta_nome(scritte.nome ?? testi.titolo) : scritte.nome
  return {
    ...resto,
    ...comuni,
    ...(nome !== undefined && { nome }),
    ...(sezioni && {
      sezioni: [
        ...sezioni.map(({ domande: _d, durata: scritta, quote_difficolta: _q, ...s }, i) => ({
          ...s,
          ...(domande.length === sezioni.length && { domande: domande[i] }),
          ...(quote[i] && { quote_difficolta: [...quote[i]] }),
          ...(intera && scritta !== undefined && { durata: tempi?.[i] ?? scritta }),
        })),
        ...extra,
      ],
    }),
    ...(!sezioni && extra.length > 0 && { sezioni: [{ nome: 'Domande' }, ...extra] }),
  }
}
