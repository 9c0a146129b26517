import { fullRegoleText } from '../../../text/regole.ts'
import { nuovaProvaText } from '../nuova-text.ts'
import { type FormProblem, MAX_DOMANDE } from './check-form.ts'

const testi = nuovaProvaText.difetti
const NAMES: Readonly<Record<string, string>> = {
  corretta: nuovaProvaText.corretta,
  sbagliata: nuovaProvaText.sbagliata,
  omessa: nuovaProvaText.omessa,
  soglia: nuovaProvaText.soglia,
}

/** Describes a problem in a sentence. */
export function problemText(d: FormProblem): string {
  switch (d.campo) {
    case 'posizioni':
      return testi.posizioni[d.tipo]
    case 'quote':
      return d.tipo === 'nessuna' ? testi.nessuna : testi.troppe(MAX_DOMANDE)
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
      return testi.punti(NAMES[d.nome] ?? d.nome)
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
