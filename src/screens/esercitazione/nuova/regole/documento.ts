import { writtenRegolamento } from '#contract/regolamento'
import type { Modello } from '#rules/regolamento/modelli'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { regoleDocumentText as testi } from '../../../../text/regole.ts'
import { comuniDi, documentoDi, inProporzione } from '../composizione.ts'
import { domandePerSezione } from '../controllo.ts'
import {
  campiTempo,
  type Disponibile,
  durataRegole,
  type Modulo,
  modelloDi,
  readTempo,
  ripartisci,
  sezioneDi,
  totaleQuote,
} from '../modulo.ts'
import { frasiDifetti } from './difetti.ts'
import { fromDocumento } from './scritte.ts'

/** The document of the form as docs/REGOLE.md describes it, with subjects by name and counts as chosen. */
export function scriviDocumento(m: Modulo, disponibili: readonly Disponibile[]): WrittenRegolamento {
  const { sezioni, ...resto } = documentoDi(m)
  const { durata, pausa, navigazione, correzioni } = comuniDi(m)
  const conti = domandePerSezione(m, disponibili, sezioni?.length ?? 0)
  const scelta = (d: Disponibile, i: number) =>
    (m.quote[d.id_materia] ?? 0) > 0 && sezioneDi(m, d.id_materia, d.materia) === i
  return {
    ...resto,
    ...(sezioni && {
      sezioni: sezioni.map((s, i) => {
        const materie = disponibili.filter((d) => scelta(d, i)).map((d) => d.materia)
        const n = s.domande ?? (s.quote_difficolta ? undefined : conti[i]) ?? 0
        return { ...s, ...(materie.length > 0 && { materie }), ...(n > 0 && { domande: n }) }
      }),
    }),
    ...((readTempo(m) ?? 0) > 0 && { durata }),
    ...(navigazione === 'solo_avanti' && { navigazione }),
    ...(correzioni === 'mai' && { correzioni }),
    ...(pausa && { pausa }),
  }
}

export type Documento = { ok: true; regole: WrittenRegolamento } | { ok: false; frase: string }

/** Most characters of a document of rules. */
const LUNGHEZZA_MASSIMA = 200_000

/** A document as somebody wrote it: its form, then its meaning; the first thing wrong is told in words. */
export function leggiDocumento(testo: string): Documento {
  if (testo.length > LUNGHEZZA_MASSIMA) return { ok: false, frase: testi.troppo }
  let valore: unknown
  try {
    valore = JSON.parse(testo)
  } catch {
    return { ok: false, frase: testi.non_json }
  }
  const letto = writtenRegolamento.safeParse(valore)
  if (!letto.success) {
    const [primo] = letto.error.issues
    if (primo?.code === 'unrecognized_keys') return { ok: false, frase: testi.ignoto(primo.keys[0] ?? '') }
    return { ok: false, frase: testi.campo(primo?.path.join('.') ?? '') }
  }
  const [difetto] = frasiDifetti(letto.data)
  return difetto ? { ok: false, frase: testi.difetto(difetto.campo, difetto.frase) } : { ok: true, regole: letto.data }
}

/** How many of each subject the sections of rules ask for: as many as there are, in proportion. */
export function quoteComeRegole(
  m: Modulo,
  regole: WrittenRegolamento,
  disponibili: readonly Disponibile[],
): Record<string, number> {
  const quote = (regole.sezioni ?? []).map((s, i) => {
    const sue = disponibili.filter((d) => sezioneDi(m, d.id_materia, d.materia) === i)
    return ripartisci(s.domande ?? (s.quote_difficolta ?? []).reduce((a, b) => a + b, 0), sue, (d) => d.n)
  })
  return Object.assign({}, ...quote)
}

/** Questions that the rules ask for, section by section. */
const chieste = ({ sezioni }: WrittenRegolamento): (number | null)[] =>
  (sezioni ?? []).map((s) => s.domande ?? s.quote_difficolta?.reduce((a, b) => a + b, 0) ?? null)

/** Rules whose sections have as many questions as their subjects give. */
const senzaConti = (r: WrittenRegolamento): WrittenRegolamento =>
  r.sezioni ? { ...r, sezioni: r.sezioni.map(({ domande: _, ...s }) => s) } : r

/** The rules in force become the person's own, to be changed; a competition's for the questions that are chosen. */
export function apriComplete(m: Modulo, disponibili: readonly Disponibile[]): Partial<Modulo> {
  const modello = m.origine === 'modello' ? modelloDi(m.modello) : null
  const totale = totaleQuote(m, disponibili)
  const scritte = documentoDi(m)
  const regole = modello && totale > 0 ? inProporzione(scritte, totale, modello.numero_domande) : scritte
  return { origine: 'complete', regole: fromDocumento(modello && totale > 0 ? senzaConti(regole) : regole) }
}

/** The form on a competition's rules: whole where the bank has the questions for it, else in proportion to those there are. */
export function withModello(m: Modulo, modello: Modello, disponibili: readonly Disponibile[]): Modulo {
  const scritte = { ...modello.regole, nome: modello.nome }
  const intero = withDocumento(m, scritte, disponibili)
  const ci_sono = disponibili.reduce((n, d) => n + d.n, 0)
  const conti = chieste(scritte)
  const date = domandePerSezione(intero, disponibili, conti.length)
  const basta =
    conti.length > 0 ? conti.every((n, i) => n === null || n === date[i]) : ci_sono >= modello.numero_domande
  if (basta) return intero
  const scelte = totaleQuote(m, disponibili)
  const parte = inProporzione(scritte, scelte || ci_sono, modello.numero_domande)
  return { ...withDocumento(m, senzaConti(parte), disponibili), quote: m.quote }
}

/** Subjects that the rules name and this bank does not have, by name: the person places those. */
export const materieIgnote = ({ sezioni }: WrittenRegolamento, disponibili: readonly Disponibile[]): string[] =>
  (sezioni ?? [])
    .flatMap((s) => s.materie ?? [])
    .filter((x) => !disponibili.some((d) => d.materia === x || d.id_materia === x))
    .map(String)

/**
 * The form with these rules in the place of its own: time and moves too where they are said, subjects in their sections by name
 * or number, and as many questions as asked where the rules ask.
 */
export function withDocumento(m: Modulo, regole: WrittenRegolamento, disponibili: readonly Disponibile[]): Modulo {
  const ms = durataRegole(regole)
  const posto = (d: Disponibile) =>
    (regole.sezioni ?? []).findIndex((s) => s.materie?.some((x) => x === d.materia || x === d.id_materia))
  const trovate = disponibili.map((d) => [d.id_materia, posto(d)] as const).filter(([, i]) => i >= 0)
  const nuovo: Modulo = {
    ...m,
    origine: 'complete',
    regole: fromDocumento(regole),
    sezioneDi: Object.fromEntries(trovate),
    ...(ms !== null && campiTempo(ms)),
    solo_avanti: regole.navigazione === 'solo_avanti',
    senza_correzioni: regole.correzioni === 'mai',
    ...(regole.pausa !== undefined && { pausa: regole.pausa }),
  }
  const conti = chieste(regole)
  const chiede = conti.length > 0 && conti.every((n) => n !== null)
  return chiede ? { ...nuovo, quote: quoteComeRegole(nuovo, regole, disponibili) } : nuovo
}
