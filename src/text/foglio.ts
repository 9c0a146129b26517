import type { VersioneFoglio } from '#rules/prova/foglio'
import type { Regolamento } from '#rules/regolamento/types'
import { formatCount } from './formats.ts'
import { provaText } from './prova.ts'

type Multipla = Regolamento['risposta_multipla']
const worth = (m: Multipla): string => (m === 'omessa' ? 'come omessa' : 'come errata')

/** A trial sat as on paper. */
export const sheetText = {
  versione: (v: VersioneFoglio) => `versione ${v}`,
  rifai: (v: VersioneFoglio) => `Rifai con la versione ${v}`,
  foglio: (v: VersioneFoglio) => `foglio, versione ${v}`,
  titolo: (v: VersioneFoglio | undefined) => (v ? `${provaText.foglio}, versione ${v}` : provaText.foglio),
  come: 'Un segno non si cambia e non si annulla: pensaci prima.',
  segnata: 'Segnata, non si cambia.',
  doppia: (m: Multipla) => `Doppia marcatura: questa domanda conta ${worth(m)}.`,
  conta: (esito: string) => `due segni: conta ${worth(esito === 'errata' ? 'sbagliata' : 'omessa')}`,
  doppia_titolo: 'Sarebbe una doppia marcatura',
  doppia_testo: (first: string, second: string, m: Multipla) =>
    `Hai già segnato la ${first}. Se segni anche la ${second}, la domanda conta ${worth(m)} e non si torna indietro.`,
  doppia_no: (first: string) => `Lascia solo la ${first}`,
  doppia_si: (second: string) => `Segna anche la ${second}`,
  consegna_doppie: (n: number) =>
    n === 1 ? 'C’è una doppia marcatura.' : `Ci sono ${formatCount(n, 'doppia marcatura', 'doppie marcature')}.`,
  regole: (v: VersioneFoglio) =>
    `Modalità foglio: hai la versione ${v}. La A e la B hanno le stesse domande, in un altro ordine.`,
  regola_doppia: (m: Multipla) => `Due segni sulla stessa domanda sono una doppia marcatura: conta ${worth(m)}.`,
}
