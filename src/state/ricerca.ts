import { proxy, ref } from 'valtio'
import type { ConteggiRicerca, FiltroRicerca, Ordine, SedutaInBreve, Trovate } from '#contract/database'
import { PIU_BANCHE } from '#contract/database'
import type { Failure, Result } from '#contract/result'
import { readAperte } from './aperte.ts'
import { startSeduta } from './banca.ts'
import { gather, onNovita } from './novita.ts'
import { preferenze } from './preferenze.ts'
import { righe } from './righe.ts'
import { onArchivio } from './scrittura.ts'

export type Ricercata = { filtro: FiltroRicerca; ordine: Ordine; seme: number }

/** The search on screen. What was found stays until something else is, so that nothing flashes while a person types. */
export const ricerca = proxy({
  fase: 'mai' as 'mai' | 'pronta' | 'guasto',
  guasto: null as Failure | null,
  trovate: null as Trovate | null,
  /** From the question to the ids on the page, milliseconds. */
  ms: 0,
  conteggi: null as ConteggiRicerca | null,
  /** The sittings over several banks that were left open, newest first. */
  aperte: ref<readonly SedutaInBreve[]>([]),
})

let chiesta: Ricercata | null = null
let inCorso = false

/** Searches and counts. One search at a time, and only the newest of those that came meanwhile. */
export async function searchRicerca(nuova: Ricercata): Promise<void> {
  chiesta = nuova
  if (inCorso) return
  inCorso = true
  try {
    // The screen may be left in the middle: then nothing is asked for any more.
    for (let questa: Ricercata | null = null; chiesta && questa !== chiesta; ) {
      questa = chiesta
      await search(questa)
      if (questa === chiesta) await count(questa)
    }
  } finally {
    inCorso = false
  }
}

async function search(questa: Ricercata): Promise<void> {
  const inizio = performance.now()
  const esito = await onArchivio((db) => db.searchDomande(questa))
  if (questa !== chiesta) return
  if (!esito.ok) {
    ricerca.fase = 'guasto'
    ricerca.guasto = ref(esito.error)
    return
  }
  ricerca.ms = performance.now() - inizio
  righe.show(esito.value, () => void searchRicerca({ ...questa }))
  ricerca.trovate = ref(esito.value)
  ricerca.fase = 'pronta'
  ricerca.guasto = null
}

async function count({ filtro }: Ricercata): Promise<void> {
  const esito = await onArchivio((db) => db.countRicerca({ filtro }))
  if (esito.ok) ricerca.conteggi = ref(esito.value)
}

/** Counts again what the search on screen leaves, after a favourite or a level changed. */
export async function recountRicerca(): Promise<void> {
  if (chiesta && !inCorso) await count(chiesta)
}

// What another tab changed shows here too: a record in its row, a bank or what a server sent in what is found.
const followConti = gather(recountRicerca)
const followTutto = gather(async () => {
  if (chiesta) await searchRicerca({ ...chiesta })
})
onNovita((n) => {
  if (n.tipo === 'seduta' && ricerca.fase !== 'mai') void readAperteRicerca()
  if (!chiesta) return
  if (n.tipo === 'record' || n.tipo === 'annullata') {
    righe.put(n.statistica)
    followConti()
  } else if (n.tipo === 'banche' || n.tipo === 'ricevute') followTutto()
})

/** The screen is left: what was found is forgotten, the address remembers what was asked. */
export function leaveRicerca(): void {
  chiesta = null
  righe.clear()
  Object.assign(ricerca, { fase: 'mai', guasto: null, trovate: null, conteggi: null, aperte: ref([]) })
}

export async function readAperteRicerca(): Promise<void> {
  ricerca.aperte = ref(await readAperte(PIU_BANCHE))
}

/** Starts a sitting over chosen questions, in this order. */
export const startScelte = (scelte: Int32Array): Promise<Result<{ id: string; id_concorso: number }>> =>
  startSeduta({
    filtro: { id_concorso: PIU_BANCHE },
    ordine: 'UFFICIALE',
    mescola: preferenze.mescola,
    avanti_da_sola: preferenze.avanti_da_sola,
    scelte,
  })

/** How many questions on the device have these words; null when the store does not say. */
export async function countParole(testo: string): Promise<number | null> {
  const esito = await onArchivio((db) => db.searchDomande({ filtro: { testo }, ordine: 'UFFICIALE', seme: 0 }))
  return esito.ok ? esito.value.id_domande.length : null
}

export type MateriaQui = ConteggiRicerca['per_materia'][number] & { concorso: string }

/** Every subject of the banks on the device; none when the store does not say. */
export async function listMaterie(): Promise<MateriaQui[]> {
  const esito = await onArchivio((db) => db.countRicerca({ filtro: {} }))
  if (!esito.ok) return []
  const { per_materia, per_concorso } = esito.value
  const nomi = new Map(per_concorso.map(({ id_concorso, concorso }) => [id_concorso, concorso]))
  return per_materia.map((m) => ({ ...m, concorso: nomi.get(m.id_concorso) ?? '' }))
}
