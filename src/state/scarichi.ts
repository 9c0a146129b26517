import { proxy, ref } from 'valtio'
import type { DownloadProgress } from '#contract/database'
import type { Failure, Result } from '#contract/result'
import { fail, ok } from '#contract/result'
import { call } from './api.ts'
import { withArchivio } from './archivio.ts'
import { findBanca, registerConcorsi, reloadBanche } from './banche.ts'
import { onCambioUtente } from './credenziale.ts'
import { livello, loadLivello } from './livello.ts'
import { onCambioProprietario, onNovita } from './novita.ts'
import { oraIso, rete } from './rete.ts'
import { withSpazio } from './spazio.ts'

export type Scarico = {
  nome: string
  fase: 'richiesta' | DownloadProgress['fase'] | 'interrotto'
  ricevuti: number
  totali: number
  /** Bytes a second, smoothed; null until it is known. */
  velocita: number | null
  guasto: Failure | null
  /** Another tab started it: here it is only shown, and can be stopped. */
  altrove?: true
}

/** Downloads by bank; one that ends well leaves the list. */
export const scarichi = proxy({ per_banca: {} as Record<number, Scarico> })
onCambioUtente(() => {
  scarichi.per_banca = {}
})

onNovita((n) => {
  if (n.tipo !== 'scarico') return
  const { id_concorso, avanzamento } = n
  const scarico = scarichi.per_banca[id_concorso]
  if (scarico && !scarico.altrove && scarico.fase !== 'interrotto') return
  if (!avanzamento) {
    if (scarico?.altrove) delete scarichi.per_banca[id_concorso]
  } else if (scarico?.altrove) Object.assign(scarico, avanzamento)
  else {
    const nome = scarico?.nome ?? findBanca(id_concorso)?.concorso ?? ''
    scarichi.per_banca[id_concorso] = { nome, ...avanzamento, velocita: null, guasto: null, altrove: true }
  }
})
// The tab that did it may be gone; if it goes on, it says so again.
onCambioProprietario(() => {
  for (const [id, s] of Object.entries(scarichi.per_banca)) if (s.altrove) delete scarichi.per_banca[Number(id)]
})

/** How much of the newest measure enters the speed. */
const PESO = 0.25
let persistenzaChiesta = false

/** Adds the bank to the account and brings its questions here (D15, D16); `nome` is shown while it goes on. */
export async function downloadBanca(id_concorso: number, nome: string): Promise<Result<null>> {
  const inCorso = scarichi.per_banca[id_concorso]
  if (inCorso && inCorso.fase !== 'interrotto') return ok(null)
  scarichi.per_banca[id_concorso] = { nome, fase: 'richiesta', ricevuti: 0, totali: 0, velocita: null, guasto: null }
  // Asked at the first download: from now on there is something to lose (ui.md §4.4).
  if (!persistenzaChiesta) void navigator.storage?.persist?.().catch(() => false)
  persistenzaChiesta = true
  const esito = await run(id_concorso)
  const scarico = scarichi.per_banca[id_concorso]
  if (esito.ok || esito.error.codice === 'DOWNLOAD_ANNULLATO') delete scarichi.per_banca[id_concorso]
  else if (scarico) Object.assign(scarico, { fase: 'interrotto', guasto: ref(esito.error), velocita: null })
  // A grant spends the demo allowance (D8): what is left is told anew.
  if (typeof livello.stato?.quiz_limite === 'number') void loadLivello()
  await reloadBanche()
  return esito
}

async function run(id_concorso: number): Promise<Result<null>> {
  const concesso = await call('concorso', { query: { id_concorso, sorgente: 'WEB' } })
  if (!concesso.ok) return concesso
  const registrato = await registerConcorsi([concesso.value])
  if (!registrato.ok) return registrato
  const archivio = await withArchivio()
  if (!archivio.ok) return archivio
  let prima = { quando: performance.now(), ricevuti: -1 }
  const esito = await archivio.value.downloadBanca({ concorso: concesso.value, at: oraIso() }, (a) => {
    const scarico = scarichi.per_banca[id_concorso]
    if (!scarico) return
    const quando = performance.now()
    const secondi = (quando - prima.quando) / 1000
    if (prima.ricevuti >= 0 && secondi >= 0.2 && a.fase === scarico.fase) {
      const misura = Math.max(0, a.ricevuti - prima.ricevuti) / secondi
      scarico.velocita = scarico.velocita === null ? misura : scarico.velocita * (1 - PESO) + misura * PESO
    }
    if (prima.ricevuti < 0 || secondi >= 0.2) prima = { quando, ricevuti: a.ricevuti }
    Object.assign(scarico, a)
  })
  return esito.ok ? ok(null) : fail(esito.error.codice, await withSpazio(esito.error, concesso.value))
}

/** Stops a download; what arrived is kept for the next time. */
export async function cancelDownload(id_concorso: number): Promise<void> {
  if (scarichi.per_banca[id_concorso]?.fase === 'interrotto') {
    delete scarichi.per_banca[id_concorso]
    return
  }
  const archivio = await withArchivio()
  if (archivio.ok) await archivio.value.cancelDownload({ id_concorso })
}

/** Codes after which the same download may go on by itself when the network is back. */
const RIPRENDIBILI = new Set(['DOWNLOAD_INTERROTTO', 'RETE_ASSENTE', 'REMOTE_REQUEST_FAILED'])

if (typeof window !== 'undefined')
  addEventListener('online', () => {
    for (const [id, s] of Object.entries(scarichi.per_banca))
      if (rete.online && s.fase === 'interrotto' && s.guasto && RIPRENDIBILI.has(s.guasto.codice))
        void downloadBanca(Number(id), s.nome)
  })
