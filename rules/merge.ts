import { compareDates, instantOf, maxDate } from './dates.ts'
import { NON_RISPOSTE } from './livello.ts'
import {
  carriesInstants,
  newStatistica,
  type RispostaRecord,
  type Statistica,
  type StatisticaIdentity,
} from './statistica.ts'

type Istanti = Pick<RispostaRecord, 'data_livello' | 'data_preferiti' | 'data_letta' | 'data_ascoltata'> & {
  data_eseguita: string | null
}

/**
 * Instants of the last change of each half of a record. A record without the four instants comes from a caller of the
 * specification's own fields: both halves are as old as `data_eseguita`. Otherwise an absent instant means "never changed": a
 * favourite set on a question never answered must not remove another device's answer.
 */
export function halvesOf(r: Istanti): { livello: string | null; preferiti: string | null } {
  if (!carriesInstants(r)) return { livello: r.data_eseguita, preferiti: r.data_eseguita }
  return { livello: r.data_livello ?? null, preferiti: r.data_preferiti ?? null }
}

/** The identity of a record that is not here yet, from the bank. */
export type BaseStatistica = Pick<Statistica, 'id_concorso' | 'id_domanda' | 'indice_uff'> & Partial<StatisticaIdentity>

/**
 * Merge of a pull [MG1][MG2][MG3]. The server's record wins when forced or when the local one is synced or absent. Otherwise each
 * half (level with its answer, favourite) is the server's where the server's is newer, else the local one. The record stays
 * unsynced while it holds anything that the server lacks (decision 0014). Equal dates keep the local.
 */
export function mergeStatistica(
  locale: Statistica | null,
  remota: RispostaRecord,
  { forzato = false, base }: { forzato?: boolean; base: BaseStatistica },
): Statistica {
  const server = fromRisposta(locale ?? base, remota)
  if (forzato || !locale || locale.sincronizzata === 1 || locale.data_eseguita === null) return server

  const mie = halvesOf(locale)
  const sue = halvesOf(remota)
  const livello = compareDates(mie.livello, sue.livello)
  const preferiti = compareDates(mie.preferiti, sue.preferiti)
  const tengoLivello = livello > 0 || (livello === 0 && !sameLivello(locale, server))
  const tengoPreferiti = preferiti > 0 || (preferiti === 0 && locale.preferiti !== server.preferiti)
  const letta = maxDate(locale.data_letta, server.data_letta)
  const ascoltata = maxDate(locale.data_ascoltata, server.data_ascoltata)
  const letture = compareDates(letta, server.data_letta) !== 0 || compareDates(ascoltata, server.data_ascoltata) !== 0
  if (!tengoLivello && !tengoPreferiti && !letture) return server

  const metaLivello = tengoLivello ? locale : server
  const metaPreferiti = tengoPreferiti ? locale : server
  return {
    ...locale,
    livello_conoscenza: metaLivello.livello_conoscenza,
    risposta_gettonata: metaLivello.risposta_gettonata,
    modalita: metaLivello.modalita,
    isLevelUpdated: tengoLivello ? locale.isLevelUpdated : 0,
    data_livello: (tengoLivello ? mie : sue).livello,
    preferiti: metaPreferiti.preferiti,
    // Also sends a level that was taken back to unanswered (decision 0093).
    isPreferitiUpdated:
      tengoPreferiti || (tengoLivello && locale.livello_conoscenza === NON_RISPOSTE) ? locale.isPreferitiUpdated : 0,
    data_preferiti: (tengoPreferiti ? mie : sue).preferiti,
    data_letta: letta,
    data_ascoltata: ascoltata,
    data_eseguita: maxDate(locale.data_eseguita, remota.data_eseguita),
    sincronizzata: 0,
  }
}

const sameLivello = (a: Statistica, b: Statistica): boolean =>
  a.livello_conoscenza === b.livello_conoscenza &&
  a.risposta_gettonata === b.risposta_gettonata &&
  a.modalita === b.modalita

function fromRisposta(identita: BaseStatistica, r: RispostaRecord): Statistica {
  return {
    ...newStatistica(identita),
    livello_conoscenza: r.livello_conoscenza,
    preferiti: r.preferiti ? 1 : 0,
    risposta_gettonata: r.risposta_gettonata ?? null,
    data_eseguita: r.data_eseguita,
    modalita: r.modalita[0] ?? null,
    sincronizzata: 1,
    data_livello: r.data_livello ?? null,
    data_preferiti: r.data_preferiti ?? null,
    data_letta: r.data_letta ?? null,
    data_ascoltata: r.data_ascoltata ?? null,
  }
}

/**
 * The server's merge of two records of one question: commutative, associative, idempotent, so that order and retries of calls are
 * irrelevant. Each half comes from the record where it is newer; equal instants are decided by content (higher level, higher
 * position, modality; favourite over not). Dates are the later ones, identifiers the greater ones that exist. Without instants on
 * either side the result has none.
 */
export function mergeRisposta(a: RispostaRecord, b: RispostaRecord): RispostaRecord {
  const [ha, hb] = [halvesOf(a), halvesOf(b)]
  const livello = compareLivello(a, ha.livello, b, hb.livello) >= 0 ? a : b
  const preferiti = comparePreferiti(a, ha.preferiti, b, hb.preferiti) >= 0 ? a : b
  const espliciti = carriesInstants(a) || carriesInstants(b)
  return {
    id_concorso: a.id_concorso,
    id_domanda: a.id_domanda,
    id_materia: maxId(a.id_materia, b.id_materia),
    id_argomento: maxId(a.id_argomento, b.id_argomento),
    id_sotto_percorso: maxId(a.id_sotto_percorso, b.id_sotto_percorso),
    livello_conoscenza: livello.livello_conoscenza,
    risposta_gettonata: livello.risposta_gettonata ?? null,
    modalita: [...livello.modalita],
    preferiti: preferiti.preferiti,
    data_eseguita: maxDate(a.data_eseguita, b.data_eseguita) as string,
    data_livello: espliciti ? maxDate(ha.livello, hb.livello) : null,
    data_preferiti: espliciti ? maxDate(ha.preferiti, hb.preferiti) : null,
    data_letta: maxDate(a.data_letta, b.data_letta),
    data_ascoltata: maxDate(a.data_ascoltata, b.data_ascoltata),
  }
}

const compareLivello = (a: RispostaRecord, da: string | null, b: RispostaRecord, db: string | null): number =>
  compareNumber(instantOf(da), instantOf(db)) ||
  compareNumber(a.livello_conoscenza, b.livello_conoscenza) ||
  compareNumber(a.risposta_gettonata ?? 0, b.risposta_gettonata ?? 0) ||
  compareText(a.modalita.join(), b.modalita.join())

const comparePreferiti = (a: RispostaRecord, da: string | null, b: RispostaRecord, db: string | null): number =>
  compareNumber(instantOf(da), instantOf(db)) || compareNumber(Number(a.preferiti), Number(b.preferiti))

const compareNumber = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** The greater identifier that exists: numbers below texts. */
function maxId<T extends string | number>(a: T | null | undefined, b: T | null | undefined): T | null {
  if (a === null || a === undefined) return b ?? null
  if (b === null || b === undefined) return a
  const ordine =
    typeof a === 'number' && typeof b === 'number'
      ? compareNumber(a, b)
      : compareNumber(Number(typeof a === 'string'), Number(typeof b === 'string')) || compareText(`${a}`, `${b}`)
  return ordine >= 0 ? a : b
}
