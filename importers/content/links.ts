import type { PercorsoContent, SimulazioneContent, SottoPercorsoContent } from '#contract/content'
import { LIVELLI_ARGOMENTO } from '#contract/content'
import { type Content, type Finding, listEntries, makeFinding, type ReadBanca } from './types.ts'

/** Formats a topic path id of seven levels, the unused ones empty (spec §5). */
const formatTopic = (livelli: readonly number[]): string =>
  Array.from({ length: LIVELLI_ARGOMENTO }, (_, i) => livelli[i] ?? '').join(';')

/** Lists every sub-path of a path, with the numbers from the first level down to itself. */
export function listSottoPercorsi(percorso: PercorsoContent): { livelli: number[]; nodo: SottoPercorsoContent }[] {
  const walk = (
    nodi: readonly SottoPercorsoContent[],
    sopra: number[],
  ): { livelli: number[]; nodo: SottoPercorsoContent }[] =>
    nodi.flatMap((nodo) => {
      const livelli = [...sopra, nodo.id_sotto_percorso]
      return [{ livelli, nodo }, ...walk(nodo.sotto_percorsi ?? [], livelli)]
    })
  return walk(percorso.sotto_percorsi, [])
}

/**
 * Checks paths. Numbers are unique over all of them, and levels are at most seven. Each leaf has questions, and each
 * topic of a question exists.
 */
export function checkPercorsi(contenuti: Content): Finding[] {
  const rilievi: Finding[] = []
  const visti = new Map<number, string>()
  const noti = new Set<string>()
  const citati = new Set(contenuti.banche.flatMap((b) => b.domande.flatMap((d) => d.argomenti)))
  for (const { file, percorso } of contenuti.percorsi)
    for (const { livelli, nodo } of listSottoPercorsi(percorso)) {
      const id = String(nodo.id_sotto_percorso)
      const prima = visti.get(nodo.id_sotto_percorso)
      if (prima) rilievi.push({ file, id, frase: `il numero è già usato in ${prima}` })
      visti.set(nodo.id_sotto_percorso, file)
      if (livelli.length > LIVELLI_ARGOMENTO)
        rilievi.push({ file, id, frase: `ha più di ${LIVELLI_ARGOMENTO} livelli sopra di sé` })
      const argomento = formatTopic(livelli)
      noti.add(argomento)
      if (!nodo.sotto_percorsi?.length && !citati.has(argomento))
        rilievi.push({ file, id, frase: `«${nodo.nome}» non ha quesiti` })
    }
  for (const voce of listEntries(contenuti))
    for (const argomento of voce.domanda.argomenti)
      if (!noti.has(argomento)) rilievi.push(makeFinding(voce, `l’argomento ${argomento} non è in nessun percorso`))
  return rilievi
}

/** Checks subjects: a bank declares each question's subject, and each declared one has questions. */
export function checkMaterie(contenuti: Content): Finding[] {
  return contenuti.banche.flatMap(({ file, banca, domande }) => {
    const dichiarate = new Set(banca.materie.map((m) => m.slug))
    const usate = new Set(domande.map((d) => d.materia))
    const rilievi = domande.flatMap((domanda) =>
      dichiarate.has(domanda.materia)
        ? []
        : [makeFinding({ file, domanda }, `la materia ${domanda.materia} non è della banca`)],
    )
    for (const { slug } of banca.materie)
      if (!usate.has(slug)) rilievi.push({ file, id: null, frase: `la materia ${slug} non ha quesiti` })
    if (dichiarate.size < banca.materie.length)
      rilievi.push({ file, id: null, frase: 'una materia è dichiarata due volte' })
    return rilievi
  })
}

/** Lists slugs of the banks that a simulation draws from, its own first. */
export const listBancheDi = ({ banca, materie_simulazione }: SimulazioneContent): string[] => [
  ...new Set([banca, ...materie_simulazione.map((m) => m.banca ?? banca)]),
]

/**
 * Checks simulations: banks and subjects known, enough questions, an official draw that keeps its own quotas, whole
 * sections.
 */
export function checkSimulazioni(contenuti: Content): Finding[] {
  return contenuti.simulazioni.flatMap(({ file, simulazione }) => {
    const dice = (frase: string): Finding => ({ file, id: simulazione.slug, frase })
    const slugs = listBancheDi(simulazione)
    const banche = contenuti.banche.filter((b) => slugs.includes(b.banca.slug))
    const assenti = slugs.filter((slug) => !banche.some((b) => b.banca.slug === slug))
    const massimo = simulazione.numero_domande * simulazione.punteggio_risposte_corrette
    return [
      ...assenti.map((slug) => dice(`la banca ${slug} non c’è`)),
      ...(assenti.length === 0 ? frasiSorteggio(simulazione, banche).map(dice) : []),
      ...frasiSezioni(simulazione).map(dice),
      ...(simulazione.sbarramento !== undefined && simulazione.sbarramento > massimo
        ? [dice(`lo sbarramento ${simulazione.sbarramento} supera il punteggio massimo ${massimo}`)]
        : []),
    ]
  })
}

/** Joins bank and subject in one name: subjects of two banks may have the same slug. */
const nomeMateria = (banca: string, materia: string): string => `${banca}/${materia}`

function frasiSorteggio({ banca, materie_simulazione, domande }: SimulazioneContent, banche: readonly ReadBanca[]) {
  const materiaDi = new Map(
    banche.flatMap((b) => b.domande.map((d) => [d.id, nomeMateria(b.banca.slug, d.materia)] as const)),
  )
  const frasi: string[] = []
  if (domande && new Set(domande).size < domande.length) frasi.push('il sorteggio ripete un quesito')
  for (const id of domande ?? []) if (!materiaDi.has(id)) frasi.push(`il quesito ${id} non è della banca`)
  for (const { banca: altra, materia, numero } of materie_simulazione) {
    const nome = nomeMateria(altra ?? banca, materia)
    const quante = [...materiaDi.values()].filter((m) => m === nome).length
    if (quante < numero) frasi.push(`servono ${numero} quesiti di ${materia}, la banca ne ha ${quante}`)
    const sorteggiate = domande?.filter((id) => materiaDi.get(id) === nome).length
    if (sorteggiate !== undefined && sorteggiate !== numero)
      frasi.push(`il sorteggio ha ${sorteggiate} quesiti di ${materia} al posto di ${numero}`)
  }
  return frasi
}

/** Checks that sections, when there are any, hold every subject of the simulation once and no other. */
function frasiSezioni({ banca, materie_simulazione, regole }: SimulazioneContent): string[] {
  if (!regole?.sezioni) return []
  const nomi = (materie: readonly { banca?: string | undefined; materia: string }[]) =>
    materie.map((m) => nomeMateria(m.banca ?? banca, m.materia))
  const attese = nomi(materie_simulazione)
  const messe = regole.sezioni.flatMap((s) => nomi(s.materie))
  return [
    ...attese.filter((m) => !messe.includes(m)).map((m) => `la materia ${m} non è in nessuna sezione`),
    ...messe.filter((m, i) => messe.indexOf(m) < i).map((m) => `la materia ${m} è in più sezioni`),
    ...messe.filter((m) => !attese.includes(m)).map((m) => `le sezioni nominano ${m}, che non è nella simulazione`),
  ]
}
