import type { Prova } from '#rules/prova/machine'
import type { SezioniTimes } from '#rules/prova/sezioni'

type Inizio = { durata: number | null; fine: number | null; at: number } & Partial<SezioniTimes & Pick<Prova, 'foglio'>>

/** A trial that begins now. `durata` in milliseconds, `fine` the server's end instant. */
export const startProva = (
  risposte: readonly number[],
  regole: Prova['regole'],
  { durata, fine, at, sezioni = risposte.map(() => 0), fini = null, foglio = false }: Inizio,
): Prova => ({
  sezioni,
  fini,
  stato: 'in_corso',
  risposte,
  indice: 0,
  voci: new Map(),
  orologio: { durata, usati: 0, da: at, fine },
  regole,
  foglio,
})
