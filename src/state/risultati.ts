import type { Domanda, Seduta } from '#contract/database'
import type { Consegna, ProvaInBreve, ProvaSalvata } from '#contract/prova'
import { fail, ok, type Result } from '#contract/result'
import { VOCE_VUOTA, type Voce } from '#rules/prova/macchina'
import { readRegolamento } from '#rules/regolamento/leggi'
import type { Difficolta, Regolamento } from '#rules/regolamento/tipi'
import { findBanca, reloadBanche } from './banche.ts'
import { readPrime } from './prime.ts'
import { oraIso } from './rete.ts'
import { onArchivio } from './scrittura.ts'

/** Questions of one call (contract: at most 100). */
const PAGINA = 100
/** Trials of the trend. */
const STORIA = 20

/** A place of a delivered trial. `prima`: the first mark, as far as this browser knows. */
export type PostoDato = {
  indice: number
  sezione: number
  /** Null where the trial does not say. */
  difficolta: Difficolta | null
  domanda: Domanda
  voce: Voce
  prima: number | null
}

export type DatiRisultati = {
  seduta: Seduta
  prova: ProvaSalvata
  consegna: Consegna
  regole: Regolamento
  /** The bank's; null when the questions are of several. */
  nome: string | null
  /** Places whose bank is on the device. */
  posti: PostoDato[]
  /** Delivered trials like this one, newest first, itself among them. */
  storia: ProvaInBreve[]
}

const SENZA_BANCA: ReadonlySet<string> = new Set(['CONCORSO_NON_TROVATO', 'CONCORSO_NOT_INITIALIZED'])

/** Everything that the result of a trial shows. ESERCITAZIONE_NON_INIZIALIZZATA when it was not delivered. */
export async function readRisultati(id: string): Promise<Result<DatiRisultati>> {
  const letta = await onArchivio((db) => db.readSeduta({ id }))
  if (!letta.ok) return letta
  const prova = await onArchivio((db) => db.readProva({ id, at: oraIso() }))
  if (!prova.ok) return prova
  const { consegna, regole, simulazione } = prova.valore
  const scritte = readRegolamento(regole)
  if (!consegna || !scritte.ok) return fail('ESERCITAZIONE_NON_INIZIALIZZATA', { dettaglio: prova.valore.stato })
  const seduta = letta.valore
  const domande = await readTutte(seduta)
  if (!domande.ok) return domande
  const voci = new Map(prova.valore.voci.map((v) => [v.indice, v]))
  const prime = readPrime(id)
  const posti = [...domande.valore].map(([indice, domanda]) => ({
    indice,
    sezione: prova.valore.sezioni[indice] ?? 0,
    difficolta: (prova.valore.difficolta[indice] || null) as Difficolta | null,
    domanda,
    voce: voci.get(indice) ?? VOCE_VUOTA,
    prima: prime.get(indice) ?? null,
  }))
  const storia = await onArchivio((db) =>
    db.listProve({
      id_concorso: seduta.id_concorso,
      ...(simulazione && { id_simulazione: simulazione.id_simulazione }),
      limite: STORIA,
    }),
  )
  // The lists of the other screens must tell the same figures as this one.
  await reloadBanche()
  const nome = findBanca(seduta.id_concorso)?.concorso ?? null
  return ok({
    ...{ seduta, prova: prova.valore, consegna, regole: scritte.regolamento, nome, posti },
    storia: storia.ok ? storia.valore : [],
  })
}

/** Questions by place; a bank that was removed leaves its own out. */
async function readTutte({ id_domande, id_concorsi }: Seduta): Promise<Result<Map<number, Domanda>>> {
  const lette = new Map<number, Domanda>()
  for (const banca of new Set(id_concorsi)) {
    const posti = [...id_domande.keys()].filter((i) => id_concorsi[i] === banca)
    for (let i = 0; i < posti.length; i += PAGINA) {
      const pagina = posti.slice(i, i + PAGINA)
      const ids = pagina.map((p) => id_domande[p] as number)
      const esito = await onArchivio((db) => db.readDomande({ id_concorso: banca, id_domande: ids }))
      if (!esito.ok && !SENZA_BANCA.has(esito.guasto.codice)) return esito
      if (esito.ok) for (const [k, d] of esito.valore.entries()) lette.set(pagina[k] as number, d)
    }
  }
  return ok(new Map([...lette].sort(([a], [b]) => a - b)))
}

/** Delivered trials of a bank (null: of all), newest first; none when the store does not open. */
export async function readStoria(id_concorso: number | null, limite = STORIA): Promise<ProvaInBreve[]> {
  const esito = await onArchivio((db) => db.listProve({ id_concorso, limite }))
  return esito.ok ? esito.valore : []
}
