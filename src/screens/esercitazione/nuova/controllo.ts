import { MAX_DURATION } from '#rules/regolamento/duration'
import { checkRegolamento } from '#rules/regolamento/read'
import { documentoDi, toRegole } from './composizione.ts'
import { type Mancanza, settleDifficolta } from './difficolta.ts'
import {
  type Disponibile,
  difettoPosizioni,
  type Modulo,
  readPunti,
  readTempo,
  sezioneDi,
  totaleQuote,
} from './modulo.ts'
import { difettiRegole } from './regole/difetti.ts'
import { toDocumento } from './regole/scritte.ts'

/** Why the form cannot start a trial. `campo` names where it is shown. */
export type Difetto =
  | { campo: 'posizioni'; tipo: 'forma' | 'inverse' }
  | { campo: 'quote'; tipo: 'nessuna' | 'troppe' }
  | { campo: 'materia'; tipo: 'poche'; materia: string; n: number }
  | { campo: 'tempo'; tipo: 'manca' | 'zero' | 'forma' | 'lungo' }
  | { campo: 'punti'; tipo: 'forma'; nome: string }
  | ({ campo: 'difficolta' } & Mancanza)
  | { campo: 'scritte'; frase: string }
  | { campo: 'sezione'; nome: string; servono: number; ci_sono: number }
  | { campo: 'regole'; tipo: 'contraddette' }

/** Most questions of one trial. */
export const DOMANDE_MASSIME = 1000

/** Everything that is wrong, in the order of the page [VA10][EB21]. */
export function controlla(m: Modulo, disponibili: readonly Disponibile[]): Difetto[] {
  const difetti: Difetto[] = []
  const posizioni = difettoPosizioni(m)
  if (posizioni) difetti.push({ campo: 'posizioni', tipo: posizioni.tipo })
  const totale = totaleQuote(m, disponibili)
  if (totale === 0) difetti.push({ campo: 'quote', tipo: 'nessuna' })
  if (totale > DOMANDE_MASSIME) difetti.push({ campo: 'quote', tipo: 'troppe' })
  for (const { id_materia, materia, n } of disponibili)
    if ((m.quote[id_materia] ?? 0) > n) difetti.push({ campo: 'materia', tipo: 'poche', materia, n })
  const ms = readTempo(m)
  if (ms === null) difetti.push({ campo: 'tempo', tipo: 'manca' })
  else if (Number.isNaN(ms)) difetti.push({ campo: 'tempo', tipo: 'forma' })
  else if (ms <= 0) difetti.push({ campo: 'tempo', tipo: 'zero' })
  else if (ms > MAX_DURATION) difetti.push({ campo: 'tempo', tipo: 'lungo' })
  if (m.origine === 'numeri')
    for (const nome of ['corretta', 'sbagliata', 'omessa', 'soglia'] as const)
      if (!(nome === 'soglia' && m.numeri.soglia.trim() === '') && readPunti(m.numeri[nome]) === null)
        difetti.push({ campo: 'punti', tipo: 'forma', nome })
  if (m.origine === 'complete') {
    const [primo] = difettiRegole(m.regole)
    if (primo) return [...difetti, { campo: 'scritte', frase: primo.intera }]
  }
  difetti.push(...contiSezioni(m, disponibili))
  const { manca } = settleDifficolta(m, documentoDi(m), disponibili)
  if (manca && difetti.length === 0) difetti.push({ campo: 'difficolta', ...manca })
  if (difetti.length === 0 && !checkRegolamento(toRegole(m, [totale], [])).ok)
    difetti.push({ campo: 'regole', tipo: 'contraddette' })
  return difetti
}

/** Questions that the subjects give to each section of the rules. */
export const domandePerSezione = (m: Modulo, disponibili: readonly Disponibile[], n: number): number[] =>
  Array.from({ length: n }, (_, i) =>
    disponibili.reduce(
      (somma, d) => somma + (sezioneDi(m, d.id_materia, d.materia) === i ? (m.quote[d.id_materia] ?? 0) : 0),
      0,
    ),
  )

/** Sections of one's own rules that want another number of questions than their subjects give. */
function contiSezioni(m: Modulo, disponibili: readonly Disponibile[]): Difetto[] {
  if (m.origine !== 'complete') return []
  const sezioni = toDocumento(m.regole).sezioni ?? []
  const conti = domandePerSezione(m, disponibili, sezioni.length)
  // Quotas alone are a proportion: only a number of questions is held to.
  return sezioni.flatMap(({ nome, domande: servono }, i) => {
    const ci_sono = conti[i] ?? 0
    return servono === undefined || servono === ci_sono ? [] : [{ campo: 'sezione' as const, nome, servono, ci_sono }]
  })
}
