import type { Seduta } from '#contract/database'
import type { SavedProva } from '#contract/prova'
import { sezioniEnds } from '#rules/regolamento/duration'
import type { Regolamento } from '#rules/regolamento/types'

/** Data that stay constant during a trial. */
export type ProvaHead = Pick<
  Seduta,
  'id' | 'id_concorso' | 'id_domande' | 'tipo' | 'seme' | 'mescola' | 'regola_risposte'
> &
  Pick<SavedProva, 'durata' | 'sezioni' | 'simulazione' | 'sfida' | 'tempo_aggiuntivo' | 'foglio'> & {
    nome: string | null
    regole: Regolamento
    /** End of each section (milliseconds used); null without such timers. */
    fini: readonly number[] | null
  }

/** Builds the head of a trial from the data of the store. */
export function toProvaHead(
  { id, id_concorso, id_domande, tipo, seme, mescola, regola_risposte }: Seduta,
  { durata, sezioni, simulazione, sfida, tempo_aggiuntivo, foglio, regole: stored }: SavedProva,
  regole: Regolamento,
): ProvaHead {
  return {
    ...{ id, id_concorso, id_domande, tipo, seme, mescola, regola_risposte },
    ...{ durata, sezioni, simulazione, sfida, tempo_aggiuntivo, foglio },
    nome: stored.nome ?? null,
    regole,
    fini: sezioniEnds(regole, tempo_aggiuntivo, new Set(sezioni)),
  }
}
