import { LIVELLI } from '#rules/livello'
import { loadSqlite } from '#wasm/sqlite'
import type { StoreContext } from '#workers/core/context'
import { migrate } from '#workers/core/migrate'
import type { Connection } from '#workers/core/platform'
import { connectionOver } from '#workers/engine/connection'
import { readProgressi } from '#workers/statistiche/progressi'
import { cifra, median, readOpzioni, report } from './lib/cifre.ts'

const EVENTI = 100_000
const GIRI = 9
const MATERIE = 8
const AT = '2026-11-26T20:00:00.000+01:00'
/** Half a year of practice, one answer after another. */
const STEP_MS = (183 * 86_400_000) / EVENTI

/** What the SQL window's examples would read for the same screen, from the events as they are written. */
const PEER = [
  `SELECT substr(ts_client, 1, 10) AS giorno, count(*) AS risposte, sum(dati ->> '$.esito' = 'corretta') AS giuste,
     sum(coalesce(dati ->> '$.ms', 0)) AS ms FROM eventi WHERE tipo = 'RISPOSTA' GROUP BY 1`,
  `SELECT s.id_materia, substr(ts_client, 1, 10) AS giorno, count(*), sum(dati ->> '$.esito' = 'corretta')
     FROM eventi JOIN statistiche s USING (id_domanda) WHERE tipo = 'RISPOSTA' GROUP BY 1, 2`,
  `SELECT id_domanda, count(*) AS errori FROM eventi WHERE tipo = 'RISPOSTA' AND dati ->> '$.esito' = 'errata'
     GROUP BY 1 HAVING count(*) >= 3 ORDER BY 2 DESC`,
  `SELECT substr(ts_client, 1, 10) AS giorno, dati ->> '$.prima.livello_conoscenza' AS prima, dati ->> '$.livello_dopo' AS dopo,
     count(*) FROM eventi WHERE tipo = 'RISPOSTA' GROUP BY 1, 2, 3`,
]

// The figures of a bank's Progressi of --n questions (13,000 unless told) and 100,000 events, against queries over the events' own text.
const opzioni = readOpzioni(13_000)
const sqlite = await loadSqlite()
const db = connectionOver(sqlite, new sqlite.oo1.DB(':memory:', 'c'))
migrate(db)
fill(db, opzioni.n)
const ctx = { db } as StoreContext
/** Processor time: what else the machine does at that moment is not counted. */
const time = (f: () => unknown): number => {
  const start = process.cpuUsage()
  f()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
const told = readProgressi(ctx, { id_concorso: 1, at: AT })
const answers = told.giorni.reduce((sum, g) => sum + g.risposte, 0)
if (answers !== EVENTI) throw new Error(`${answers} answers told of ${EVENTI}`)
const ours: number[] = []
const all: number[] = []
const peer: number[] = []
for (let giro = 0; giro < GIRI; giro++) {
  ours.push(time(() => readProgressi(ctx, { id_concorso: 1, at: AT })))
  all.push(time(() => readProgressi(ctx, { id_concorso: null, at: AT })))
  peer.push(time(() => PEER.map((sql) => db.all(sql))))
}
report('progressi', opzioni, [
  cifra('progress_bank_cpu_p50', median(ours), 'ms', 'json', median(peer)),
  cifra('progress_all_cpu_p50', median(all), 'ms', 'json', median(peer)),
])
db.close()

function fill(to: Connection, n: number): void {
  const materie = Array.from({ length: MATERIE }, (_, i) => ({
    id_materia: i + 1,
    materia: `Materia ${i + 1}`,
    n: 0,
    n_con_chiave: 0,
  }))
  for (let id = 1; id <= n; id++) {
    const of = materie[id % MATERIE]
    if (of) of.n = of.n_con_chiave = of.n + 1
  }
  to.transaction(() => {
    to.run(
      `INSERT INTO banche(id_concorso, concorso, ente, con_immagini, data_ultimo_aggiornamento, n_domande_totali, file, n_domande)
       VALUES (1, 'Banco', 'Ente', 0, ?, ?, 'banco', ?)`,
      AT,
      n,
      n,
    )
    to.run("INSERT INTO banche_meta VALUES (1, '{}', '{}', ?, '{}', 0, ?)", n, JSON.stringify(materie))
    for (let id = 1; id <= n; id++)
      to.run(
        `INSERT INTO statistiche(id_domanda, id_concorso, id_materia, indice_uff, has_image, has_risposta, livello_conoscenza, preferiti,
           data_eseguita, modalita, isLevelUpdated, isPreferitiUpdated, eseguita_ms) VALUES (?, 1, ?, ?, 0, 1, ?, 0, ?, 'ESEGUITA', 0, 0, ?)`,
        id,
        1 + (id % MATERIE),
        id,
        LIVELLI[1 + (id % 4)] as number,
        AT,
        Date.parse(AT),
      )
    for (let i = 0; i < EVENTI; i++) {
      const dati = {
        risposta: 1 + (i % 4),
        esito: i % 3 === 0 ? 'errata' : 'corretta',
        modalita: 'ESEGUITA',
        id_seduta: '0190a000-0000-7000-8000-00000000aa01',
        indice: i % 40,
        livello_dopo: LIVELLI[1 + (i % 4)],
        ms: 8_000 + (i % 9_000),
        prima: { livello_conoscenza: LIVELLI[i % 5], risposta_gettonata: 1, modalita: ['ESEGUITA'] },
        evento_prima: null,
        impronta: 'a'.repeat(64),
      }
      to.run(
        `INSERT INTO eventi(dispositivo, seq, id, id_concorso, id_domanda, tipo, dati, ts_client, catena)
         VALUES ('banco', ?, ?, 1, ?, 'RISPOSTA', ?, ?, zeroblob(32))`,
        i + 1,
        `0190a000-0000-7000-8000-${i.toString(16).padStart(12, '0')}`,
        1 + ((i * 7919) % n),
        JSON.stringify(dati),
        new Date(Date.parse(AT) - (EVENTI - i) * STEP_MS).toISOString(),
      )
    }
  })
}
