import { unzip } from 'unzipit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodePack } from '#server/giornale/pack-format'
import { personalTables } from '#server/utente/data-export'
import { risposta } from '../reportistica/evento.ts'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'

let n = 0
const newEmail = (name: string) => `${name}${++n}@posta.example`

/** Tables whose rows are in others: the export has those. */
const IN_OTHERS = ['eventi_impaccati', 'impronte_eventi', 'scelte_da_contare']

describe('the data of an account', () => {
  let mondo: Mondo
  beforeAll(async () => {
    mondo = await makeWorld()
  })
  afterAll(() => mondo.close())
  const last = () => mondo.messaggi.at(-1)
  const login = (username: string, password: string, altro: object = {}) =>
    mondo.call('POST', '/ms_utente/login', { payload: { username, password, ...altro } })

  /** An account with a row in every table of a person. */
  async function fullAccount(email: string) {
    const { token, id_utente } = await mondo.registerVerified(email)
    const { db } = mondo
    const ora = mondo.orologio.now()
    await mondo.call('POST', '/ms_utente/assistenza', { token, payload: { argomento: 'ALTRO', testo: 'ciao' } })
    await db.query(`insert into ente (ente) values ('Ente') on conflict do nothing`)
    const { rows } = await db.query<{ id_concorso: number }>(
      `insert into concorso (concorso, id_ente) select 'Banca', id_ente from ente limit 1 returning id_concorso`,
    )
    const id_concorso = rows[0]!.id_concorso
    await db.query('insert into concorso_utente (id_utente, id_concorso, aggiunto) values ($1, $2, $3)', [
      id_utente,
      id_concorso,
      ora,
    ])
    await db.query(
      `insert into statistica (id_utente, contesto, id_contesto, id_domanda, id_materia, livello_conoscenza, preferiti, risposta_gettonata, data_eseguita, data_eseguita_testo, seq)
       select $1, 0, $2, g, case when g <= 3 then 7 else 8 end, 1, true, 2, $3, '2026-11-20T10:00:00.000+01:00', g from generate_series(1, 5) g`,
      [id_utente, id_concorso, new Date('2026-11-20T09:00:00Z')],
    )
    await db.query(
      `insert into evento_utente (id_utente, id, seq_utente, tipo, id_concorso, id_domanda, dati, effettivo, ricevuto)
       values ($1, 'e', 1, 'RISPOSTA', $2, 1, '{}', $3, $3)`,
      [id_utente, id_concorso, ora],
    )
    await db.query(
      `insert into eventi_impaccati (id_utente, dal, fino, quanti, byte, effettivo, corpo) values ($1, 2, 2, 1, 1, $2, $3)`,
      [id_utente, ora, await encodePack([{ ...risposta('impaccato'), seq_utente: 2, effettivo: ora, ricevuto: ora }])],
    )
    await db.query(`insert into impronte_eventi (id_utente, dal, impronte) values ($1, '', 'impronta10')`, [id_utente])
    await db.query('update utente set seq_sync = 5 where id_utente = $1', [id_utente])
    const sim = await db.query<{ id_simulazione: number }>(
      `insert into simulazione (id_concorso, descrizione, durata, numero_domande, punteggio_risposte_corrette, punteggio_risposte_sbagliate, punteggio_non_risposte)
       values ($1, 'S', '01:00:00', 1, 1000, 0, 0) returning id_simulazione`,
      [id_concorso],
    )
    const id_simulazione = sim.rows[0]!.id_simulazione
    await db.query(
      `insert into partecipazione (id_utente, gettone, id_simulazione, iniziata, fine, tempo_aggiuntivo, estrazione, regole)
       values ($1, gen_random_uuid(), $2, $3, $3, 0, '{1}', '{}')`,
      [id_utente, id_simulazione, ora],
    )
    await db.query(
      `insert into esito_simulazione (id_utente, gettone, id_simulazione, data_simulazione, ricevuta, secondi, numero_domande_previste, corrette, errate,
         intermedie, omesse, punti, massimo, sorgente, consegnata, tempo_aggiuntivo, in_classifica)
       select id_utente, gettone, id_simulazione, iniziata, iniziata, 1, 1, 1, 0, 0, 0, 1000, 1000, 'WEB', true, 0, true from partecipazione where id_utente = $1`,
      [id_utente],
    )
    await db.query(
      `insert into sfida (codice, id_utente, gettone, id_simulazione, creata) select 'codice' || id_utente, id_utente, gettone, id_simulazione, iniziata from partecipazione where id_utente = $1`,
      [id_utente],
    )
    await db.query(`insert into segnalazione (id_utente, id_domanda, motivo, creata) values ($1, 1, 'ALTRO', $2)`, [
      id_utente,
      ora,
    ])
    await db.query(
      `insert into identita_social (social, soggetto, id_utente, email, collegata) values ('GOOGLE', $2, $1, $3, $4)`,
      [id_utente, `s${id_utente}`, email, ora],
    )
    await db.query(
      `insert into richiesta_banca (id_richiesta, id_utente, ente, profilo, anno, nota, link, creata)
       values (gen_random_uuid(), $1, 'Ente', null, null, null, null, $2)`,
      [id_utente, ora],
    )
    await db.query(`insert into promo (codice, titolo, id_utente, creata) values ($2, 'P', $1, $3)`, [
      id_utente,
      `P${id_utente}`,
      ora,
    ])
    await mondo.call('POST', '/ms_utente/pagamento', {
      token,
      payload: { durata: 'premium-3', accetta_condizioni: true, esecuzione_immediata: true },
    })
    await db.query(`insert into secondo_fattore (id_utente, segreto_cifrato, attivo) values ($1, '\\x00', $2)`, [
      id_utente,
      ora,
    ])
    await db.query(
      `insert into passkey (id_passkey, id_utente, chiave_pubblica, contatore, trasporti, nome, creata, ultimo_uso)
       values ('p' || $1::bigint::text, $1::bigint, '\\x00', 0, '{}', 'Portatile', $2, $2)`,
      [id_utente, ora],
    )
    await db.query(
      `insert into sessione_gestione (id_utente, token_hash, hash, impronta, creata, ultimo_uso)
       values ($1::bigint, decode(md5($1::bigint::text), 'hex'), '\\x00', '\\x00', $2, $2)`,
      [id_utente, ora],
    )
    await db.query(
      `with r as (insert into risposta_coda (id_assistenza, quando, testo)
         select id_richiesta, $2, 'Risposta a ' || email from richiesta_assistenza where id_utente = $1 returning id_risposta)
       insert into risposta_ricevuta select $1, id_risposta from r`,
      [id_utente, ora],
    )
    await db.query(`insert into codice_gestione (id_utente, hash, scade) values ($1, '\\x00', $2)`, [id_utente, ora])
    await db.query(`insert into codice_recupero (id_utente, numero, hash) values ($1, 0, 'impronta')`, [id_utente])
    await db.query(
      `insert into push_iscrizione (id_utente, impronta, indirizzo, p256dh, auth, id_dispositivo, creata)
       values ($1, convert_to($1::bigint::text, 'UTF8'), 'https://x.example', 'p', 'a', 'd', $2)`,
      [id_utente, ora],
    )
    await db.query('insert into avvisi (id_utente, bandi) values ($1, $2)', [id_utente, ora])
    for (const [table, columns] of [
      ['seguito', `'bando', '1', 'Bando'`],
      ['avviso_dato', `'bandi', '1'`],
    ])
      await db.query(`insert into ${table} select $1, ${columns}, $2`, [id_utente, ora])
    await db.query(`insert into uscita (id_utente, tipo, carico, creata) values ($1, 'posta', '{}', $2)`, [
      id_utente,
      ora,
    ])
    return { token, id_utente, id_concorso, email }
  }

  it('[CA15] [RS1] [RS2] [RS3] a remote reset wins on every device, within its scope, and keeps what was there in the history', async () => {
    const { token, id_utente, id_concorso } = await fullAccount(newEmail('azzera'))
    const reset = (query: string) => mondo.call('DELETE', `/ms_utente/reportistica_utente${query}`, { token })
    const levels = async () =>
      (
        await mondo.db.query<{ l: number }>(
          'select livello_conoscenza as l from statistica where id_utente = $1 order by id_domanda',
          [id_utente],
        )
      ).rows.map((r) => r.l)
    expect((await reset(`?id_utente_idoneo=${id_utente + 1}`)).status).toBe(403)
    expect((await reset(`?id_utente_idoneo=${id_utente}&id_concorso=${id_concorso}&id_materia=7`)).status).toBe(204)
    expect(await levels()).toEqual([-99, -99, -99, 1, 1])
    const pull = `/ms_reportistica/risposte_concorso?modalita=ESEGUITA&id_concorso=${id_concorso}&cursore=5`
    const { corpo } = await mondo.call('GET', pull, { token })
    expect(corpo.risposte).toHaveLength(3)
    expect(corpo.risposte[0]).toMatchObject({ livello_conoscenza: -99, preferiti: false, risposta_gettonata: null })
    expect(corpo.cursore).toBe(8)
    expect((await reset('')).status).toBe(204)
    expect(await levels()).toEqual([-99, -99, -99, -99, -99])
    const { rows } = await mondo.db.query(
      `select record->>'livello_conoscenza' as livello from statistica_storico where id_utente = $1 and causa = 'azzeramento'`,
      [id_utente],
    )
    expect(rows).toEqual(Array.from({ length: 5 }, () => ({ livello: '1' })))
  })

  it('[CC7] everything about the account leaves as JSON and CSV, without a secret', async () => {
    const { token, id_utente, email } = await fullAccount(newEmail('esporta'))
    const other = await fullAccount(newEmail('altro'))
    const answer = await mondo.app.inject({
      url: '/api/ms_utente/esporta_dati',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.headers['content-type']).toBe('application/zip')
    expect(answer.headers['content-disposition']).toContain('idoneo-i-miei-dati.zip')
    const { entries } = await unzip(new Uint8Array(answer.rawPayload))
    const { tabelle } = JSON.parse(await entries['dati.json']!.text())
    const tables = (await personalTables(mondo.db))
      .map((t) => t.tabella)
      .filter((t) => !['gettone', 'uscita', 'statistica_storico', ...IN_OTHERS].includes(t))
    for (const table of tables) {
      expect([table, tabelle[table]?.length > 0]).toEqual([table, true])
      expect(Object.keys(entries)).toContain(`${table}.csv`)
      for (const row of tabelle[table]) expect(row.id_utente).toBe(id_utente)
    }
    expect(tabelle.risposta_ricevuta).toMatchObject([{ testo: `Risposta a ${email}` }])
    expect(tabelle.statistica).toHaveLength(5)
    expect(tabelle.evento_utente.map((e: { id: string }) => e.id)).toEqual(['e', 'impaccato'])
    expect(IN_OTHERS.filter((t) => `${t}.csv` in entries)).toEqual([])
    const everything = (await Promise.all(Object.values(entries).map((e) => e.text()))).join('\n')
    expect(everything).toContain(email)
    expect(everything).not.toContain('argon2id')
    expect(everything).not.toContain(other.email)
    expect(await entries['leggimi.txt']!.text()).toContain('contengono le stesse righe, una tabella per file')
    expect((await entries['utente.csv']!.text()).split('\r\n')[0]).not.toMatch(/hash/)
  })

  it('[CA5] [CC8] [AC11] a deletion leaves no row in any table, and only that account’s', async () => {
    const { token, id_utente, email } = await fullAccount(newEmail('elimina'))
    const other = await fullAccount(newEmail('resta'))
    const { rows: columns } = await mondo.db.query<{ tabella: string; colonna: string }>(
      `select table_name as tabella, column_name as colonna from information_schema.columns
       where table_schema = current_schema() and table_name <> 'migrazione'`,
    )
    const tables = [...new Set(columns.map((c) => c.tabella))]
    const rowsWith = async (id: number, address: string) => {
      const found: string[] = []
      for (const table of tables) {
        const own = columns.some((c) => c.tabella === table && c.colonna === 'id_utente')
        const { count } = await mondo.db.query(
          `select 1 from "${table}" t where t::text like $1 ${own ? 'or t.id_utente = $2' : 'or $2::bigint is null'} limit 1`,
          [`%${address}%`, id],
        )
        if (count > 0) found.push(table)
      }
      return found.sort()
    }
    for (const who of [token, other.token]) await mondo.call('DELETE', '/ms_utente/reportistica_utente', { token: who })
    const before = await rowsWith(id_utente, email)
    // A reply names its person in its text.
    const personal = [...(await personalTables(mondo.db)).map((t) => t.tabella), 'risposta_coda']
    expect(before).toEqual(personal.sort())
    const ranking = async () =>
      (await mondo.db.query<{ n: number }>('select sum(n)::int as n from classifica_punti')).rows[0]!.n
    const ranked = await ranking()
    const remove = (query: string, payload?: object) =>
      mondo.call('DELETE', `/ms_utente/utente${query}`, { token, ...(payload ? { payload } : {}) })
    expect((await remove(`?id_utente_idoneo=${other.id_utente}`)).corpo.codice).toBe('VIETATO')
    expect((await remove('', { password: 'Sbagliata1' })).status).toBe(401)
    expect((await remove(`?id_utente_idoneo=${id_utente}`, { password: PASSWORD })).status).toBe(204)
    expect(await rowsWith(id_utente, email)).toEqual([])
    expect(await ranking()).toBe(ranked - 1)
    expect(last()).toMatchObject({ to: email, subject: 'Il tuo account è stato eliminato' })
    expect((await mondo.call('GET', '/ms_utente/utente', { token })).corpo.codice).toBe('TOKEN_NON_VALIDO')
    expect((await login(email, PASSWORD)).corpo.codice).toBe('CREDENZIALI_ERRATE')
    // The deletion brought the counters up, so that nobody's choices wait.
    expect(await rowsWith(other.id_utente, other.email)).toEqual(before.filter((t) => t !== 'scelte_da_contare'))
    expect((await mondo.db.query('select 1 from acquisto where id_utente is null')).count).toBe(1)
    expect(
      (
        await mondo.call('POST', '/ms_utente/registrazione', {
          payload: {
            email_comunicazioni: email,
            flag_privacy: 1,
            autenticazioneVO: { username: email, password: PASSWORD },
          },
        })
      ).status,
    ).toBe(200)
  })

  it('[CC8] whoever deletes an account takes along no message that somebody else wrote from its address', async () => {
    const address = newEmail('scrive')
    const write = (email: string, who?: string) =>
      mondo.call('POST', '/ms_utente/assistenza', {
        payload: { email, argomento: 'ALTRO', testo: 'aiuto' },
        ...(who ? { token: who } : {}),
      })
    const left = async () =>
      (await mondo.db.query('select 1 from richiesta_assistenza where email = $1', [address])).count
    const remove = (token: string) =>
      mondo.call('DELETE', '/ms_utente/utente', { token, payload: { password: PASSWORD } })
    await write(address)
    const impostor = await mondo.register(address)
    expect((await remove(impostor.token_api)).status).toBe(204)
    expect(await left()).toBe(1)
    // The address was of another account, which wrote from it: its message is still its own.
    const first = await mondo.registerVerified(address)
    await write(address, first.token)
    await mondo.db.query('update utente set email = $2 where id_utente = $1', [first.id_utente, newEmail('altrove')])
    const owner = await mondo.registerVerified(address)
    expect((await remove(owner.token)).status).toBe(204)
    expect(await left()).toBe(1)
  })
})
