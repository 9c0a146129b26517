import { buildIndex, openIndex, questionsWith, wordsNear } from '#rules/search-index'
import { correctQuery } from '#rules/spelling'
import { normalizeText, searchableText } from '#rules/text'
import { openBanco } from './lib/browser.ts'
import { cifra, median, percentile, readOpzioni, report } from './lib/cifre.ts'
import { makeDomande } from './lib/corpus.ts'
import { runRounds } from './lib/giri.ts'
import { ricercheOf } from './lib/lavoro.ts'
import { searchWithLike } from './lib/nativo.ts'

const GIRI = 4
const RICERCHE = 50
const RICERCHE_PARI = 4

// Keyword ALL with substring semantics, against a filter over v9's rows and against LIKE in native SQLite.
const opzioni = readOpzioni(12_132)
const banco = await openBanco(opzioni.n, {
  ripetizioni: 1,
  risposte: 0,
  ricerche_giro: RICERCHE,
  ricerche_righe: RICERCHE_PARI,
})
try {
  const domande = makeDomande(opzioni.n)
  const metodi = ['pagina', 'dexie'] as const
  for (const metodo of metodi) await banco.run(metodo, 'bank_ready', 0)
  const { pagina = [], dexie = [] } = await runRounds(banco, 'search_all', { metodi, giri: GIRI })
  const ricerche = Array.from({ length: GIRI }, (_, giro) => ricercheOf(banco.compito, giro + 1)).flat()
  const like = searchWithLike(domande, ricerche)
  await checkBruteForce()
  report('search', opzioni, [
    cifra('search_all_p50', median(pagina), 'ms', 'dexie', median(dexie)),
    cifra('search_all_p95', percentile(pagina, 0.95), 'ms', 'dexie', percentile(dexie, 0.95)),
    cifra('search_all_p50', median(pagina), 'ms', 'like', median(like)),
    cifra('search_all_p95', percentile(pagina, 0.95), 'ms', 'like', percentile(like, 0.95)),
    cifra('suggest_p95', percentile(timeSuggestions(), 0.95), 'ms', 'wanted', 100),
  ])

  /** Milliseconds of searches with a letter of each word left out, put right by the bank's vocabulary: milliseconds of each. */
  function timeSuggestions(): number[] {
    const index = openIndex(buildIndex(domande.map((d, i) => ({ posizione: i + 1, testo: searchableText(d) }))))
    const vocabulary = {
      questionsWith: (part: string) => questionsWith(index, part),
      near: (word: string, reach: number) => wordsNear(index, word, reach),
    }
    return ricerche.map((testo) => {
      const mistyped = testo.replace(
        /\p{L}+/gu,
        (word) => word.slice(0, word.length >> 1) + word.slice((word.length >> 1) + 1),
      )
      const start = performance.now()
      correctQuery(mistyped, vocabulary)
      return performance.now() - start
    })
  }

  /** Every search of the last round finds what a scan of the normalised texts finds. */
  async function checkBruteForce() {
    const { conti } = await banco.run('pagina', 'search_all', GIRI)
    const testi = domande.map(searchableText)
    for (const [i, testo] of ricercheOf(banco.compito, GIRI).entries()) {
      const parole = testo.split(' ').map(normalizeText)
      const vere = testi.filter((t) => parole.every((p) => t.includes(p))).length
      if (vere !== conti[i]) throw new Error(`«${testo}»: ours ${conti[i]}, brute force ${vere}`)
    }
  }
} finally {
  await banco.close()
}
