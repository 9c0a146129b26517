import type { Domanda, Seduta } from '#contract/database'
import type { Consegna, ProvaInBreve, ProvaSalvata } from '#contract/prova'
import { fail, ok, type Result } from '#contract/result'
import { VOCE_VUOTA, type Voce } from '#rules/prova/macchina'
import { withContoServer } from '#rules/prova/ufficiale'
import { readRegolamento } from '#rules/regolamento/leggi'
import type { Difficolta, Regolamento } from '#rules/regolamento/tipi'
import { findBanca, reloadBanche } from './banche.ts'
import { readPresenti } from './presenti.ts'
import { readPrime } from './prime.ts'
import { oraIso } from './rete.ts'
import { onArchivio } from './scrittura.ts'

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
  /** With the score that counts: the server's of a simulation, once it is known (D23). */
  consegna: Consegna
  /** Thousandths that were counted here, when the server counted otherwise. */
  contati_qui: number | null
  regole: Regolamento
  /** The bank's; null when the questions are of several. */
  nome: string | null
  /** Places whose question is on the device. */
  posti: PostoDato[]
  /** Delivered trials like this one, newest first, itself among them. */
  storia: ProvaInBreve[]
}

/** Everything that the result of a trial shows. ESERCITAZIONE_NON_INIZIALIZZATA when it was not delivered. */
export async function readRisultati(id: string): Promise<Result<DatiRisultati>> {
  const letta = await onArchivio((db) => db.readSeduta({ id }))
  if (!letta.ok) return letta
  const prova = await onArchivio((db) => db.readProva({ id, at: oraIso() }))
  if (!prova.ok) return prova
  const { consegna, regole, simulazione } = prova.value
  const scritte = readRegolamento(regole)
  if (!consegna || !scritte.ok) return fail('ESERCITAZIONE_NON_INIZIALIZZATA', { detail: prova.value.stato })
  const seduta = letta.value
  const domande = await readPresenti(seduta, [...seduta.id_domande.keys()])
  if (!domande.ok) return domande
  const voci = new Map(prova.value.voci.map((v) => [v.indice, v]))
  const prime = readPrime(id)
  const posti = domande.value.map(({ indice, domanda }) => ({
    indice,
    sezione: prova.value.sezioni[indice] ?? 0,
    difficolta: (prova.value.difficolta[indice] || null) as Difficolta | null,
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
  const vale = toUfficiale(scritte.regolamento, consegna)
  return ok({
    ...{ seduta, prova: prova.value, ...vale, regole: scritte.regolamento, nome, posti },
    storia: storia.ok ? storia.value : [],
  })
}

/** A delivery with the score that counts, and what was counted here when that is another. */
export function toUfficiale(regole: Regolamento, consegna: Consegna): Pick<DatiRisultati, 'consegna' | 'contati_qui'> {
  const { server, punteggio: qui } = consegna
  if (!server) return { consegna, contati_qui: null }
  return {
    consegna: { ...consegna, punteggio: withContoServer(regole, qui, server) },
    contati_qui: server.punti === qui.punti ? null : qui.punti,
  }
}
