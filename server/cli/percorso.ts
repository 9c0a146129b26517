import { readFile } from 'node:fs/promises'
import { PercorsoContent } from '#contract/content'
import { PERCORSO_DEPTH } from '#rules/percorso'
import { idOfRaccolta } from '#rules/raccolta'
import type { Deps } from '../deps.ts'
import { numberBanca } from '../pacchetti/numbering.ts'
import {
  assignNodi,
  checkAlbero,
  detailsOf,
  ensurePercorso,
  isInPlace,
  listPublishedPercorsi,
  numberPercorso,
} from '../pacchetti/percorso.ts'
import { buildFile, publishNuova } from '../pacchetti/publish.ts'
import { setBancaStatus, updateBanca } from '../pacchetti/versions.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'
import { READ_OPTIONS, readBank } from './read-bank.ts'
import { Refused, tellRefused, valueOrThrow } from './refused.ts'
import { readId } from './simulazione-stato.ts'

export const PERCORSO_OPTIONS = { ...READ_OPTIONS, ...optionsOf([], ['molto-diversa', 'json']) }
type Values = ValuesOf<typeof PERCORSO_OPTIONS>

/** Sentences of one refusal at most: a wrong file repeats one defect in every row. */
const SHOWN = 10

const refuse = (file: string, sentences: readonly string[]): never => {
  const more = sentences.length > SHOWN ? `; e altre ${sentences.length - SHOWN}` : ''
  throw new Refused({ file, motivo: sentences.slice(0, SHOWN).join('; ') + more })
}

async function readPercorso(file: string): Promise<PercorsoContent> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Refused({ file, motivo: `non si legge (${error.message})` })
  })
  const parsed = PercorsoContent.safeParse(parseJson(file, text))
  if (parsed.success) return parsed.data
  return refuse(
    file,
    parsed.error.issues.map((i) => `${i.path.map(String).join('.') || 'il file'}: ${i.message}`),
  )
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Refused({ file, motivo: `non è JSON (${(error as Error).message})` })
  }
}

type PublishedPercorso = {
  id_argomento: number
  argomento: string
  domande: number
  esito: 'nuovo' | 'aggiornato'
}

/**
 * Publishes a tree with the questions of a file, or its next version. Nodes with the same stable name keep number and
 * levels.
 */
async function publish(deps: Deps, tree: string, file: string, values: Values): Promise<PublishedPercorso> {
  const percorso = await readPercorso(tree)
  const wrong = await checkAlbero(deps.db, percorso, PERCORSO_DEPTH)
  if (wrong.length > 0) refuse(tree, wrong)
  const read = await readBank(file, values)
  const { domande, without } = assignNodi(percorso.sotto_percorsi, read.domande)
  if (without.length > 0)
    refuse(
      file,
      without.map(({ riga, materia }) => `riga ${riga}: «${materia ?? ''}» non è un nodo del percorso`),
    )
  const id_argomento = await ensurePercorso(deps.db, percorso, deps.now())
  const id_concorso = idOfRaccolta({ contesto: 'PERCORSO', id: id_argomento })
  const told = { id_argomento, argomento: percorso.argomento, domande: domande.length }
  if (await isInPlace(deps.db, id_concorso)) {
    const details = detailsOf(percorso)
    const sure = values['molto-diversa'] ?? false
    valueOrThrow(await updateBanca(deps, id_concorso, domande, read.immagini, { details, sure }))
    return { ...told, esito: 'aggiornato' }
  }
  const ready = numberPercorso(await numberBanca(deps.db, detailsOf(percorso), domande, read.immagini), id_argomento)
  if (!(await publishNuova(deps, ready, await buildFile(deps, ready))))
    throw new Impossible('lo stesso percorso è stato pubblicato nel frattempo: ripeti il comando')
  return { ...told, esito: 'nuovo' }
}

/** `percorso importa ALBERO DOMANDE`, `percorso elenco`, `percorso ritira|ripristina ID`. */
export async function percorso([action, ...args]: string[], values: Values, environment: Environment): Promise<Codice> {
  const { out, err, withDeps } = environment
  if (action === 'elenco' && args.length === 0) {
    const rows = await withDeps(listPublishedPercorsi)
    if (values.json) out(JSON.stringify(rows))
    else
      for (const p of rows)
        out(
          `${String(p.id_argomento).padStart(5)}  ${p.argomento}: ${p.domande} domande${p.premium ? ', premium' : ''}, ${p.stato}`,
        )
    return DONE
  }
  if ((action === 'ritira' || action === 'ripristina') && args.length === 1) {
    const id = readId(args[0] ?? '', `percorso ${action}`)
    const stato = action === 'ritira' ? 'ritirato' : 'pubblicato'
    const name = valueOrThrow(
      await withDeps((deps) => setBancaStatus(deps, idOfRaccolta({ contesto: 'PERCORSO', id }), stato)),
    )
    out(values.json ? JSON.stringify({ id_argomento: id, stato }) : `Percorso ${id} ${stato}: ${name}`)
    return DONE
  }
  const [tree, file, ...others] = args
  if (action !== 'importa' || !tree || !file || others.length > 0)
    throw new WrongUsage('percorso vuole importa ALBERO DOMANDE, elenco, ritira ID o ripristina ID')
  try {
    const told = await withDeps((deps) => publish(deps, tree, file, values))
    if (values.json) out(JSON.stringify(told))
    else out(`Percorso ${told.id_argomento} ${told.esito}: ${told.argomento}, ${told.domande} domande`)
    return DONE
  } catch (error) {
    return tellRefused(error, { out, err }, values.json)
  }
}
