import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { RispostaData } from '#contract/copia'
import type { Domanda } from '#contract/database'
import { LE_SAI, NON_RISPOSTE } from '#rules/livello'
import { toPrintText } from '#rules/print-text'
import { attach } from '../banche/attach.ts'
import { MAX_PAGE, readDomande } from '../banche/domande.ts'
import type { StoreContext } from '../core/context.ts'

type Given = {
  at: string
  id_concorso: number
  id_domanda: number
  concorso: string | null
  qui: 0 | 1
  esito: string
  impronta: string | null
}

/** Lists every answer that was not taken back, oldest first, in the words of the bank on the device. */
export async function listRisposteDate(ctx: StoreContext): Promise<RispostaData[]> {
  const given = ctx.db.all<Given>(
    `SELECT e.ts_client AS at, e.id_concorso, e.id_domanda, b.concorso, b.file IS NOT NULL AS qui,
       e.dati ->> '$.esito' AS esito, e.dati ->> '$.impronta' AS impronta
     FROM eventi e LEFT JOIN banche b USING (id_concorso)
     WHERE e.tipo = 'RISPOSTA' AND e.id NOT IN (
       SELECT dati ->> '$.annulla' FROM eventi WHERE tipo = 'ANNULLA' AND dati ->> '$.annulla' IS NOT NULL)
     ORDER BY unixepoch(e.ts_client, 'subsec'), e.dispositivo, e.seq`,
  )
  const texts = new Map<number, Domanda>()
  const here = given.filter((g) => g.qui === 1)
  for (const bank of new Set(here.map((g) => g.id_concorso))) {
    const ids = present(
      ctx,
      bank,
      here.filter((g) => g.id_concorso === bank),
    )
    for (const d of await readPages(ctx, bank, ids)) texts.set(d.id_domanda, d)
  }
  return given.map(({ at, id_concorso, id_domanda, concorso, esito, impronta }) => {
    const d = texts.get(id_domanda)
    const plain = (text: string) => toPrintText(text, d?.html ?? false)
    // Find the answer by its text: positions may have changed since.
    const chosen = d?.risposte.find((text) => bytesToHex(sha256(utf8ToBytes(text))) === impronta)
    return {
      at,
      concorso: concorso ?? `${id_concorso}`,
      id_ufficiale: d?.id_ufficiale ?? null,
      testo: d ? plain(d.testo) : null,
      risposta: chosen === undefined ? null : plain(chosen),
      esito,
    }
  })
}

/** Lists questions to repeat and favourites, bank by bank in the official order. */
export async function listDaRipetere(ctx: StoreContext): Promise<(Domanda & { concorso: string })[]> {
  const found: (Domanda & { concorso: string })[] = []
  const banche = ctx.db.all<{ id_concorso: number; concorso: string }>(
    'SELECT id_concorso, concorso FROM banche WHERE file IS NOT NULL ORDER BY concorso, id_concorso',
  )
  for (const { id_concorso, concorso } of banche) {
    const ids = ctx.db.all<{ id_domanda: number }>(
      `SELECT id_domanda FROM statistiche WHERE id_concorso = ? AND presente = 1
         AND (preferiti = 1 OR livello_conoscenza NOT IN (${NON_RISPOSTE}, ${LE_SAI})) ORDER BY indice_uff`,
      id_concorso,
    )
    for (const d of await readPages(ctx, id_concorso, present(ctx, id_concorso, ids))) found.push({ ...d, concorso })
  }
  return found
}

/** Returns the questions that the bank on the device has, each once. */
function present(ctx: StoreContext, id_concorso: number, asked: readonly { id_domanda: number }[]): number[] {
  const { alias } = attach(ctx, id_concorso)
  return ctx.db
    .all<{ id: number }>(
      `SELECT j.value AS id FROM json_each(?) j JOIN ${alias}.domande d ON d.id_domanda = j.value ORDER BY j.key`,
      JSON.stringify([...new Set(asked.map(({ id_domanda }) => id_domanda))]),
    )
    .map(({ id }) => id)
}

/** Read page by page: waiting calls run in between. */
async function readPages(ctx: StoreContext, id_concorso: number, ids: readonly number[]): Promise<Domanda[]> {
  const read: Domanda[] = []
  for (let i = 0; i < ids.length; i += MAX_PAGE) {
    read.push(...readDomande(ctx, { id_concorso, id_domande: ids.slice(i, i + MAX_PAGE) }))
    await ctx.platform.wait(0)
  }
  return read
}
