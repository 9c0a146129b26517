import type { ImportedDomanda } from '#contract/domanda'
import type {
  Importazione,
  LetturaBanca,
  RicettaBanca,
  RifiutoBanca,
  ScelteImportazione,
} from '#contract/gestione/importazioni'
import { MAX_WARNINGS } from '#contract/gestione/importazioni'
import type { OwnBankReading, ReadingStep } from '#contract/own-bank'
import { type Failure, fail, ok, type Result } from '#contract/result'
import type { Deps, Queryable } from '../deps.ts'
import { underWay } from '../logger.ts'
import { build } from '../pacchetti/build-queue.ts'
import { readPublishedImages } from '../pacchetti/versions.ts'
import { isAbandoned, isReady } from './claim.ts'
import { countDoubtful, type Doubtful, type DoubtfulChoices } from './doubtful.ts'
import type { ReadBank } from './import-worker.ts'
import { joinLine } from './line.ts'
import { runInThread } from './threads.ts'
import { removeUpload, type Upload } from './upload.ts'

/** Imports of the list, and questions of a preview. */
const LISTED = 30
const EXAMPLES = 10
/** Time, in ms, between two signs of life of a reading, and time without one after which its server has stopped. */
const BEAT_MS = 1_000
const DEAD = '1 minute'

type Row = Omit<Importazione, 'creata' | 'lettura' | 'rifiuto' | 'dubbie'> & {
  creata: Date
  /** Seconds of a publication under way. */
  da: number
  rapporto: LetturaBanca | RifiutoBanca | null
  dubbie_totale: number | null
  dubbie_elencate: number | null
  scelte_dubbie: DoubtfulChoices
}

const COLUMNS = `i.id_importazione as id, i.nome, i.byte, i.creata, u.email as di, i.id_concorso, c.concorso,
  case when i.stato = 'lettura' and i.aggiornata < $1::timestamptz - interval '${DEAD}'
    or ${isAbandoned('i')} then 'interrotta' else i.stato end as stato`
const FROM = `importazione i left join utente u on u.id_utente = i.creata_da left join concorso c on c.id_concorso = i.id_concorso`

/** Lists the last imports, the newest first. */
export async function listImports(deps: Pick<Deps, 'db' | 'now'>) {
  const { rows } = await deps.db.query<Row>(
    `select ${COLUMNS} from ${FROM} order by i.creata desc, i.id_importazione desc limit ${LISTED}`,
    [deps.now()],
  )
  return rows.map((row) => ({ ...row, creata: row.creata.toISOString() }))
}

/** Returns where a work under way is: what a publication holds is its claim. */
function stepOf({ stato, passo, da }: Row, domande: number): Importazione['passo'] {
  if (stato === 'pubblicazione') return { passo: 'pubblicazione', da, domande }
  return stato === 'lettura' ? passo : null
}

/** Returns one import. NON_TROVATO. */
export async function readImport(deps: Pick<Deps, 'db' | 'now'>, id: number): Promise<Result<Importazione>> {
  const { rows } = await deps.db.query<Row>(
    `select ${COLUMNS}, i.passo, greatest(0, extract(epoch from $1::timestamptz - i.aggiornata))::int as da, i.scelte, i.rapporto, i.scelte_dubbie, (i.dubbie -> 'totale')::int as dubbie_totale,
       jsonb_array_length(i.dubbie -> 'righe') as dubbie_elencate from ${FROM} where i.id_importazione = $2`,
    [deps.now(), id],
  )
  const row = rows[0]
  if (!row) return fail('NON_TROVATO')
  const { rapporto, dubbie_totale, dubbie_elencate, scelte_dubbie, da, ...rest } = row
  const isRefused = rapporto !== null && 'motivo' in rapporto
  const lettura = isRefused ? null : rapporto
  const dubbie = dubbie_totale ? countDoubtful(dubbie_totale, dubbie_elencate ?? 0, scelte_dubbie) : null
  return ok({
    ...rest,
    passo: stepOf(row, (lettura?.domande ?? 0) - (dubbie?.escluse ?? 0)),
    creata: row.creata.toISOString(),
    lettura,
    rifiuto: isRefused ? rapporto : null,
    dubbie,
  })
}

/** Published with choices that the bank's next file may take again: going on after a refusal is of its own file. */
const hasRecipe = (row: string): string => `${row}.stato = 'pubblicata' and ${row}.scelte - 'forza' <> '{}'`

/** Returns what was told by hand at the last published file of a bank; null where nothing was. */
export async function readRecipe({ db }: Pick<Deps, 'db'>, id_concorso: number): Promise<RicettaBanca | null> {
  const { rows } = await db.query<{ nome: string; creata: Date; scelte: RicettaBanca['scelte'] }>(
    `select i.nome, i.creata, i.scelte - 'forza' as scelte from importazione i where i.id_concorso = $1 and ${hasRecipe('i')}
     order by i.creata desc, i.id_importazione desc limit 1`,
    [id_concorso],
  )
  const row = rows[0]
  return row ? { ...row, creata: row.creata.toISOString() } : null
}

const OLD = `creata < $1::timestamptz - interval '30 days'`
/** [OP44] [OP52] Readings of a month ago go; the last choices of a bank stay without theirs. */
export const OLD_IMPORTS = [
  `delete from importazione d where ${OLD} and (not (${hasRecipe('d')}) or exists (select 1 from importazione i
     where i.id_concorso = d.id_concorso and ${hasRecipe('i')} and (i.creata, i.id_importazione) > (d.creata, d.id_importazione)))`,
  `update importazione set rapporto = null, creata_da = null where ${OLD} and rapporto is not null`,
]

const shorten = ({
  id_concorso: _,
  avvisi,
  formato = '',
  colonne = [],
  esempi = [],
  ...r
}: OwnBankReading): LetturaBanca => ({
  ...r,
  formato,
  colonne,
  esempi: esempi.map((e) => ({ ...e, risposte: [...e.risposte] })),
  avvisi: avvisi.slice(0, MAX_WARNINGS),
  avvisi_totali: avvisi.length,
})

const toRefusal = ({ dati = {} }: Failure): RifiutoBanca => ({
  motivo: String(dati.motivo ?? ''),
  viste: String(dati.viste ?? '')
    .split(', ')
    .filter((name) => name !== ''),
  forzabile: dati.forzabile === 'true',
})

type NewImport = {
  nome: string
  id_concorso: number | null
  scelte: ScelteImportazione
  /** The choices are those of the bank's last file. */
  di_prima: boolean
  creata_da: number
}

/** Records a file that is to be read. CONCORSO_NON_TROVATO for a bank that is not there. */
export const addImport = (deps: Pick<Deps, 'db' | 'now'>, i: NewImport, byte: number): Promise<Result<number>> =>
  deps.db.tx(async (q) => {
    if (i.id_concorso !== null) {
      const bank = await q.query('select 1 from concorso where id_concorso = $1 and versione is not null', [
        i.id_concorso,
      ])
      if (bank.count === 0) return fail('CONCORSO_NON_TROVATO', { dati: { id_concorso: i.id_concorso } })
    }
    const { rows } = await q.query<{ id: number }>(
      `insert into importazione (creata_da, nome, byte, id_concorso, stato, passo, scelte, creata, aggiornata)
       values ($1, $2, $3, $4, 'lettura', '{"passo":"apertura"}', $5, $6, $6) returning id_importazione as id`,
      [i.creata_da, i.nome, byte, i.id_concorso, JSON.stringify(i.scelte), deps.now()],
    )
    return ok(rows[0]?.id ?? 0)
  })

/** Shows every second that a reading goes on, with its step; `onGivenUp` runs where somebody cancelled it. */
function keepAlive(deps: Deps, id: number, onGivenUp: () => void) {
  let step = (): Importazione['passo'] => ({ passo: 'apertura' })
  const beat = async () => {
    const { count } = await deps.db.query(
      `update importazione set aggiornata = $2, passo = $3 where id_importazione = $1 and stato = 'lettura'`,
      [id, deps.now(), JSON.stringify(step())],
    )
    if (count === 0) onGivenUp()
  }
  const show = () => void beat().catch(() => {})
  const timer = setInterval(show, BEAT_MS)
  timer.unref()
  return {
    tell: (next: ReadingStep) => {
      step = () => next
    },
    /** Shows the place in line, now and as it changes. */
    wait: (ahead: () => number) => {
      step = () => ({ passo: 'attesa', davanti: ahead() })
      show()
    },
    stop: () => clearInterval(timer),
  }
}

/** Reads a saved file and keeps what it holds; the file is gone afterwards, whatever became of it. Throws nothing. */
async function readUpload(deps: Deps, id: number, i: NewImport, { file }: Upload): Promise<void> {
  const given = new AbortController()
  const alive = keepAlive(deps, id, () => given.abort())
  const line = joinLine(given.signal)
  try {
    if (line.ahead() > 0) alive.wait(line.ahead)
    if (!(await line.turn)) return
    alive.tell({ passo: 'apertura' })
    const kept = i.id_concorso === null ? ok([]) : await readPublishedImages(deps, i.id_concorso)
    const { nome, scelte, di_prima } = i
    const work = { file, nome, scelte, di_prima, immagini: kept.ok ? kept.value : [], esempi: EXAMPLES }
    const ended = await runInThread('lettura', work, {
      onStep: alive.tell,
      signal: given.signal,
      memoryMb: deps.config.readingMb,
    })
    // Before anybody sees the end of the reading.
    await removeUpload(file)
    if (given.signal.aborted) return
    const { letta: read, senza } = ended.ok ? ended.value : { letta: ended, senza: null }
    if (!read.ok && read.error.codice !== 'FILE_RIFIUTATO') throw new Error(read.error.detail ?? read.error.codice)
    alive.stop()
    const more = senza === null ? {} : { colonna_mancante: senza }
    if (senza !== null) await dropChoices(deps.db, id)
    if (read.ok) await keepReading(deps, id, read.value, more)
    else await endReading(deps.db, deps, id, 'rifiutata', { ...toRefusal(read.error), ...more })
  } catch (error) {
    deps.log.error({ err: error, importazione: id }, 'lettura di una banca non riuscita')
    const rifiuto = {
      motivo: 'La lettura si è interrotta per un errore del server. Carica di nuovo il file.',
      viste: [],
      forzabile: false,
    }
    await endReading(deps.db, deps, id, 'rifiutata', rifiuto).catch(() => {})
  } finally {
    line.leave()
    alive.stop()
    await removeUpload(file)
  }
}

/** Records that a file was read without the choices it came with. */
const dropChoices = (q: Queryable, id: number) =>
  q.query(`update importazione set scelte = '{}' where id_importazione = $1`, [id])

/** Keeps questions and images of a reading: images as the zip that publishing makes of them. */
async function keepReading(
  deps: Deps,
  id: number,
  { domande, immagini, lettura, dubbie }: ReadBank,
  more: Pick<LetturaBanca, 'colonna_mancante'>,
): Promise<void> {
  const zip = immagini.length > 0 ? await build({ tipo: 'immagini', immagini }) : null
  if (zip) await deps.packageFiles.put(zip.nome, zip.byte)
  const found = { domande, immagini: zip?.nome ?? null, dubbie }
  await endReading(deps.db, deps, id, 'letta', { ...shorten(lettura), ...more }, found)
}

const endReading = (
  q: Queryable,
  { now }: Pick<Deps, 'now'>,
  id: number,
  stato: 'letta' | 'rifiutata',
  rapporto: LetturaBanca | RifiutoBanca,
  found: { domande: readonly ImportedDomanda[]; immagini: string | null; dubbie: Doubtful } | null = null,
) =>
  q.query(
    `update importazione set stato = $2, rapporto = $3, domande = $4, immagini = $5, aggiornata = $6, dubbie = $7, passo = null
     where id_importazione = $1 and stato = 'lettura'`,
    [
      ...[id, stato, JSON.stringify(rapporto), found && JSON.stringify(found.domande), found?.immagini ?? null, now()],
      found && JSON.stringify(found.dubbie),
    ],
  )

/** Begins a reading and leaves it to itself: its lines are of no request. */
export const startReading = (deps: Deps, id: number, i: NewImport, upload: Upload): void => {
  underWay.exit(() => void readUpload(deps, id, i, upload))
}

/** Gives an import up; its reading ends within a second. NON_TROVATO where it is published, being published or gone. */
export async function cancelImport({ db, now }: Pick<Deps, 'db' | 'now'>, id: number): Promise<Result<null>> {
  const { count } = await db.query(
    `update importazione i set stato = 'annullata', domande = null, dubbie = null, rapporto = null, passo = null, aggiornata = $2
     where id_importazione = $1 and (stato in ('lettura', 'rifiutata') or ${isReady('i')})`,
    [id, now()],
  )
  return count > 0 ? ok(null) : fail('NON_TROVATO')
}
