import { createHash } from 'node:crypto'
import { formatIso } from '#rules/dates'
import type { Evento } from '#server/giornale/pack-format'
import { uuidV7 } from '#src/platform/ids'
import { randomOf } from '../simula/random.ts'

const DAY_MS = 86_400_000
const QUESTIONS = 3_000
/** Places of one sitting. */
const PLACES = 30

/**
 * Returns a year of about `n` events of one account, which ends at `end`: sittings on two of three days, answers as the
 * store writes them, levels, favourites, notes and ended sittings. What a day brings is received in pushes of its own.
 */
export function makeYear(seed: number, n: number, end: number): Evento[] {
  const { next: random, below } = randomOf(seed)
  const newId = (ms: number) =>
    uuidV7(
      ms,
      Uint8Array.from({ length: 10 }, () => below(256)),
    )
  const iso = (ms: number) => formatIso(ms, 60)
  const print = (question: number, choice: number) => createHash('sha256').update(`${question}:${choice}`).digest('hex')
  const devices = [newId(end - 400 * DAY_MS), newId(end - 390 * DAY_MS)]
  const places = [0, 0]
  const last = new Map<number, { id: string; livello: number; risposta: number }>()
  const events: Evento[] = []
  const nextPlace = (own: number): number => {
    places[own] = (places[own] ?? 0) + 1
    return places[own]
  }
  const add = (ms: number, event: Partial<Evento> & Pick<Evento, 'tipo'>, own: number | null) =>
    events.push({
      id: newId(ms),
      chiave: null,
      id_concorso: 1,
      id_domanda: null,
      dati: null,
      ts_client: iso(ms),
      versione_banca: own === null ? null : '2026-03-01T08:00:00.000Z',
      dispositivo: own === null ? null : (devices[own] ?? null),
      seq: own === null ? null : nextPlace(own),
      effettivo: new Date(ms),
      seq_utente: events.length + 1,
      ricevuto: new Date(ms - (ms % 60_000) + 60_000),
      ...event,
    })
  const sittings = Math.max(1, Math.round(n / (PLACES * 1.09 + 1)))
  for (let s = 0; s < sittings; s++) {
    let ms = Math.round(end - 365 * DAY_MS + ((s + random() * 0.9) * 365 * DAY_MS) / sittings)
    const begun = ms
    const own = random() < 0.8 ? 0 : 1
    const id_seduta = newId(ms)
    const asked = Array.from({ length: PLACES }, () => 100_001 + below(QUESTIONS))
    const given: number[] = []
    for (const [indice, id_domanda] of asked.entries()) {
      ms += 4_000 + Math.round(-Math.log(1 - random()) * 15_000)
      const before = last.get(id_domanda)
      const right = random() < 0.7
      const risposta = right ? 1 + (id_domanda % 4) : 1 + below(4)
      const livello = Math.max(-1, Math.min(5, (before?.livello ?? -1) + (right ? 1 : -1)))
      const dati = JSON.stringify({
        risposta,
        esito: right ? 'corretta' : 'errata',
        modalita: 'ESEGUITA',
        id_seduta,
        indice,
        livello_dopo: livello,
        ms: 4_000 + below(20_000),
        prima: {
          livello_conoscenza: before?.livello ?? -1,
          risposta_gettonata: before?.risposta ?? null,
          modalita: before ? ['ESEGUITA'] : [],
        },
        evento_prima: before?.id ?? null,
        impronta: print(id_domanda, risposta),
      })
      add(ms, { tipo: 'RISPOSTA', id_domanda, dati }, own)
      last.set(id_domanda, { id: events.at(-1)?.id ?? '', livello, risposta })
      given.push(risposta)
      if (random() < 0.05)
        add(ms + 900, { tipo: 'LIVELLO', id_domanda, dati: `{"livello":${livello},"prima":${livello - 1}}` }, own)
      if (random() < 0.03)
        add(ms + 1_200, { tipo: 'PREFERITO', id_domanda, dati: '{"preferiti":true,"prima":false}' }, own)
      if (random() < 0.01) {
        const testo = `Ripassare il comma ${below(900)}: la regola vale anche per il caso ${below(90)}`
        const nota = JSON.stringify({ id_concorso: 1, testo, aggiornata: iso(ms + 2_000) })
        add(ms + 2_000, { tipo: 'NOTA', chiave: `${id_domanda}`, id_concorso: null, dati: nota }, null)
      }
    }
    const seduta = JSON.stringify({
      ...{
        tipo: 'ESERCITAZIONE',
        id_concorso: 1,
        filtro: { materie: [below(9)] },
        ordine: 'CASUALE',
        seme: below(2 ** 20),
      },
      ...{ mescola: 0, avanti_da_sola: 0, regola_risposte: null, stato: 'consegnata', indice: PLACES - 1 },
      ...{ iniziata: iso(begun), aggiornata: iso(ms), aggiornata_ms: ms },
      domande: Buffer.from(Int32Array.from(asked).buffer).toString('base64'),
      concorsi: null,
      risposte: Buffer.from(Int16Array.from(given).buffer).toString('base64'),
      segni: [],
      prova: null,
    })
    add(
      ms + 500,
      { id: `SEDUTA:${id_seduta}`, tipo: 'SEDUTA', chiave: id_seduta, id_concorso: null, dati: seduta },
      null,
    )
  }
  return events
}
