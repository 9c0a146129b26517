import type { PercorsoContenuto, SottoPercorsoContenuto } from '#contract/contenuto'
import { LIVELLI_ARGOMENTO } from '#contract/contenuto'
import { type Contenuti, listVoci, type Rilievo, rilievo } from './tipi.ts'

/** A topic path id of seven levels, the unused ones empty (spec §5). */
export const formatArgomento = (livelli: readonly number[]): string =>
  Array.from({ length: LIVELLI_ARGOMENTO }, (_, i) => livelli[i] ?? '').join(';')

/** Every sub-path of a path, with the numbers from the first level down to itself. */
export function listSottoPercorsi(percorso: PercorsoContenuto): { livelli: number[]; nodo: SottoPercorsoContenuto }[] {
  const walk = (
    nodi: readonly SottoPercorsoContenuto[],
    sopra: number[],
  ): { livelli: number[]; nodo: SottoPercorsoContenuto }[] =>
    nodi.flatMap((nodo) => {
      const livelli = [...sopra, nodo.id_sotto_percorso]
      return [{ livelli, nodo }, ...walk(nodo.sotto_percorsi ?? [], livelli)]
    })
  return walk(percorso.sotto_percorsi, [])
}

/** Paths: numbers unique over all of them, at most seven levels, no leaf without questions, every topic of a question known. */
export function checkPercorsi(contenuti: Contenuti): Rilievo[] {
  const rilievi: Rilievo[] = []
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
      const argomento = formatArgomento(livelli)
      noti.add(argomento)
      if (!nodo.sotto_percorsi?.length && !citati.has(argomento))
        rilievi.push({ file, id, frase: `«${nodo.nome}» non ha quesiti` })
    }
  for (const voce of listVoci(contenuti))
    for (const argomento of voce.domanda.argomenti)
      if (!noti.has(argomento)) rilievi.push(rilievo(voce, `l’argomento ${argomento} non è in nessun percorso`))
  return rilievi
}

/** Subjects: each question's is declared by its bank, each declared one has questions. */
export function checkMaterie(contenuti: Contenuti): Rilievo[] {
  return contenuti.banche.flatMap(({ file, banca, domande }) => {
    const dichiarate = new Set(banca.materie.map((m) => m.slug))
    const usate = new Set(domande.map((d) => d.materia))
    const rilievi = domande.flatMap((domanda) =>
      dichiarate.has(domanda.materia)
        ? []
        : [rilievo({ file, domanda }, `la materia ${domanda.materia} non è della banca`)],
    )
    for (const { slug } of banca.materie)
      if (!usate.has(slug)) rilievi.push({ file, id: null, frase: `la materia ${slug} non ha quesiti` })
    if (dichiarate.size < banca.materie.length)
      rilievi.push({ file, id: null, frase: 'una materia è dichiarata due volte' })
    return rilievi
  })
}

/** Simulations: bank and subjects known, enough questions, and an official draw that keeps its own quotas. */
export function checkSimulazioni(contenuti: Contenuti): Rilievo[] {
  return contenuti.simulazioni.flatMap(({ file, simulazione }) => {
    const rilievi: Rilievo[] = []
    const dice = (frase: string) => rilievi.push({ file, id: simulazione.slug, frase })
    const banca = contenuti.banche.find((b) => b.banca.slug === simulazione.banca)
    if (!banca) dice(`la banca ${simulazione.banca} non c’è`)
    const materiaDi = new Map(banca?.domande.map((d) => [d.id, d.materia]))
    const sorteggio = simulazione.domande
    if (banca && sorteggio) {
      if (new Set(sorteggio).size < sorteggio.length) dice('il sorteggio ripete un quesito')
      for (const id of sorteggio) if (!materiaDi.has(id)) dice(`il quesito ${id} non è della banca`)
    }
    for (const { materia, numero } of banca ? simulazione.materie_simulazione : []) {
      const quante = [...materiaDi.values()].filter((m) => m === materia).length
      if (quante < numero) dice(`servono ${numero} quesiti di ${materia}, la banca ne ha ${quante}`)
      const sorteggiate = sorteggio?.filter((id) => materiaDi.get(id) === materia).length
      if (sorteggiate !== undefined && sorteggiate !== numero)
        dice(`il sorteggio ha ${sorteggiate} quesiti di ${materia} al posto di ${numero}`)
    }
    const massimo = simulazione.numero_domande * simulazione.punteggio_risposte_corrette
    if (simulazione.sbarramento !== undefined && simulazione.sbarramento > massimo)
      dice(`lo sbarramento ${simulazione.sbarramento} supera il punteggio massimo ${massimo}`)
    return rilievi
  })
}
