import type { ImportedDomanda, NumberedDomanda } from '#contract/domanda'
import type { Queryable } from '../deps.ts'

/** A question as the database keeps it. */
export type StoredDomanda = Omit<ImportedDomanda, 'riga' | 'materia' | 'argomenti' | 'punti' | 'risposte'> & {
  id_domanda: number
  posizione: number
  id_materia: number | null
  risposte: string[]
  punti: number[] | null
  argomenti: string[] | null
}

const COLUMNS = `id_domanda, posizione, id_origine, id_ufficiale, id_materia, testo, risposte, corretta, punti, chiave, stato,
  immagine, alt, argomenti, spiegazione, fonte, difficolta, html`

/** Questions of a bank in official order; `solo` limits them to some ids. */
export async function readDomande(
  q: Queryable,
  id_concorso: number,
  only?: readonly number[],
): Promise<StoredDomanda[]> {
  const { rows } = await q.query<StoredDomanda>(
    `select ${COLUMNS} from domanda where id_concorso = $1 and ($2::bigint[] is null or id_domanda = any($2)) order by posizione`,
    [id_concorso, only ?? null],
  )
  return rows
}

/**
 * Columns of a question in a bank file. Explanation and source stay on the server (D20); the file has only a flag for
 * them.
 */
export const toNumerata = (d: StoredDomanda): NumberedDomanda => ({
  id_domanda: d.id_domanda,
  posizione: d.posizione,
  id_materia: d.id_materia,
  id_ufficiale: d.id_ufficiale,
  testo: d.testo,
  risposte: d.risposte,
  corretta: d.corretta,
  punti: d.punti,
  chiave: d.chiave,
  stato: d.stato,
  immagine: d.immagine,
  alt: d.alt,
  argomenti: d.argomenti,
  difficolta: d.difficolta,
  html: d.html,
  spiegata: d.spiegazione !== null,
})

const TYPES = `id_domanda bigint, posizione integer, id_origine text, id_ufficiale text, id_materia bigint, testo text,
  risposte text[], corretta smallint, punti integer[], chiave text, stato text, immagine text, alt text, argomenti text[],
  spiegazione text, fonte text, difficolta smallint, html boolean`
/** Rows of one statement: a bank of 50,000 questions would be one parameter of 100 MB. */
const BATCH = 2_000

async function inBatches(domande: readonly StoredDomanda[], run: (json: string) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < domande.length; i += BATCH) await run(JSON.stringify(domande.slice(i, i + BATCH)))
}

export async function insertDomande(
  q: Queryable,
  id_concorso: number,
  domande: readonly StoredDomanda[],
): Promise<void> {
  await inBatches(domande, (json) =>
    q.query(
      `insert into domanda (id_concorso, ${COLUMNS}) overriding system value
       select $1, ${COLUMNS} from jsonb_to_recordset($2::jsonb) as r(${TYPES})`,
      [id_concorso, json],
    ),
  )
}

const FIELDS = COLUMNS.split(',')
  .map((c) => c.trim())
  .filter((c) => c !== 'id_domanda')

/** Makes a bank's questions equal to the given list: ids stay, missing questions are deleted, new ones added. */
export async function replaceDomande(
  q: Queryable,
  id_concorso: number,
  domande: readonly StoredDomanda[],
): Promise<void> {
  const ids = domande.map((d) => d.id_domanda)
  await q.query('delete from domanda where id_concorso = $1 and id_domanda <> all($2::bigint[])', [id_concorso, ids])
  const { rows } = await q.query<{ id_domanda: number }>('select id_domanda from domanda where id_concorso = $1', [
    id_concorso,
  ])
  const present = new Set(rows.map((r) => r.id_domanda))
  // Update all in one statement: positions are unique at its end only.
  await q.query(
    `update domanda d set ${FIELDS.map((c) => `${c} = r.${c}`).join(', ')}
     from jsonb_to_recordset($2::jsonb) as r(${TYPES}) where d.id_concorso = $1 and d.id_domanda = r.id_domanda`,
    [id_concorso, JSON.stringify(domande.filter((d) => present.has(d.id_domanda)))],
  )
  await insertDomande(
    q,
    id_concorso,
    domande.filter((d) => !present.has(d.id_domanda)),
  )
}
