import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { PercorsoContenuto, SimulazioneContenuto } from '#contract/contenuto'
import type { ImmagineImportata } from '#contract/domanda'
import { checkMaterie, checkSimulazioni, listBancheDi } from '#importers/content/links'
import { parseContent } from '#importers/content/schema'
import { parseSources } from '#importers/content/sources'
import type { Finding } from '#importers/content/types'
import { writeImages } from '#importers/package/package'
import { type Sorteggiabile, sorteggia } from '#rules/sorteggio'
import { readCartella } from '../contenuti/lettura.ts'
import type { Deps, Esecutore } from '../deps.ts'
import { RADICE } from '../radice.ts'
import { type BancaSeminata, millesimi, toBanca } from './contenuto.ts'
import { numberBanca } from './numera.ts'
import { buildFile, publishNuova, publishVersione, versioneOf } from './pubblica.ts'
import { type BancaPubblicata, findPubblicata, isUguale, renumberWith } from './salvata.ts'

export type EsitoBanca = { slug: string; domande: number; esito: 'nuova' | 'aggiornata' | 'invariata' }
/** `rilievi`: what is wrong with the content; a bank, a path or a simulation that has any was not written. */
export type EsitoSemina = { banche: EsitoBanca[]; percorsi: number; simulazioni: number; rilievi: Finding[] }

/**
 * Publishes the starter content: new banks, and new versions of those whose text was corrected, with every id kept. Nothing
 * is written for what is unchanged, so it runs at each start. A bank is published whole or not at all.
 */
export async function seedContenuti(deps: Deps, radice: string = join(RADICE, 'content')): Promise<EsitoSemina> {
  const cartella = await readCartella(radice).catch((errore: Error) => errore)
  if (cartella instanceof Error) {
    const frase = `la cartella dei contenuti non si può leggere (${cartella.message})`
    return { banche: [], percorsi: 0, simulazioni: 0, rilievi: [{ file: radice, id: null, frase }] }
  }
  const { contenuti, rilievi } = parseContent(cartella)
  const { fonti } = parseSources(cartella.fonti)
  const tutti = [...rilievi, ...checkMaterie(contenuti), ...checkSimulazioni(contenuti)]
  const guasti = new Set(tutti.map(({ file }) => file))
  const isSana = (slug: string) => ![...guasti].some((file) => file.startsWith(`banche/${slug}/`))

  const banche: EsitoBanca[] = []
  for (const letta of contenuti.banche) {
    if (!isSana(letta.banca.slug)) continue
    const banca = toBanca(letta, fonti)
    const esito = await seedBanca(deps, banca)
    banche.push({ slug: banca.scheda.slug, domande: banca.domande.length, esito })
  }
  const percorsi = contenuti.percorsi.filter(({ file }) => !guasti.has(file))
  const simulazioni = contenuti.simulazioni.filter(
    ({ file, simulazione }) => !guasti.has(file) && listBancheDi(simulazione).every(isSana),
  )
  await deps.db.tx(async (q) => {
    for (const { percorso } of percorsi) await seedPercorso(q, percorso, deps.now())
    for (const { simulazione } of simulazioni) await seedSimulazione(q, simulazione, contenuti, deps.now())
  })
  return { banche, percorsi: percorsi.length, simulazioni: simulazioni.length, rilievi: tutti }
}

/** Two starters at once publish once: the other finds the slug, or the new version, and looks again. */
async function seedBanca(deps: Deps, banca: BancaSeminata): Promise<EsitoBanca['esito']> {
  for (;;) {
    const vecchia = await findPubblicata(deps.db, banca.scheda.slug)
    if (!vecchia) {
      const nuova = await numberBanca(deps.db, banca.scheda, banca.domande, banca.immagini, banca.materie)
      if (await publishNuova(deps, nuova, await buildFile(deps, nuova))) return 'nuova'
      continue
    }
    const pronta = await renumberWith(deps.db, vecchia, banca)
    const stessa = isUguale(vecchia, pronta) && versioneOf(pronta) === vecchia.versione
    if (stessa && (await hasFile(deps, vecchia, banca.immagini))) return 'invariata'
    if (await publishVersione(deps, pronta, await buildFile(deps, pronta), vecchia.versione)) return 'aggiornata'
  }
}

/** Whether the files of a bank are still in the archive and its images are these. */
async function hasFile(
  { archivio }: Deps,
  { pacchetto, immagini }: BancaPubblicata,
  attese: readonly ImmagineImportata[],
): Promise<boolean> {
  if ((await archivio.size(pacchetto)) === null) return false
  if (attese.length === 0) return immagini === null
  const zip = writeImages(attese)
  if (!zip.ok || immagini !== `${createHash('sha256').update(zip.value).digest('hex')}.zip`) return false
  return (await archivio.size(immagini)) !== null
}

async function seedPercorso(q: Esecutore, p: PercorsoContenuto, ora: Date): Promise<void> {
  await q.query(
    `insert into percorso as p (slug, argomento, descrizione, premium, albero, data_ultimo_aggiornamento)
     values ($1, $2, $3, $4, $5::jsonb, $6) on conflict (slug) do update set argomento = excluded.argomento,
       descrizione = excluded.descrizione, premium = excluded.premium, albero = excluded.albero,
       data_ultimo_aggiornamento = excluded.data_ultimo_aggiornamento
     where row(p.argomento, p.descrizione, p.premium, p.albero)
       is distinct from row(excluded.argomento, excluded.descrizione, excluded.premium, excluded.albero)`,
    [p.slug, p.argomento, p.descrizione, p.premium, JSON.stringify(p.sotto_percorsi), ora],
  )
}

type Contenuti = ReturnType<typeof parseContent>['contenuti']

async function seedSimulazione(q: Esecutore, s: SimulazioneContenuto, { banche }: Contenuti, ora: Date): Promise<void> {
  const { righe } = await q.query<{
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
  const salvate = new Map(righe.map((r) => [r.slug, r]))
  const id_concorso = salvate.get(s.banca)?.id_concorso
  if (id_concorso === undefined) throw new Error(`la simulazione ${s.slug} nomina la banca ${s.banca}, che non c'è`)
  const idMateria = ({ banca = s.banca, materia }: { banca?: string | undefined; materia: string }) => {
    const nome = banche.find((b) => b.banca.slug === banca)?.banca.materie.find((m) => m.slug === materia)?.nome ?? ''
    const id_materia = salvate.get(banca)?.materie[nome]
    if (id_materia === undefined) throw new Error(`la simulazione ${s.slug} nomina la materia ${materia}, che non c'è`)
    return { id_materia, materia: nome }
  }
  const materie = s.materie_simulazione.map((m) => ({ ...idMateria(m), numero: m.numero }))
  const numeri = new Map(righe.flatMap((r) => Object.entries(r.domande)))
  const estrazione = s.domande?.map((id) => {
    const id_domanda = numeri.get(id)
    if (id_domanda === undefined) throw new Error(`la simulazione ${s.slug} nomina il quesito ${id}, che non c'è`)
    return id_domanda
  })
  const colonne = {
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
  const campi = Object.keys(colonne)
  // What an operator withdrew stays so, however often the server starts.
  await q.query(
    `insert into simulazione (slug, data_inserimento, ${campi.join(', ')})
     values ($1, $2, ${campi.map((_, i) => `$${i + 3}`).join(', ')})
     on conflict (slug) do update set ${campi.map((c) => `${c} = ${c === 'attiva' ? 'simulazione.attiva and ' : ''}excluded.${c}`).join(', ')}`,
    [s.slug, ora, ...Object.values(colonne)],
  )
}

/** The rules with the numbers of subjects in place of their names. */
const writeSezioni = (
  { regole, sbarramento, durata }: SimulazioneContenuto,
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

/** A simulation without a draw of its own gets one, the same each time (D24). */
async function draw(
  q: Esecutore,
  { slug }: SimulazioneContenuto,
  materie: readonly { id_materia: number; numero: number }[],
): Promise<number[]> {
  const { righe } = await q.query<Sorteggiabile>(
    'select id_domanda, id_materia, difficolta from domanda where id_materia = any($1::bigint[])',
    [materie.map((m) => m.id_materia)],
  )
  const esito = sorteggia(righe, { materie, difficolta: null }, seedOf(slug))
  if (!esito.ok) throw new Error(`la simulazione ${slug} chiede più quesiti di quelli che ci sono`)
  return esito.id_domande
}

/** A seed of a name. */
const seedOf = (nome: string) => createHash('sha256').update(nome).digest().readInt32LE(0)
