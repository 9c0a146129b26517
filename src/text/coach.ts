import { withArticolo } from '#rules/articolo'
import type { CheapestPoint, Sicurezza } from '#rules/coach'
import { formatCount, formatDomande, formatNumber, formatPercent, formatPoints, formatRisposte } from './formats.ts'

const SAID: Record<Sicurezza, string> = { sicuro: 'Sicuro', incerto: 'Incerto', caso: 'A caso' }
/** «4 volte su 10»; nearly sure and nearly never have words of their own. */
function inTen(p: number): string {
  const n = Math.round(10 * p)
  return n <= 0 ? 'meno di 1 volta su 10' : n >= 10 ? 'quasi sempre' : `${formatCount(n, 'volta', 'volte')} su 10`
}
const share = (p: number) => formatPercent(100 * p)

/** Sentences of the coach of blanks: when answering pays, by the rules of a trial and by the person's own results. */
export const coachText = {
  titolo: 'Rispondere o lasciare in bianco',
  sempre: 'Con queste regole conviene rispondere sempre: un errore non costa più di una risposta omessa.',
  da: (p: number, options: number | null) => {
    const rule = `Con queste regole conviene rispondere quando sei sicuro almeno ${withArticolo('al', share(p))}.`
    if (options === null) return rule
    if (1 / options > p + 1e-9)
      return `${rule} Con ${formatNumber(options)} risposte anche un tentativo a caso ci arriva.`
    return 1 / options < p - 1e-9
      ? `${rule} Con ${formatNumber(options)} risposte un tentativo a caso non ci arriva.`
      : rule
  },
  difficolta: (shares: readonly string[]) =>
    `Con queste regole conviene rispondere quando sei sicuro almeno ${withArticolo('al', shares.join(', '))}: facili, medie, difficili.`,
  quota: share,
  senza_regole: 'Per sapere quando conviene rispondere, scegli le regole della tua prova nella home.',

  tue: 'Quanto ci prendi tu',
  detto: (said: Sicurezza) => `Quando dici «${SAID[said].toLowerCase()}»`,
  escluse: (n: number) =>
    n >= 3 ? 'Con 3 o più risposte escluse' : `Con ${formatCount(n, 'risposta esclusa', 'risposte escluse')}`,
  riga: (rate: number, n: number) => `${share(rate)} di ${formatRisposte(n)}`,
  rispondi: 'rispondi',
  lascia: 'lascia in bianco',
  mancano: (n: number) => `si vede da 20 risposte: ne mancano ${formatNumber(n)}`,
  nessuna: 'Si vede quando dici quanto sei sicuro: accendi «Chiedimi quanto sono sicuro» dal menu di un esercizio.',

  soglia: (blank: number, answer: number, p: number, leaving: number) =>
    `Lasciarne ${formatNumber(blank)} in bianco voleva dire ${leaving <= 0 ? 'non superare la prova di sicuro' : `superarla ${inTen(leaving)}`}: rispondendo a ${formatNumber(answer)} la superavi ${inTen(p)}.`,
  facile: (c: CheapestPoint): string => {
    const shown = 10 * Math.round(c.punti / 10)
    const points = `${formatPoints(shown)} ${shown === 1000 ? 'punto' : 'punti'}`
    switch (c.tipo) {
      case 'ripensamenti':
        return `Dove guadagni prima: nei ripensamenti. Senza cambiare idea avresti avuto ${formatCount(c.domande, 'risposta corretta', 'risposte corrette')} in più, ${points}.`
      case 'tempo':
        return `Dove guadagni prima: nel tempo. ${formatCount(c.domande, 'domanda non raggiunta', 'domande non raggiunte')}, circa ${points}.`
      case 'bianche':
        return `Rispondendo anche ${c.domande === 1 ? 'a quella lasciata in bianco' : `alle ${formatNumber(c.domande)} lasciate in bianco`}, e prendendone ${withArticolo('il', share(c.quota))} come le altre, avresti avuto circa ${points} in più.`
      case 'materia':
        return `Dove guadagni prima: ${c.materia}, ${formatDomande(c.domande)} e ${points} ancora da prendere.`
    }
  },

  chiedi: 'Quanto sei sicuro?',
  chiedi_nome: SAID,
  accendi: 'Chiedimi quanto sono sicuro',
  spegni: 'Non chiedere quanto sono sicuro',
  apri: 'Rispondere o lasciare in bianco',
}
