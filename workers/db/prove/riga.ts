import type { Consegna, NuovaProva, ProvaSalvata, VoceProva } from '#contract/prova'
import { formatIso, instantOf } from '#rules/data'
import type { Prova, StatoProva, Voce } from '#rules/prova/macchina'
import { restoOrologio, usatiOrologio } from '#rules/prova/orologio'
import { postoAperto, sezioneAllora } from '#rules/prova/sezioni'
import { finiSezioni } from '#rules/regolamento/durata'
import { readRegolamento } from '#rules/regolamento/leggi'
import type { Regolamento } from '#rules/regolamento/tipi'
import type { Archivio } from '../archivio.ts'
import { StoreFault } from '../guard.ts'

/** A trial as its row says; of `dati` only the challenge may come after the start. */
export type RigaProva = {
  id: string
  stato: StatoProva
  indice: number
  dati: NuovaProva & { risposte: number[] }
  durata_ms: number | null
  usati_ms: number
  da_ms: number | null
  fine_ms: number | null
  /** Instant of its last step: the greatest that it has seen. */
  visto_ms: number
  consegna: Consegna | null
  da_spedire: number
}

type Letta = Omit<RigaProva, 'dati' | 'consegna'> & { tipo: string; dati: string | null; consegna: string | null }

const SELECT = `SELECT s.id, s.tipo, s.stato, s.indice, p.dati, p.durata_ms, p.usati_ms, p.da_ms, p.fine_ms, p.consegna, p.da_spedire,
    max(coalesce(p.da_ms, 0), s.aggiornata_ms) AS visto_ms
  FROM sedute s LEFT JOIN prove p ON p.id_seduta = s.id WHERE s.id = ?`

/** ESERCITAZIONE_NON_INIZIALIZZATA when there is no such sitting, TIPO_ESERCITAZIONE_ERRATO when it is no trial. */
export function readRiga({ db }: Archivio, id: string): RigaProva {
  const row = db.get<Letta>(SELECT, id)
  if (!row) throw new StoreFault('ESERCITAZIONE_NON_INIZIALIZZATA', id)
  const { tipo, dati, consegna, ...riga } = row
  if (dati === null) throw new StoreFault('TIPO_ESERCITAZIONE_ERRATO', tipo)
  return {
    ...riga,
    dati: JSON.parse(dati) as RigaProva['dati'],
    consegna: consegna === null ? null : (JSON.parse(consegna) as Consegna),
  }
}

/** Now for a trial: a device clock that was set back, even between two visits, never runs before what the trial has seen (D24). */
export const adessoOf = ({ visto_ms }: Pick<RigaProva, 'visto_ms'>, at: string): number =>
  Math.max(visto_ms, instantOf(at))

/** RICHIESTA_NON_VALIDA with the fields that are wrong. */
export function rulesOf({ regole }: Pick<NuovaProva, 'regole'>): Regolamento {
  const letto = readRegolamento(regole)
  if (letto.ok) return letto.regolamento
  throw new StoreFault('RICHIESTA_NON_VALIDA', 'rules', { campi: letto.difetti.map(({ campo }) => `regole.${campo}`) })
}

type RigaVoce = Omit<VoceProva, 'da_rivedere' | 'escluse'> & { da_rivedere: number; escluse: number }

/** Struck out answers as one number: bit 0 is the first. */
export const toBits = (escluse: readonly number[]): number => escluse.reduce((bits, r) => bits | (1 << (r - 1)), 0)
const fromBits = (bits: number): number[] => [1, 2, 3, 4, 5].filter((r) => (bits >> (r - 1)) & 1)

export function readVoci({ db }: Archivio, id: string): VoceProva[] {
  return db
    .all<RigaVoce>(
      `SELECT indice, risposta, da_rivedere, escluse, ms, cambi, cambi_rivedi, cambi_escluse
       FROM prove_voci WHERE id_seduta = ? ORDER BY indice`,
      id,
    )
    .map((v) => ({ ...v, da_rivedere: v.da_rivedere === 1, escluse: fromBits(v.escluse) }))
}

/** The machine's state of a stored trial. */
export function toProva(riga: RigaProva, voci: readonly VoceProva[]): Prova {
  const regole = rulesOf(riga.dati)
  const { sezioni, tempo_aggiuntivo } = riga.dati
  return {
    sezioni,
    fini: finiSezioni(regole, tempo_aggiuntivo, new Set(sezioni)),
    stato: riga.stato,
    risposte: riga.dati.risposte,
    indice: riga.indice,
    voci: new Map(voci.map(({ indice, ...voce }): [number, Voce] => [indice, voce])),
    orologio: { durata: riga.durata_ms, usati: riga.usati_ms, da: riga.da_ms, fine: riga.fine_ms },
    regole,
  }
}

/** A trial as the page gets it; `at` tells the time left. */
export function readProva(a: Archivio, { id, at }: { id: string; at: string }): ProvaSalvata {
  const riga = readRiga(a, id)
  const voci = readVoci(a, id)
  const prova = toProva(riga, voci)
  const { orologio } = prova
  const { risposte: _risposte, ...dati } = riga.dati
  const now = adessoOf(riga, at)
  const { simulazione } = dati
  const { fine_ms } = riga
  // A pause moves the end.
  const spostata = simulazione && fine_ms !== null && instantOf(simulazione.fine) !== fine_ms
  return {
    ...dati,
    simulazione: spostata ? { ...simulazione, fine: formatIso(fine_ms, 0) } : simulazione,
    id,
    stato: riga.stato,
    indice: riga.consegna ? riga.indice : postoAperto(prova, riga.indice, sezioneAllora(prova, now)),
    voci,
    resto: restoOrologio(orologio, now),
    usati: riga.consegna?.usati ?? usatiOrologio(orologio, now),
    durata: riga.durata_ms,
    consegna: riga.consegna,
    da_spedire: riga.da_spedire === 1,
  }
}
