import type { ConcorsoScaricabile } from '#contract/schemas'
import { formatIso } from '#rules/dates'
import { db, onTabNotice, openDb } from '#src/store/client'

const UTENTE = 7
/** Pause between two answers of one tab, milliseconds: the tabs share two processors with the browser and with other tests. */
const PAUSA_MS = 150

/** What a tab tells the programme while it lives; a tab that is killed takes nothing with it that was not told. */
export type Detto =
  | { tipo: 'proprietario'; mio: boolean; proprietario: string }
  | { tipo: 'risposta'; id: string; quando: number; durata: number; fallite: number }
  | { tipo: 'tornata'; dalla_cache: boolean }

const say = (d: Detto) => void (window as unknown as { racconta: (d: Detto) => Promise<void> }).racconta(d)
const pausa = (ms: number) => new Promise((r) => setTimeout(r, ms))
const now = () => performance.timeOrigin + performance.now()

onTabNotice((n) => {
  if (n.tipo === 'leader') say({ tipo: 'proprietario', mio: n.mine, proprietario: n.leader })
})
let ferma = false
let corsa: Promise<void> = Promise.resolve()
let assente = 0
for (const evento of ['pagehide', 'freeze'] as const) {
  const dove: EventTarget = evento === 'freeze' ? document : window
  dove.addEventListener(evento, () => assente++)
}
addEventListener('pageshow', (e) => {
  if (e.persisted) say({ tipo: 'tornata', dalla_cache: true })
})

async function answerOn(name: string, id_concorso: number, n: number, da: number): Promise<void> {
  for (let i = 0; !ferma; i++) {
    const id_domanda = id_concorso * 100_000 + 1 + ((da + i) % n)
    const args = { id_concorso, id_domanda, risposta: 1 + (i % 2), modalita: 'ESEGUITA' as const }
    const other = { at: formatIso(Date.now(), 60), id_evento: `${name}-${i}`, id_seduta: null, indice: null }
    const before = assente
    for (let fallite = 0; ; fallite++) {
      const start = performance.now()
      const esito = await (await db()).answer({ ...args, ...other })
      const durata = before === assente ? performance.now() - start : 0
      if (!esito.ok) continue
      say({ tipo: 'risposta', id: other.id_evento, quando: now(), durata, fallite })
      break
    }
    await pausa(PAUSA_MS)
  }
}

const tab = {
  /** Opens the store, and brings the bank when it is not there. */
  async apri(concorso: ConcorsoScaricabile): Promise<string> {
    for (;;) {
      const esito = await openDb({ id_utente: UTENTE })
      if (!esito.ok && esito.error.codice === 'ARCHIVIO_OCCUPATO') continue
      if (!esito.ok) return `${esito.error.codice}: ${esito.error.detail}`
      if (esito.value.banche.some((b) => b.n_domande > 0)) return 'ok'
      const scaricata = await (await db()).downloadBanca({ concorso, at: formatIso(Date.now(), 60) }, () => {})
      return scaricata.ok ? 'ok' : `${scaricata.error.codice}: ${scaricata.error.detail}`
    }
  },

  /** Answers without end, one question after another; a failed answer is given again as a person would. */
  rispondi(name: string, id_concorso: number, n: number, da: number): void {
    corsa = answerOn(name, id_concorso, n, da)
  },

  /** Ends the answering; resolves when the last answer has come. */
  async ferma(): Promise<void> {
    ferma = true
    await corsa
  },

  /** What the store says of the last time it had to put itself right; empty when it never had to. */
  async recuperi(): Promise<string> {
    const esito = await (await db()).readStatoArchivio()
    return esito.ok && esito.value.ultimo_recupero ? JSON.stringify(esito.value.ultimo_recupero) : ''
  },

  /** The person's database, as a plain file in base 64. */
  async copia(): Promise<string> {
    const esito = await (await db()).copyStore({ id_concorsi: [] })
    if (!esito.ok) throw new Error(esito.error.codice)
    const utente = new Uint8Array(await esito.value.utente.arrayBuffer())
    let testo = ''
    for (let i = 0; i < utente.length; i += 8192) testo += String.fromCharCode(...utente.subarray(i, i + 8192))
    return btoa(testo)
  },
}
window.tab = tab

declare global {
  interface Window {
    tab: typeof tab
  }
}
