import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfiguration } from '#server/configuration'
import { openLogger } from '#server/logger'
import { openDeps } from '#server/open-deps'
import { readClassifica } from '#server/simulazioni/classifica'
import { cifra, percentile, readOpzioni, report } from './lib/cifre.ts'

const LETTURE = 200
/** Different scores, as many as the published results of a large competition have. */
const PUNTEGGI = 1038

// A candidate's ranking among --n outcomes (a million unless told), against counting the outcomes that are ahead on an index.
const opzioni = readOpzioni(1_000_000)
const dataDir = mkdtempSync(join(tmpdir(), 'idoneo-bench-classifica-'))
chmodSync(dataDir, 0o755)
const mondo = await openDeps(readConfiguration({ DATA_DIR: dataDir }), openLogger('silent'))
const { db } = mondo
try {
  await db.script(`
    insert into ente (ente) values ('Banco');
    insert into concorso (concorso, id_ente, anno, numero_domande, data_ultimo_aggiornamento, versione)
      select 'Banco', id_ente, 2026, 40, now(), 'banco' from ente where ente = 'Banco';
    insert into simulazione (id_concorso, descrizione, durata, numero_domande, sbarramento, punteggio_risposte_corrette,
      punteggio_risposte_sbagliate, punteggio_non_risposte)
      select id_concorso, 'Banco', '01:00:00', 40, 21000, 750, -250, 0 from concorso where concorso = 'Banco';
    insert into utente (email) select 'banco' || i || '@example.org' from generate_series(1, ${opzioni.n}) i;
    create temp table caricati as
      select id_utente, gen_random_uuid() as gettone, ((id_utente * 7919) % ${PUNTEGGI}) * 35 - 6000 as punti,
        case when id_utente % 100 = 0 then 50 when id_utente % 20 = 0 then 30 else 0 end as in_piu from utente;
    insert into partecipazione (id_utente, gettone, id_simulazione, iniziata, fine, tempo_aggiuntivo, estrazione, regole)
      select c.id_utente, gettone, s.id_simulazione, now(), now(), in_piu, '{}', '{}' from caricati c, simulazione s where s.descrizione = 'Banco';
    insert into esito_simulazione (id_utente, gettone, id_simulazione, data_simulazione, ricevuta, secondi, numero_domande_previste,
      corrette, errate, intermedie, omesse, punti, massimo, superata, sorgente, consegnata, tempo_aggiuntivo, in_classifica)
      select c.id_utente, gettone, s.id_simulazione, now(), now(), 1800, 40, 0, 0, 0, 40, punti, 30000, null, 'WEB', true, in_piu, true
      from caricati c, simulazione s where s.descrizione = 'Banco';
    create index banco_punti on esito_simulazione (id_simulazione, punti) where in_classifica;
    analyze;`)
  const { rows: righe } = await db.query<{ id_utente: number; punti: number; id_simulazione: number }>(
    `select id_utente, punti, id_simulazione from esito_simulazione order by md5(id_utente::text) limit ${LETTURE}`,
  )
  const nostri: number[] = []
  const contati: number[] = []
  for (const { id_utente, punti, id_simulazione } of righe) {
    let start = performance.now()
    const letta = await readClassifica(db, id_utente, id_simulazione)
    nostri.push(performance.now() - start)
    start = performance.now()
    const peer = await db.query<{ n: number }>(
      'select count(*) as n from esito_simulazione where id_simulazione = $1 and in_classifica and punti > $2',
      [id_simulazione, punti],
      'banco_conta',
    )
    contati.push(performance.now() - start)
    const posizione = Number(peer.rows[0]?.n) + 1
    if (!letta.ok || letta.value.posizione_classifica !== posizione)
      throw new Error(`position of ${id_utente}: ${posizione}`)
  }
  report('classifica', opzioni, [
    cifra('ranking_p50', percentile(nostri, 0.5), 'ms', 'count', percentile(contati, 0.5)),
    cifra('ranking_p95', percentile(nostri, 0.95), 'ms', 'count', percentile(contati, 0.95)),
  ])
} finally {
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
}
