import { writeFile } from 'node:fs/promises'
import { toAvviso } from '#importers/warnings'
import type { UpdateDanger } from '#rules/banca-diff'
import { describeUpdate } from '../pacchetti/describe-update.ts'
import { readHealth } from '../pacchetti/health.ts'
import {
  type BancaUpdate,
  compareBanca,
  listVersioni,
  readPublishedImages,
  restoreVersione,
  setBancaStatus,
  updateBanca,
} from '../pacchetti/versions.ts'
import { countChoices } from '../reportistica/choices.ts'
import { type Codice, DONE, type Environment, FAILED, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'
import { formatHealth, renderHealth } from './health-report.ts'
import { READ_OPTIONS, readBank } from './read-bank.ts'
import { tellRefused, valueOrThrow } from './refused.ts'
import { readId } from './simulazione-stato.ts'

export const BANCA_OPTIONS = {
  ...READ_OPTIONS,
  ...optionsOf(['html'], ['conferma', 'molto-diversa', 'riconta', 'json']),
}
type Values = ValuesOf<typeof BANCA_OPTIONS>

/** Questions of each kind that the comparison shows; `--json` shows all. */
const SHOWN = 10
const ACTIONS = ['ritira', 'ripristina', 'aggiorna', 'versioni', 'torna', 'salute'] as const
type Action = (typeof ACTIONS)[number]
const isAction = (name: string | undefined): name is Action => ACTIONS.some((action) => action === name)

/** `banca ritira|ripristina|aggiorna|versioni|torna|salute ID …`: every publication has a way back. */
export async function banca(
  [name, text, ...others]: string[],
  values: Values,
  environment: Environment,
): Promise<Codice> {
  if (!isAction(name)) throw new WrongUsage(`banca vuole ${ACTIONS.join(', ')}`)
  if (text === undefined) throw new WrongUsage(`banca ${name} vuole il numero di una banca`)
  const id = readId(text, `banca ${name}`)
  const wanted = name === 'aggiorna' || name === 'torna' ? 1 : 0
  if (others.length !== wanted)
    throw new WrongUsage(
      `banca ${name} vuole il numero di una banca${wanted ? ` e ${name === 'torna' ? 'il numero di una versione' : 'un file'}` : ''}`,
    )
  const [last = ''] = others
  if (name === 'aggiorna') return update(id, last, values, environment)
  if (name === 'salute') return health(id, values, environment)
  const { out, withDeps } = environment
  if (name === 'versioni' || name === 'torna') {
    const rows = valueOrThrow(
      await withDeps((deps) =>
        name === 'torna' ? restoreVersione(deps, id, readId(last, 'banca torna')) : listVersioni(deps, id),
      ),
    )
    if (values.json) out(JSON.stringify({ id_concorso: id, versioni: rows }))
    else
      for (const v of rows)
        out(
          `${String(v.numero).padStart(4)}  ${v.pubblicata.toISOString()}  ${v.numero_domande} domande  ${v.versione.slice(0, 12)}${v.attuale ? '  ← pubblicata' : ''}`,
        )
    return DONE
  }
  const stato = name === 'ritira' ? 'ritirato' : 'pubblicato'
  const concorso = valueOrThrow(await withDeps((deps) => setBancaStatus(deps, id, stato)))
  if (values.json) out(JSON.stringify({ id_concorso: id, stato }))
  else
    out(
      `Banca ${id} ${name === 'ritira' ? 'ritirata: chi l’ha già la tiene nel suo elenco, segnata come ritirata' : 'di nuovo in elenco'}: ${concorso}`,
    )
  return DONE
}

/** Prints the health of a bank; `--html FILE` writes it as a page with charts, `--riconta` counts all choices anew before. */
async function health(id: number, values: Values, { out, err, withDeps }: Environment): Promise<Codice> {
  const read = await withDeps(async (deps) =>
    values.riconta && !(await countChoices(deps, { anew: true })) ? null : readHealth(deps, id),
  )
  if (read === null) {
    err('Il server sta già contando le scelte. Nulla è cambiato: ripeti il comando tra qualche minuto.')
    return FAILED
  }
  const report = valueOrThrow(read)
  if (values.html) await writeFile(values.html, renderHealth(report))
  const { questions: _, subjects: _subjects, versione: _versione, ...figures } = report
  if (values.json) out(JSON.stringify(figures))
  else for (const row of formatHealth(report)) out(row)
  return DONE
}

/** Shows the changes of a file; `--conferma` publishes it over the bank. */
async function update(id: number, file: string, values: Values, { out, err, withDeps }: Environment): Promise<Codice> {
  try {
    const told = await withDeps(async (deps) => {
      const kept = values.immagini ? [] : valueOrThrow(await readPublishedImages(deps, id))
      err(`Lettura di ${file}…`)
      const read = await readBank(file, values, kept)
      const compared = valueOrThrow(await compareBanca(deps, id, read.domande))
      const sure = values['molto-diversa'] ?? false
      const stopped = compared.dangers.length > 0 && !sure
      if (stopped || !values.conferma) return { update: compared, read, written: false, stopped }
      const update = valueOrThrow(await updateBanca(deps, id, read.domande, read.immagini, { sure }))
      return { update, read, written: true, stopped }
    })
    if (values.json)
      out(
        JSON.stringify({
          ...describeUpdate(told.update),
          scritta: told.written,
          avvisi: told.read.avvisi.map(toAvviso),
        }),
      )
    else for (const row of formatUpdate(told.update, told.written)) out(row)
    if (!told.stopped) return DONE
    for (const danger of told.update.dangers) err(`Fermo: ${DANGERS[danger](told.update)}.`)
    err('Nulla è stato scritto. Se è davvero la versione nuova di questa banca, ripeti con --conferma --molto-diversa.')
    return FAILED
  } catch (error) {
    return tellRefused(error, { out, err }, values.json)
  }
}

const DANGERS: Record<UpdateDanger, (update: BancaUpdate) => string> = {
  no_keys: () => 'nel file nessuna domanda ha la risposta esatta, e la banca pubblicata ha le chiavi',
  keys: ({ diff, next }) =>
    `cambia la risposta esatta di ${diff.keyChanged.length} domande su ${next.length - diff.added.length}`,
  questions: ({ diff, old }) =>
    `${diff.removed.length} domande su ${old.length} della banca pubblicata non ci sono più: il file può essere di un’altra banca`,
}

const nameOf = (d: { id_ufficiale: string | null; testo: string } | undefined): string =>
  `${d?.id_ufficiale ?? '—'}  ${(d?.testo ?? '').slice(0, 90)}`

function formatUpdate(
  { id_concorso, concorso, diff, moved, old, next, changes }: BancaUpdate,
  written: boolean,
): string[] {
  const part = (title: string, rows: readonly string[]): string[] => [
    `${String(rows.length).padStart(7)} ${title}`,
    ...rows.slice(0, SHOWN).map((row) => `           ${row}`),
    ...(rows.length > SHOWN ? [`           … e altre ${rows.length - SHOWN}: con --json ci sono tutte`] : []),
  ]
  const right = (d: { risposte: readonly string[]; corretta: number | null } | undefined) =>
    d === undefined || d.corretta === null ? 'nessuna' : (d.risposte[d.corretta - 1] ?? '')
  const change = (before: string | null | undefined, after: string | null | undefined) =>
    `«${before ?? 'nessuna'}» → «${after ?? 'nessuna'}»`
  return [
    `Banca ${id_concorso}: ${concorso}`,
    `${String(diff.unchanged).padStart(7)} domande invariate`,
    ...part(
      'con il testo o le risposte modificate',
      diff.edited.map((i) => nameOf(next[i])),
    ),
    ...part(
      'con un’altra risposta esatta (sui dispositivi tornano tra quelle da ripetere)',
      diff.keyChanged.map((i) => `${nameOf(next[i])}: «${right(old[diff.matches[i] ?? -1])}» → «${right(next[i])}»`),
    ),
    ...part(
      'aggiunte',
      diff.added.map((i) => nameOf(next[i])),
    ),
    ...part(
      'con un’altra materia',
      moved.subject.map((i) => `${nameOf(next[i])}: ${change(old[diff.matches[i] ?? -1]?.materia, next[i]?.materia)}`),
    ),
    ...part(
      'con un altro numero ufficiale',
      moved.number.map(
        (i) =>
          `${(next[i]?.testo ?? '').slice(0, 90)}: ${change(old[diff.matches[i] ?? -1]?.id_ufficiale, next[i]?.id_ufficiale)}`,
      ),
    ),
    ...part(
      'tolte',
      diff.removed.map((i) => nameOf(old[i])),
    ),
    written
      ? 'Versione pubblicata; con banca versioni e banca torna si torna a quella di prima.'
      : changes
        ? 'Nulla è stato scritto: ripeti con --conferma per pubblicarla.'
        : 'Nulla cambia.',
  ]
}
