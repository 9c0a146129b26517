import type { DettaglioCoda, TipoCoda } from '#contract/gestione/coda'
import { fail, ok, type Result } from '#contract/result'
import type { Queryable } from '../deps.ts'
import { type Entry, findEntry, listRows } from './entries.ts'

/** Entries that may be the same thing, at most. */
const MAX_ALIKE = 20

type Message = { quando: Date; da: string | null; testo: string }

/** Texts that people wrote in an entry, the oldest first. `$1`: numbers of its rows. */
const MESSAGES: Record<TipoCoda, string> = {
  domanda: `select creata as quando, null as da, nota as testo from segnalazione
    where id_segnalazione = any($1::bigint[]) and nota is not null order by creata`,
  assistenza: `select creata as quando, email as da, testo from richiesta_assistenza
    where id_richiesta = any($1::bigint[]) order by creata`,
  banca: `select creata as quando, null as da, nota as testo from richiesta_banca
    where id_richiesta = any($1::uuid[]) and nota is not null order by creata`,
}

/** Replies of an entry. `$1`: numbers of its rows. */
export const REPLIES: Record<TipoCoda, string> = {
  domanda: 'r.id_segnalazione = any($1::bigint[])',
  assistenza: 'r.id_assistenza = any($1::bigint[])',
  banca: 'r.id_banca = any($1::uuid[])',
}

/** Open entries that may be the same: another reason of the question, another message of the address, a like body. */
const ALIKE: Record<TipoCoda, string> = {
  domanda: `select min(s.id_segnalazione)::text as id, min(s.creata) as creata, s.motivo as argomento, min(s.nota) as testo
    from segnalazione n join segnalazione s on s.id_domanda = n.id_domanda
    where n.id_segnalazione = $1 and n.esito is null and s.esito is null and s.doppia_di is null and s.motivo <> $2
    group by s.motivo`,
  assistenza: `select s.id_richiesta::text as id, s.creata, s.argomento, left(s.testo, 160) as testo
    from richiesta_assistenza n join richiesta_assistenza s on s.email = n.email and s.id_richiesta <> n.id_richiesta
    where n.id_richiesta = $1 and n.chiusa is null and s.chiusa is null and s.doppia_di is null and $2::text is not null`,
  banca: `select s.id_richiesta::text as id, s.creata, s.ente as argomento, concat_ws(', ', s.profilo, s.anno::text, s.nota) as testo
    from richiesta_banca n join richiesta_banca s on s.id_richiesta <> n.id_richiesta
    where n.id_richiesta = $1::uuid and n.chiusa is null and s.chiusa is null and s.doppia_di is null and $2::text is not null
      and exists (select 1 from regexp_split_to_table(lower(n.ente), '\\W+') w where length(w) > 4 and strpos(lower(s.ente), w) > 0)`,
}

async function readQuestion(q: Queryable, id: string): Promise<DettaglioCoda['domanda']> {
  const { rows } = await q.query<NonNullable<DettaglioCoda['domanda']>>(
    `select d.id_domanda, d.posizione, d.id_ufficiale, d.testo, d.risposte, d.corretta, d.stato
     from segnalazione s join domanda d using (id_domanda) where s.id_segnalazione = $1`,
    [id],
  )
  return rows[0] ?? null
}

/** Facts of a request for a bank, and the account of a help request. */
async function readFacts(q: Queryable, { tipo, id }: Entry): Promise<DettaglioCoda['fatti']> {
  if (tipo === 'domanda') return []
  const { rows } = await q.query<Record<string, string | number | null>>(
    tipo === 'banca'
      ? 'select profilo, anno, link from richiesta_banca where id_richiesta = $1'
      : 'select id_utente from richiesta_assistenza where id_richiesta = $1',
    [id],
  )
  return Object.entries(rows[0] ?? {}).flatMap(([nome, valore]) =>
    valore === null ? [] : [{ nome: nome as DettaglioCoda['fatti'][number]['nome'], valore: String(valore) }],
  )
}

/** Returns an entry with all that belongs to it. NON_TROVATO. */
export async function readEntry(q: Queryable, entry: Entry, caller: number): Promise<Result<DettaglioCoda>> {
  const { tipo, id } = entry
  const voce = await findEntry(q, entry, caller)
  if (!voce) return fail('NON_TROVATO')
  const ids = (await listRows(q, entry)).map((row) => row.id)
  const messaggi = await q.query<Message>(MESSAGES[tipo], [ids])
  const risposte = await q.query<{ quando: Date; chi: string | null; testo: string }>(
    `select r.quando, u.email as chi, r.testo from risposta_coda r left join utente u on u.id_utente = r.scritta_da
     where ${REPLIES[tipo]} order by r.quando, r.id_risposta`,
    [ids],
  )
  const simili = await q.query<{ id: string; creata: Date; argomento: string; testo: string | null }>(
    `${ALIKE[tipo]} order by 2 limit ${MAX_ALIKE}`,
    [id, voce.argomento],
  )
  return ok({
    voce,
    messaggi: messaggi.rows.map((m) => ({ ...m, quando: m.quando.toISOString() })),
    fatti: await readFacts(q, entry),
    domanda: tipo === 'domanda' ? await readQuestion(q, id) : null,
    risposte: risposte.rows.map((r) => ({ ...r, quando: r.quando.toISOString() })),
    simili: simili.rows.map((s) => ({ ...s, creata: s.creata.toISOString() })),
  })
}
