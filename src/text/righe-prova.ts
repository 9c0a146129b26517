import { finiSezioni, withTempoAggiuntivo } from '#rules/regolamento/durata'
import type { Punti, Regolamento } from '#rules/regolamento/tipi'
import { regole as testi } from './prova.ts'

/** What one right, wrong and blank answer is worth, in words. */
export const dicePunti = (p: Punti): string =>
  p.tipo === 'fissi'
    ? testi.fissi(p.corretta, p.sbagliata, p.omessa)
    : p.tipo === 'per_risposta'
      ? testi.per_risposta
      : testi.per_difficolta(p.corretta, p.sbagliata, p.omessa)

/** Points and how one is admitted, a line each; what sections have in common is told once. */
export function righePunteggi({ base, sezioni, ammissione, massimo }: Regolamento): string[] {
  const diverse = new Set(sezioni.map((s) => dicePunti(s.punti)))
  const comune = ammissione.minimo_per_sezione
  const proprie = sezioni.filter((s) => s.sbarramento !== null && s.sbarramento !== comune)
  return [
    ...(base === 0 ? [] : [testi.base(base)]),
    ...(diverse.size === 1 ? diverse : sezioni.map((s) => `${s.nome}: ${dicePunti(s.punti)}`)),
    ...(ammissione.minimo === null ? [] : [testi.soglia(ammissione.minimo, massimo)]),
    ...(comune === null ? [] : [testi.soglia_sezioni(comune)]),
    ...proprie.map((s) => `${s.nome}: ${testi.soglia(s.sbarramento ?? 0, null)}`),
    ...(ammissione.primi === null ? [] : [testi.primi(ammissione.primi, ammissione.pari_merito)]),
  ]
}

/** The time of each section, where it is held to; `presenti`: the sections that have questions. */
export const righeSezioni = (
  { sezioni }: Pick<Regolamento, 'sezioni'>,
  tempo_aggiuntivo: number,
  presenti?: ReadonlySet<number>,
): string[] =>
  finiSezioni({ sezioni }, tempo_aggiuntivo, presenti) === null
    ? []
    : sezioni.flatMap(({ nome, durata }, i) =>
        presenti && !presenti.has(i)
          ? []
          : [`${nome}: ${testi.durata_sezione(withTempoAggiuntivo(durata ?? 0, tempo_aggiuntivo))}`],
      )

/** How one moves, and whether an answer can be changed. */
export const righeMosse = ({ navigazione, correzioni }: Regolamento): string[] => [
  navigazione === 'solo_avanti' ? testi.solo_avanti : testi.libera,
  correzioni === 'mai' ? testi.mai : testi.corrette,
]
