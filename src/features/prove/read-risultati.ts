import type { Domanda, Seduta } from '#contract/database'
import type { Consegna, ProvaSummary, SavedProva } from '#contract/prova'
import { fail, ok, type Result } from '#contract/result'
import { EMPTY_VOCE, type Voce } from '#rules/prova/machine'
import { withServerCount } from '#rules/prova/official'
import { readRegolamento } from '#rules/regolamento/read'
import type { Difficolta, Regolamento } from '#rules/regolamento/types'
import { type AfterSeduta, readAfterSeduta } from '../../domain/after-seduta.ts'
import { findBanca, reloadBanche } from '../../domain/banche-state.ts'
import { readFirstMarks } from '../../domain/first-marks.ts'
import { readPresentDomande } from '../../domain/question-cache.ts'
import { nowIso } from '../../platform/network.ts'
import { onStore } from '../../store/on-store.ts'

/** Most trials in the trend. */
const TREND = 20

/** Place of a delivered trial. `firstMark` is the first mark, when this browser recorded it. */
export type GivenPlace = {
  indice: number
  sezione: number
  /** Null where the trial has none. */
  difficolta: Difficolta | null
  domanda: Domanda
  voce: Voce
  firstMark: number | null
}

export type RisultatiData = {
  seduta: Seduta
  prova: SavedProva
  /** Delivery with the score that counts, the server's for a simulation once it has arrived (D23). */
  consegna: Consegna
  /** Thousandths counted here, when the server counted otherwise. */
  contati_qui: number | null
  regole: Regolamento
  /** Name of the bank; null when the questions are of several. */
  nome: string | null
  /** Places whose question is on the device. */
  posti: GivenPlace[]
  /** Delivered trials like this one, newest first, itself among them. */
  storia: ProvaSummary[]
  dopo: AfterSeduta
}

/** Reads the data of a trial's result. Returns ESERCITAZIONE_NON_INIZIALIZZATA when the trial was not delivered. */
export async function readRisultati(id: string): Promise<Result<RisultatiData>> {
  const loaded = await onStore((db) => db.readSeduta({ id }))
  if (!loaded.ok) return loaded
  const prova = await onStore((db) => db.readProva({ id, at: nowIso() }))
  if (!prova.ok) return prova
  const { consegna, regole, simulazione } = prova.value
  const stored = readRegolamento(regole)
  if (!consegna || !stored.ok) return fail('ESERCITAZIONE_NON_INIZIALIZZATA', { detail: prova.value.stato })
  const seduta = loaded.value
  const domande = await readPresentDomande(seduta, [...seduta.id_domande.keys()])
  if (!domande.ok) return domande
  const voci = new Map(prova.value.voci.map((v) => [v.indice, v]))
  const firstMarks = readFirstMarks(id)
  const places = domande.value.map(({ indice, domanda }) => ({
    indice,
    sezione: prova.value.sezioni[indice] ?? 0,
    difficolta: (prova.value.difficolta[indice] || null) as Difficolta | null,
    domanda,
    voce: voci.get(indice) ?? EMPTY_VOCE,
    firstMark: firstMarks.get(indice) ?? null,
  }))
  const trend = await onStore((db) =>
    db.listProve({
      id_concorso: seduta.id_concorso,
      ...(simulazione && { id_simulazione: simulazione.id_simulazione }),
      limite: TREND,
    }),
  )
  // Reload the banks, so that the lists of the other screens show the same figures.
  await reloadBanche()
  const name = findBanca(seduta.id_concorso)?.concorso ?? null
  const official = toOfficial(stored.regolamento, consegna)
  return ok({
    ...{ seduta, prova: prova.value, ...official, regole: stored.regolamento, nome: name, posti: places },
    storia: trend.ok ? trend.value : [],
    dopo: await readAfterSeduta(seduta.id_concorso, id),
  })
}

/** Returns a delivery with the score that counts, and the local count when that differs. */
export function toOfficial(regole: Regolamento, consegna: Consegna): Pick<RisultatiData, 'consegna' | 'contati_qui'> {
  const { server, punteggio: local } = consegna
  if (!server) return { consegna, contati_qui: null }
  return {
    consegna: { ...consegna, punteggio: withServerCount(regole, local, server) },
    contati_qui: server.punti === local.punti ? null : local.punti,
  }
}
