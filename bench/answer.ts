import { openBanco } from './lib/browser.ts'
import { cifra, median, percentile, readOpzioni, report } from './lib/cifre.ts'
import { runRounds } from './lib/giri.ts'

// A durable answer from tap to acknowledgement, against the same transaction in native SQLite and against v9 on Dexie.
const opzioni = readOpzioni(10_000)
const banco = await openBanco(opzioni.n, { ripetizioni: 1, risposte: 100, ricerche_giro: 0, ricerche_righe: 0 })
try {
  const metodi = ['pagina', 'native', 'dexie'] as const
  for (const metodo of metodi) {
    await banco.run(metodo, 'bank_ready', 0)
    await banco.run(metodo, 'history', 0)
  }
  const { pagina = [], native = [], dexie = [] } = await runRounds(banco, 'answer', { metodi, giri: 4 })
  report('answer', opzioni, [
    cifra('answer_p50', median(pagina), 'ms', 'native', median(native)),
    cifra('answer_p99', percentile(pagina, 0.99), 'ms', 'native', percentile(native, 0.99)),
    cifra('answer_p50', median(pagina), 'ms', 'dexie', median(dexie)),
    cifra('answer_p99', percentile(pagina, 0.99), 'ms', 'dexie', percentile(dexie, 0.99)),
  ])
} finally {
  await banco.close()
}
