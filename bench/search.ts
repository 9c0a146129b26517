import { runInPage } from './lib/browser.ts'
import { cifra, median, percentile, readOpzioni, report } from './lib/cifre.ts'
import { makeDomande, makeRicerche } from './lib/corpus.ts'
import { searchWithLike } from './lib/nativo.ts'

const RICERCHE = 200
const RICERCHE_PARI = 15

// Keyword ALL with substring semantics, against a filter over v9's rows and against LIKE in native SQLite.
const opzioni = readOpzioni(12_132)
const { nostri, v9 } = await runInPage<{ nostri: number[]; v9: number[] }>('search', opzioni.n, RICERCHE_PARI, RICERCHE)
const domande = makeDomande(opzioni.n)
const like = searchWithLike(domande, makeRicerche(domande, RICERCHE))
report('search', opzioni, [
  cifra('search_all_p50', median(nostri), 'ms', 'dexie', median(v9)),
  cifra('search_all_p95', percentile(nostri, 0.95), 'ms', 'dexie', percentile(v9, 0.95)),
  cifra('search_all_p50', median(nostri), 'ms', 'like', median(like)),
  cifra('search_all_p95', percentile(nostri, 0.95), 'ms', 'like', percentile(like, 0.95)),
])
