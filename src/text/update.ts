import type { AggiornamentoBanca } from '#contract/database'
import { formatCount } from './formats.ts'

/** Changes of an update, before it and after (D19): the lines with content, the unchanged first. */
export const updateText = {
  domanda: (name: string) => `Aggiornare «${name}»?`,
  con_la_nuova: 'Con la nuova versione:',
  titolo: (name: string) => `Che cosa è cambiato in «${name}»`,
  righe: ({ uguali, modificate, chiave_cambiata, aggiunte, tolte }: Omit<AggiornamentoBanca, 'abbassate'>) =>
    [
      `${formatCount(uguali, 'domanda è', 'domande sono')} come prima`,
      modificate > 0 && `${formatCount(modificate, 'domanda ha', 'domande hanno')} il testo modificato`,
      chiave_cambiata > 0 &&
        `${formatCount(chiave_cambiata, 'domanda ha', 'domande hanno')} un’altra risposta corretta`,
      aggiunte > 0 && `${formatCount(aggiunte, 'domanda è nuova', 'domande sono nuove')}`,
      tolte > 0 && `${formatCount(tolte, 'domanda non c’è', 'domande non ci sono')} più`,
    ].filter((x) => x !== false),
  livelli: (lowered: number) =>
    lowered === 0
      ? 'I tuoi livelli sono rimasti.'
      : `I tuoi livelli sono rimasti, tranne ${formatCount(lowered, 'domanda', 'domande')} da ripetere: la risposta che sapevi non è più quella.`,
  visto: 'Ho visto',
  livelli_prima: (lowered: number) =>
    lowered === 0
      ? 'I tuoi livelli restano.'
      : `I tuoi livelli restano, tranne ${formatCount(lowered, 'domanda', 'domande')} da ripetere: la risposta che sai non sarà più quella.`,
  aggiorna: 'Aggiorna',
  non_ora: 'Non ora',
  non_ora_nota: 'Con «Non ora» continui con la versione che hai.',
}
