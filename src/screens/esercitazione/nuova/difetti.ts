import { nuovaProvaText } from '../../../features/prove/nuova-text.ts'
import { fullRegoleText } from '../../../text/regole.ts'
import { type Difetto, DOMANDE_MASSIME } from './controllo.ts'

const testi = nuovaProvaText.difetti
const NOMI: Readonly<Record<string, string>> = {
  corretta: nuovaProvaText.corretta,
  sbagliata: nuovaProvaText.sbagliata,
  omessa: nuovaProvaText.omessa,
  soglia: nuovaProvaText.soglia,
}

/** What is wrong, in a sentence. */
export function fraseDifetto(d: Difetto): string {
  switch (d.campo) {
    case 'posizioni':
      return testi.posizioni[d.tipo]
    case 'quote':
      return d.tipo === 'nessuna' ? testi.nessuna : testi.troppe(DOMANDE_MASSIME)
    case 'materia':
      return testi.poche(d.materia, d.n)
    case 'tempo':
      return {
        manca: testi.tempo_manca,
        zero: testi.tempo_zero,
        forma: testi.tempo_forma,
        lungo: testi.tempo_lungo,
      }[d.tipo]
    case 'punti':
      return testi.punti(NOMI[d.nome] ?? d.nome)
    case 'difficolta':
      return testi.difficolta(d.sezione, d.servono, d.ci_sono)
    case 'scritte':
      return d.frase
    case 'sezione':
      return fullRegoleText.sezione_conti(d.nome, d.servono, d.ci_sono)
    case 'regole':
      return testi.regole
  }
}
