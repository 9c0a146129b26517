import { createHash } from 'node:crypto'
import sqlite3InitModule from '@sqlite.org/sqlite-wasm'
import { unzip } from 'unzipit'
import { BANCA_NAME, MANIFEST_NAME } from '#contract/package'
import { isVersioneOf, openBanca } from '#importers/package/build-bank'
import { parseManifest, verifyManifest } from '#importers/package/manifest'
import type { SottoPercorso } from '#rules/percorso'
import type { Deps } from '../deps.ts'
import { readDomande, type StoredDomanda, toNumerata } from './domande.ts'
import type { Materia } from './numbering.ts'

type Banca = {
  id_concorso: number
  concorso: string
  numero_domande: number
  versione: string | null
  pacchetto: string | null
  pacchetto_dimensione: number | null
  immagini: string | null
  immagini_dimensione: number | null
  /** Tree of a path; null for a bank. */
  albero: SottoPercorso[] | null
}

/** Returns a stored file whose content has the hash of its name; null and a fault otherwise. */
async function readSound(
  { packageFiles }: Deps,
  name: string,
  size: number | null,
  failures: string[],
): Promise<Uint8Array | null> {
  const present = await packageFiles.size(name)
  if (present === null) failures.push(`${name}: il file manca`)
  else if (present !== size) failures.push(`${name}: ${present} byte invece di ${size}`)
  else {
    const bytes = await packageFiles.read(name)
    if (`${createHash('sha256').update(bytes).digest('hex')}.zip` === name) return bytes
    failures.push(`${name}: il contenuto non corrisponde all'impronta`)
  }
  return null
}

/** Compares manifest, blocks and questions of a package with the database. */
async function checkPacchetto(bytes: Uint8Array, banca: Banca, domande: readonly StoredDomanda[]): Promise<string[]> {
  const { entries } = await unzip(bytes)
  const manifest = parseManifest((await entries[MANIFEST_NAME]?.text()) ?? '')
  if (!manifest.ok) return ['il manifest del pacchetto non è valido']
  const file = new Uint8Array((await entries[BANCA_NAME]?.arrayBuffer()) ?? new ArrayBuffer(0))
  if (!verifyManifest(file, manifest.value).ok) return ['la banca del pacchetto non corrisponde al suo manifest']
  const failures: string[] = []
  if (manifest.value.versione !== banca.versione) failures.push('il pacchetto è di un’altra versione')
  const db = openBanca(await sqlite3InitModule(), file)
  try {
    const nel = db.selectValues('SELECT id_domanda FROM domande ORDER BY posizione').map(Number)
    const expected = domande.map((d) => d.id_domanda)
    if (nel.length !== expected.length || nel.some((id, i) => id !== expected[i]))
      failures.push(`il pacchetto ha ${nel.length} domande, il database ${expected.length}, o in altro ordine`)
  } finally {
    db.close()
  }
  return failures
}

async function checkImmagini(bytes: Uint8Array, domande: readonly StoredDomanda[]): Promise<string[]> {
  const { entries } = await unzip(bytes)
  const missing = new Set(domande.flatMap((d) => (d.immagine && !entries[d.immagine] ? [d.immagine] : [])))
  return missing.size > 0 ? [`mancano ${missing.size} immagini: ${[...missing].slice(0, 5).join(', ')}`] : []
}

async function checkBanca(deps: Deps, banca: Banca): Promise<string[]> {
  const failures: string[] = []
  if (!banca.pacchetto) return ['il pacchetto non è stato costruito']
  const domande = await readDomande(deps.db, banca.id_concorso)
  const materie = await deps.db.query<Materia>(
    'select id_materia, nome as materia from materia where id_concorso = $1 order by ordine',
    [banca.id_concorso],
  )
  if (domande.length !== banca.numero_domande)
    failures.push(`la scheda dice ${banca.numero_domande} domande, il database ne ha ${domande.length}`)
  const { albero, ...scheda } = banca
  const content = { ...scheda, materie: materie.rows, domande: domande.map(toNumerata), ...(albero && { albero }) }
  if (!isVersioneOf(content, banca.versione)) failures.push('la versione non corrisponde alle domande')
  const pacchetto = await readSound(deps, banca.pacchetto, banca.pacchetto_dimensione, failures)
  if (pacchetto) failures.push(...(await checkPacchetto(pacchetto, banca, domande)))
  const conImmagine = domande.some((d) => d.immagine !== null)
  if (conImmagine && !banca.immagini) failures.push('le immagini non sono state costruite')
  const immagini = banca.immagini ? await readSound(deps, banca.immagini, banca.immagini_dimensione, failures) : null
  if (immagini) failures.push(...(await checkImmagini(immagini, domande)))
  return failures
}

/** Report only a wrong sample: a missing one is built again. */
async function checkSamples(deps: Deps): Promise<string[]> {
  const { rows } = await deps.db.query<{ pacchetto: string; pacchetto_dimensione: number }>(
    'select pacchetto, pacchetto_dimensione from campione order by id_concorso, n',
  )
  const failures: string[] = []
  for (const { pacchetto, pacchetto_dimensione } of rows)
    if ((await deps.packageFiles.size(pacchetto)) !== null)
      await readSound(deps, pacchetto, pacchetto_dimensione, failures)
  return failures
}

/** Counts files that no bank and no sample names: older versions, which a download under way may still need. */
async function countOrphans({ db, packageFiles }: Deps): Promise<number> {
  const { rows } = await db.query<{ nome: string }>(
    `select pacchetto as nome from concorso where pacchetto is not null
     union select immagini from concorso where immagini is not null union select pacchetto from campione`,
  )
  const used = new Set(rows.map((r) => r.nome))
  return (await packageFiles.list()).filter((name) => !used.has(name)).length
}

export type BancaCheck = { id_concorso: number; concorso: string; numero_domande: number; faults: string[] }

/** Checks every stored package against its hash and the database, bank by bank; then the samples and the orphans. */
export async function verifyPackages(deps: Deps, onBanca: (check: BancaCheck) => void) {
  const { rows } = await deps.db.query<Banca>(
    `select id_concorso, concorso, numero_domande, versione, pacchetto, pacchetto_dimensione, immagini,
       immagini_dimensione, (select albero from percorso where id_argomento = -id_concorso) as albero
     from concorso where stato = 'pubblicato' order by id_concorso`,
  )
  let broken = 0
  for (const banca of rows) {
    const faults = await checkBanca(deps, banca)
    if (faults.length > 0) broken += 1
    onBanca({ ...banca, faults })
  }
  return { banche: rows.length, broken, samples: await checkSamples(deps), orphans: await countOrphans(deps) }
}
