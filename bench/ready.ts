import { openBanco } from './lib/browser.ts'
import { cifra, median, readOpzioni, report } from './lib/cifre.ts'
import { runRounds } from './lib/giri.ts'

// Bank ready after its bytes arrived, against the specification's v9 stores on Dexie (docs/PERFORMANCE.md).
const opzioni = readOpzioni(10_000)
const banco = await openBanco(opzioni.n, { ripetizioni: 1, risposte: 0, ricerche_giro: 0, ricerche_righe: 0 })
try {
  const { pagina = [], dexie = [] } = await runRounds(banco, 'bank_ready', {
    metodi: ['pagina', 'dexie'],
    giri: 4,
    prove: 0,
  })
  report('ready', opzioni, [cifra('bank_ready', median(pagina), 'ms', 'dexie', median(dexie))])
} finally {
  await banco.close()
}
