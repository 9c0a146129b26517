import type { Simulazione } from '#contract/schemas'
import { type RegoleRow, writeRegole } from '../simulazioni/regole.ts'

/** A simulation as its row has it; points in thousandths. */
export type SimulazioneRow = Omit<
  Simulazione,
  'data_inserimento' | 'data_scadenza' | 'materie_simulazione' | 'regole' | 'in_corso'
> &
  Pick<RegoleRow, 'regole'> & {
    data_inserimento: Date
    data_scadenza: Date | null
    materie: Simulazione['materie_simulazione']
  }

/** Columns of a simulation, of `simulazione s join concorso c join ente e`. */
export const SIMULAZIONE = `s.id_simulazione, s.attiva, s.data_inserimento, s.data_scadenza, s.id_concorso, s.descrizione, e.ente,
       c.concorso, c.anno, s.durata, s.numero_domande,
       coalesce((s.regole->>'pausa')::boolean, false) as pausa, s.numero_download, s.numero_esecuzioni, s.sbarramento,
       s.punteggio_risposte_corrette, s.punteggio_risposte_sbagliate, s.punteggio_non_risposte, s.materie, s.regole,
       coalesce((select json_agg(json_build_object('id_concorso', b.id_concorso, 'concorso', b.concorso, 'versione', b.versione,
           'numero_domande', b.numero_domande)
           order by b.id_concorso)
         from concorso b where b.id_concorso in (select d.id_concorso from domanda d where d.id_domanda = any(s.estrazione))),
         '[]') as concorsi`

/** Divide points: rows keep thousandths, the wire has the specification's numbers. */
export const toSimulazione = ({ materie, ...s }: SimulazioneRow): Simulazione => ({
  ...s,
  regole: listRegole(s),
  data_inserimento: s.data_inserimento.toISOString(),
  data_scadenza: s.data_scadenza?.toISOString() ?? null,
  sbarramento: s.sbarramento === null ? null : s.sbarramento / 1000,
  punteggio_risposte_corrette: s.punteggio_risposte_corrette / 1000,
  punteggio_risposte_sbagliate: s.punteggio_risposte_sbagliate / 1000,
  punteggio_non_risposte: s.punteggio_non_risposte / 1000,
  materie_simulazione: materie,
})

/** The rules as a list shows them, without the subjects of each section. */
function listRegole(s: RegoleRow): Simulazione['regole'] {
  const { sezioni, ...regole } = writeRegole(s)
  return sezioni ? { ...regole, sezioni: sezioni.map(({ materie: _materie, ...sezione }) => sezione) } : regole
}
