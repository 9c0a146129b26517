import { answerStatistica, type Statistica, setLivelloStatistica, setPreferitiStatistica } from '#rules/statistica'
import type { Mossa } from './arbitraries.ts'

/** What the rules make of one thing that a person does. */
export const move = (stat: Statistica, mossa: Mossa): Statistica => {
  switch (mossa.tipo) {
    case 'risposta':
      return answerStatistica(stat, { ...mossa, modalita: 'ESEGUITA' })
    case 'livello':
      return setLivelloStatistica(stat, mossa.livello, mossa.at)
    case 'preferiti':
      return setPreferitiStatistica(stat, mossa.preferiti, mossa.at)
    case 'lettura':
      return answerStatistica(stat, { risposta: null, esito: 'nulla', modalita: mossa.modalita, at: mossa.at })
  }
}
