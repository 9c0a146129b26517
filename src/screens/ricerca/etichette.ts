import type { ConteggiRicerca } from '#contract/database'
import { nomeLivello } from '../../text/livelli.ts'
import { ricerca as testi } from '../../text/ricerca.ts'
import type { Filtri } from './filtri.ts'

/** A filter that is on: its name, and what takes it off. */
export type Etichetta = { id: string; nome: string; senza: Partial<Filtri> }

/** From this many values on, a facet has one chip for all of them. */
const TANTE = 4

type Faccetta<T> = {
  chiave: string
  valori: readonly T[]
  nome: (valore: T) => string
  insieme: (n: number) => string
  senza: (valori: readonly T[]) => Partial<Filtri>
}

function chipsOf<T extends string | number>({ chiave, valori, nome, insieme, senza }: Faccetta<T>): Etichetta[] {
  if (valori.length >= TANTE) return [{ id: chiave, nome: insieme(valori.length), senza: senza([]) }]
  return valori.map((v) => ({ id: `${chiave} ${v}`, nome: nome(v), senza: senza(valori.filter((x) => x !== v)) }))
}

/** The filters that are on, in the order of the panel. Names of banks and subjects come with the counts. */
export function etichette(f: Filtri, conteggi: ConteggiRicerca | null): Etichetta[] {
  const banche = new Map(conteggi?.per_concorso.map((c) => [c.id_concorso, c.concorso]))
  const materie = new Map(conteggi?.per_materia.map((m) => [m.id_materia, m.materia]))
  const una = (id: string, attiva: boolean, nome: string, senza: Partial<Filtri>): Etichetta[] =>
    attiva ? [{ id, nome, senza }] : []
  return [
    ...una('trova', f.trova !== 'ALL' && f.testo.trim() !== '', testi.corrispondenze[f.trova], { trova: 'ALL' }),
    ...chipsOf({
      chiave: 'banca',
      valori: f.concorsi,
      nome: (id) => banche.get(id) ?? (conteggi ? testi.sparita : testi.banche),
      insieme: testi.n_banche,
      senza: (concorsi) => ({ concorsi }),
    }),
    ...chipsOf({
      chiave: 'materia',
      valori: f.materie,
      nome: (id) => (id === 0 ? testi.senza_materia : (materie.get(id) ?? testi.n_materie(1))),
      insieme: testi.n_materie,
      senza: (m) => ({ materie: m }),
    }),
    ...chipsOf({
      chiave: 'livello',
      valori: f.livelli,
      nome: nomeLivello,
      insieme: testi.n_livelli,
      senza: (livelli) => ({ livelli }),
    }),
    ...una('preferite', f.preferite, testi.preferite, { preferite: false }),
    ...una('figura', f.figura !== null, f.figura ? testi.con_figura : testi.senza_figura, { figura: null }),
    ...f.risposte.map((r) => ({
      id: `risposta ${r}`,
      nome: `${testi.ultima}: ${testi.risposte[r].toLowerCase()}`,
      senza: { risposte: f.risposte.filter((x) => x !== r) },
    })),
    ...f.chiavi.map((c) => ({
      id: `chiave ${c}`,
      nome: `${testi.chiave}: ${testi.chiavi[c].toLowerCase()}`,
      senza: { chiavi: f.chiavi.filter((x) => x !== c) },
    })),
    ...f.stati.map((s) => ({
      id: `stato ${s}`,
      nome: testi.stati[s],
      senza: { stati: f.stati.filter((x) => x !== s) },
    })),
    ...una('posizioni', f.da !== null || f.a !== null, testi.posizioni(f.da, f.a), { da: null, a: null }),
  ]
}
