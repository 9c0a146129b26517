import type { Consegna, NewProva, SavedProva, VoceProva } from '#contract/prova'
import { formatIso, instantOf } from '#rules/dates'
import { clockRemaining, clockUsed } from '#rules/prova/clock'
import type { Prova, StatoProva, Voce } from '#rules/prova/machine'
import { openPlace, sezioneAt } from '#rules/prova/sezioni'
import { sezioniEnds } from '#rules/regolamento/duration'
import { readRegolamento } from '#rules/regolamento/read'
import type { Regolamento } from '#rules/regolamento/types'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import { readAperta } from '../giornale/aperte.ts'

/** Most answers of a question. */
export const MOST_ANSWERS = 5

/** A trial as its row has it; of `dati` only the challenge may change after the start. */
export type ProvaRow = {
  id: string
  stato: StatoProva
  indice: number
  dati: NewProva & { risposte: number[] }
  durata_ms: number | null
  usati_ms: number
  da_ms: number | null
  fine_ms: number | null
  /** Instant of its last step: the latest so far. */
  visto_ms: number
  consegna: Consegna | null
  da_spedire: number
}

type RawRow = Omit<ProvaRow, 'dati' | 'consegna'> & { tipo: string; dati: string | null; consegna: string | null }

const SELECT = `SELECT s.id, s.tipo, s.stato, s.indice, p.dati, p.durata_ms, p.usati_ms, p.da_ms, p.fine_ms, p.consegna, p.da_spedire,
    max(coalesce(p.da_ms, 0), s.aggiornata_ms) AS visto_ms
  FROM sedute s LEFT JOIN prove p ON p.id_seduta = s.id WHERE s.id = ?`

/** ESERCITAZIONE_NON_INIZIALIZZATA when there is no such sitting, TIPO_ESERCITAZIONE_ERRATO when it is no trial. */
export function readRow({ db }: StoreContext, id: string): ProvaRow {
  const row = db.get<RawRow>(SELECT, id)
  if (!row) throw new StoreFault('ESERCITAZIONE_NON_INIZIALIZZATA', id)
  const { tipo, dati, consegna, ...stored } = row
  if (dati === null) throw new StoreFault('TIPO_ESERCITAZIONE_ERRATO', tipo)
  return {
    ...stored,
    dati: JSON.parse(dati) as ProvaRow['dati'],
    consegna: consegna === null ? null : (JSON.parse(consegna) as Consegna),
  }
}

/**
 * Returns now for a trial: a device clock that was set back, even between two visits, never runs before the trial's
 * last instant (D24).
 */
export const nowFor = ({ visto_ms }: Pick<ProvaRow, 'visto_ms'>, at: string): number =>
  Math.max(visto_ms, instantOf(at))

/** Parses the rules; RICHIESTA_NON_VALIDA with the wrong fields. */
export function rulesOf({ regole }: Pick<NewProva, 'regole'>): Regolamento {
  const read = readRegolamento(regole)
  if (read.ok) return read.regolamento
  throw new StoreFault('RICHIESTA_NON_VALIDA', 'rules', {
    campi: read.difetti.map(({ campo: field }) => `regole.${field}`),
  })
}

type VoceRow = Omit<VoceProva, 'da_rivedere' | 'escluse'> & { da_rivedere: number; escluse: number }

/**
 * Place of the second mark of a paper sheet, above the bits of struck out answers (bit 0 is the first). Older devices
 * read the first five bits alone (decision 0126).
 */
const DOPPIA_SHIFT = 5
export const toBits = ({ escluse, doppia = 0 }: Pick<Voce, 'escluse' | 'doppia'>): number =>
  escluse.reduce((bits, r) => bits | (1 << (r - 1)), doppia << DOPPIA_SHIFT)
/** Unpacks a place that is marked with `risposta`; a second mark that cannot be one of `most` answers is none. */
export function fromBits(
  bits: number,
  risposta: number | null = null,
  most = MOST_ANSWERS,
): Pick<Voce, 'escluse' | 'doppia'> {
  const doppia = bits >> DOPPIA_SHIFT
  const isDouble = risposta !== null && doppia > 0 && doppia <= most && doppia !== risposta
  return {
    escluse: [1, 2, 3, 4, 5].filter((r) => (bits >> (r - 1)) & 1),
    ...(isDouble && { doppia }),
  }
}

export function readVoci({ db }: Pick<StoreContext, 'db'>, id: string): VoceProva[] {
  return db
    .all<VoceRow>(
      `SELECT indice, risposta, da_rivedere, escluse, ms, cambi, cambi_rivedi, cambi_escluse
       FROM prove_voci WHERE id_seduta = ? ORDER BY indice`,
      id,
    )
    .map((v) => ({ ...v, da_rivedere: v.da_rivedere === 1, ...fromBits(v.escluse, v.risposta) }))
}

/** The machine's state of a stored trial. */
export function toProva(stored: ProvaRow, voci: readonly VoceProva[]): Prova {
  const regole = rulesOf(stored.dati)
  const { sezioni, tempo_aggiuntivo } = stored.dati
  return {
    sezioni,
    fini: sezioniEnds(regole, tempo_aggiuntivo, new Set(sezioni)),
    stato: stored.stato,
    risposte: stored.dati.risposte,
    indice: stored.indice,
    voci: new Map(voci.map(({ indice, ...voce }): [number, Voce] => [indice, voce])),
    orologio: { durata: stored.durata_ms, usati: stored.usati_ms, da: stored.da_ms, fine: stored.fine_ms },
    regole,
    foglio: stored.dati.foglio !== undefined,
  }
}

/** Returns a trial for the page; `at` sets the time left. */
export function readProva(ctx: StoreContext, { id, at }: { id: string; at: string }): SavedProva {
  const stored = readRow(ctx, id)
  const voci = readVoci(ctx, id)
  const prova = toProva(stored, voci)
  const { orologio } = prova
  const { risposte: _risposte, ...dati } = stored.dati
  const now = nowFor(stored, at)
  const { simulazione } = dati
  const { fine_ms } = stored
  // A pause moves the end.
  const moved = simulazione && fine_ms !== null && instantOf(simulazione.fine) !== fine_ms
  return {
    ...dati,
    simulazione: moved ? { ...simulazione, fine: formatIso(fine_ms, 0) } : simulazione,
    id,
    stato: stored.stato,
    indice: stored.consegna ? stored.indice : openPlace(prova, stored.indice, sezioneAt(prova, now)),
    voci,
    resto: clockRemaining(orologio, now),
    usati: stored.consegna?.usati ?? clockUsed(orologio, now),
    durata: stored.durata_ms,
    consegna: stored.consegna,
    da_spedire: stored.da_spedire === 1,
    ...(readAperta(ctx.db, id)?.titolare != null && { altrove: true }),
  }
}
