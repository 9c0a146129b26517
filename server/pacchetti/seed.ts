import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { PercorsoContent, SimulazioneContent } from '#contract/content'
import type { ImportedImage } from '#contract/domanda'
import { checkMaterie, checkSimulazioni, listBancheDi } from '#importers/content/links'
import { parseContent } from '#importers/content/schema'
import { parseSources } from '#importers/content/sources'
import type { Finding } from '#importers/content/types'
import { writeImages } from '#importers/package/write-package'
import { type DrawCandidate, drawByQuota } from '#rules/draw'
import { readFolder } from '../content/read.ts'
import { seedNotizie } from '../contenuti/seed.ts'
import type { Deps, Queryable } from '../deps.ts'
import { ROOT } from '../root.ts'
import { insertSimulazione, seedOf } from '../simulazioni/publish.ts'
import { millesimi, type SeededBanca, toBanca } from './content.ts'
import { numberBanca, type ReadyBanca } from './numbering.ts'
import { ensurePercorso, numberPercorso, toSeededPercorso } from './percorso.ts'
import { buildFile, publishNuova, publishVersione, versioneOf } from './publish.ts'
import { findPublished, isUguale, type PublishedBanca, renumberWith } from './published.ts'

type BancaResult = { slug: string; domande: number; esito: 'nuova' | 'aggiornata' | 'invariata' }
/** `rilievi`: defects of the content; a bank, a path or a simulation with one was not written. */
export type SeedResult = { banche: BancaResult[]; percorsi: number; simulazioni: number; rilievi: Finding[] }

/**
 * Publishes the starter content: new banks, and new versions of corrected ones, with every id kept. Unchanged content
 * is not written. A bank is published whole or not at all. Stops between two banks when `signal` aborts.
 */
export async function seedContenuti(
  deps: Deps,
  root: string = join(ROOT, 'content'),
  signal?: AbortSignal,
): Promise<SeedResult> {
  const folder = await readFolder(root).catch((error: Error) => error)
  if (folder instanceof Error) {
    const sentence = `la cartella dei contenuti non si può leggere (${folder.message})`
    return { banche: [], percorsi: 0, simulazioni: 0, rilievi: [{ file: root, id: null, frase: sentence }] }
  }
  const { contenuti: content, rilievi: findings } = parseContent(folder)
  const { fonti } = parseSources(folder.fonti)
  const all = [...findings, ...checkMaterie(content), ...checkSimulazioni(content)]
  const failures = new Set(all.map(({ file }) => file))
  const isSound = (slug: string) => ![...failures].some((file) => file.startsWith(`banche/${slug}/`))

  const banche: BancaResult[] = []
  const sound: SeededBanca[] = []
  for (const parsed of content.banche) {
    if (!isSound(parsed.banca.slug)) continue
    signal?.throwIfAborted()
    const banca = toBanca(parsed, fonti)
    sound.push(banca)
    const result = await seedBanca(deps, banca)
    banche.push({ slug: banca.scheda.slug, domande: banca.domande.length, esito: result })
  }
  // Publish paths only when all banks are sound: a path holds questions of many banks and would lose some.
  const whole = sound.length === content.banche.length
  const paths = content.percorsi.filter(({ file }) => whole && !failures.has(file))
  const simulazioni = content.simulazioni.filter(
    ({ file, simulazione }) => !failures.has(file) && listBancheDi(simulazione).every(isSound),
  )
  for (const { percorso } of paths) {
    signal?.throwIfAborted()
    await seedPercorso(deps, percorso, sound)
  }
  await deps.db.tx(async (q) => {
    const notizie = content.notizie.filter(({ file }) => !failures.has(file)).map(({ notizia }) => notizia)
    await seedNotizie(q, notizie, deps.now())
    for (const { simulazione } of simulazioni) await seedSimulazione(q, simulazione, content, deps.now())
  })
  return { banche, percorsi: paths.length, simulazioni: simulazioni.length, rilievi: all }
}

/** Publishes one bank. Of two concurrent starters the second finds the slug, or the new version, and looks again. */
async function seedBanca(
  deps: Deps,
  banca: SeededBanca,
  id_argomento: number | null = null,
): Promise<BancaResult['esito']> {
  const asOwn = (ready: ReadyBanca) => (id_argomento === null ? ready : numberPercorso(ready, id_argomento))
  for (;;) {
    const previous = await findPublished(deps.db, banca.scheda.slug)
    if (!previous) {
      const next = asOwn(await numberBanca(deps.db, banca.scheda, banca.domande, banca.immagini, banca.materie))
      if (await publishNuova(deps, next, await buildFile(deps, next))) return 'nuova'
      continue
    }
    const ready = asOwn(await renumberWith(deps.db, previous, banca))
    const same = isUguale(previous, ready) && versioneOf(ready) === previous.versione
    if (same && (await hasFile(deps, previous, banca.immagini))) return 'invariata'
    if (await publishVersione(deps, ready, await buildFile(deps, ready), previous.versione)) return 'aggiornata'
  }
}

/** Returns whether the files of a bank are still in the archive and its images are these. */
async function hasFile(
  { packageFiles }: Deps,
  { pacchetto, immagini }: PublishedBanca,
  waiting: readonly ImportedImage[],
): Promise<boolean> {
  if ((await packageFiles.soundSize(pacchetto)) === null) return false
  if (waiting.length === 0) return immagini === null
  const zip = writeImages(waiting)
  if (!zip.ok || immagini !== `${createHash('sha256').update(zip.value).digest('hex')}.zip`) return false
  return (await packageFiles.soundSize(immagini)) !== null
}

/** Publishes a path like a bank, from the questions of the banks that name its nodes. */
async function seedPercorso(deps: Deps, percorso: PercorsoContent, banche: readonly SeededBanca[]): Promise<void> {
  const id = await ensurePercorso(deps.db, percorso, deps.now())
  await seedBanca(deps, toSeededPercorso(percorso, banche), id)
}

type Content = ReturnType<typeof parseContent>['contenuti']

async function seedSimulazione(q: Queryable, s: SimulazioneContent, { banche }: Content, now: Date): Promise<void> {
  const { rows } = await q.query<{
    slug: string
    id_concorso: number
    materie: Record<string, number>
    domande: Record<string, number>
  }>(
    `select slug, id_concorso,
       (select json_object_agg(nome, id_materia) from materia m where m.id_concorso = c.id_concorso) as materie,
       (select json_object_agg(id_origine, id_domanda) from domanda d
        where d.id_concorso = c.id_concorso and id_origine is not null) as domande
     from concorso c where slug = any($1)`,
    [listBancheDi(s)],
  )
  const saved = new Map(rows.map((r) => [r.slug, r]))
  const id_concorso = saved.get(s.banca)?.id_concorso
  if (id_concorso === undefined) throw new Error(`la simulazione ${s.slug} nomina la banca ${s.banca}, che non c'è`)
  const idMateria = ({ banca = s.banca, materia }: { banca?: string | undefined; materia: string }) => {
    const name = banche.find((b) => b.banca.slug === banca)?.banca.materie.find((m) => m.slug === materia)?.nome ?? ''
    const id_materia = saved.get(banca)?.materie[name]
    if (id_materia === undefined) throw new Error(`la simulazione ${s.slug} nomina la materia ${materia}, che non c'è`)
    return { id_materia, materia: name }
  }
  const materie = s.materie_simulazione.map((m) => ({ ...idMateria(m), numero: m.numero }))
  const numbers = new Map(rows.flatMap((r) => Object.entries(r.domande)))
  const estrazione = s.domande?.map((id) => {
    const id_domanda = numbers.get(id)
    if (id_domanda === undefined) throw new Error(`la simulazione ${s.slug} nomina il quesito ${id}, che non c'è`)
    return id_domanda
  })
  const columns = {
    id_concorso,
    descrizione: s.descrizione,
    attiva: s.attiva,
    durata: s.durata,
    numero_domande: s.numero_domande,
    sbarramento: s.sbarramento === undefined ? null : millesimi(s.sbarramento),
    punteggio_risposte_corrette: millesimi(s.punteggio_risposte_corrette),
    punteggio_risposte_sbagliate: millesimi(s.punteggio_risposte_sbagliate),
    punteggio_non_risposte: millesimi(s.punteggio_non_risposte),
    materie: JSON.stringify(materie),
    regole: s.regole ? JSON.stringify(writeSezioni(s, idMateria)) : null,
    estrazione: estrazione ?? (await draw(q, s, materie)),
  }
  await insertSimulazione(q, columns, { slug: s.slug, now })
}

/** Replaces the names of subjects in the rules by their numbers. */
const writeSezioni = (
  { regole, sbarramento, durata }: SimulazioneContent,
  idMateria: (m: { banca?: string | undefined; materia: string }) => { id_materia: number },
) => ({
  durata,
  ...regole,
  ...(sbarramento !== undefined && { ammissione: { minimo: sbarramento, ...(regole?.ammissione ?? {}) } }),
  ...(regole?.sezioni && {
    sezioni: regole.sezioni.map((sezione) => ({
      ...sezione,
      materie: sezione.materie.map((m) => idMateria(m).id_materia),
    })),
  }),
})

/** Draws a simulation without a draw of its own, the same each time (D24). */
async function draw(
  q: Queryable,
  { slug }: SimulazioneContent,
  materie: readonly { id_materia: number; numero: number }[],
): Promise<number[]> {
  const { rows } = await q.query<DrawCandidate>(
    'select id_domanda, id_materia, difficolta from domanda where id_materia = any($1::bigint[])',
    [materie.map((m) => m.id_materia)],
  )
  const result = drawByQuota(rows, { materie, difficolta: null }, seedOf(slug))
  if (!result.ok) throw new Error(`la simulazione ${slug} chiede più quesiti di quelli che ci sono`)
  return result.id_domande
}
