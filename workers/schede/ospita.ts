import type { DownloadProgress } from '#contract/database'
import type { Result } from '#contract/result'
import { portOf, type Risposta, readRichiesta } from './messaggi.ts'
import type { Metodo } from './metodi.ts'
import type { Canale, Mondo } from './mondo.ts'

/** A tab that said nothing for so long is gone, milliseconds; one that comes back asks again. */
const ASSENZA_MS = 10 * 60_000

type Esegui = (
  metodo: Metodo,
  args: unknown,
  da: string,
  onAvanzamento: (a: DownloadProgress) => void,
) => Promise<Result<unknown>>

type Porta = { canale: Canale; udita: number; inCorso: Set<number> }

/** The owner's side: one port for each other tab, whose calls it serves. */
export function createOspita(mondo: Mondo, id_utente: number, titolo: () => string, esegui: Esegui) {
  const porte = new Map<string, Porta>()

  function welcome(scheda: string): void {
    sweep()
    const nota = porte.get(scheda)
    const porta = nota ?? { canale: open(scheda), udita: 0, inCorso: new Set<number>() }
    porte.set(scheda, porta)
    porta.udita = mondo.now()
    porta.canale.posta({ tipo: 'porta', proprietario: titolo() } satisfies Risposta)
  }

  const open = (scheda: string): Canale =>
    mondo.canale(portOf(id_utente, scheda), (dato) => {
      const porta = porte.get(scheda)
      const r = readRichiesta(dato)
      const mio = titolo()
      if (!porta || r?.a !== mio) return
      porta.udita = mondo.now()
      const reply = (risposta: Risposta) => porta.canale.posta(risposta)
      if (r.tipo === 'batti') reply({ tipo: 'vivo', proprietario: mio })
      else void serve(scheda, porta.inCorso, r, reply)
    })

  type Chiamata = { id: number; metodo: Metodo; args: unknown }
  async function serve(
    scheda: string,
    inCorso: Set<number>,
    { id, metodo, args }: Chiamata,
    reply: (r: Risposta) => void,
  ) {
    // A tab that met this port twice asks again what is being done already.
    if (inCorso.has(id)) return
    inCorso.add(id)
    const mio = titolo()
    const avanza = (avanzamento: DownloadProgress) => reply({ tipo: 'avanza', proprietario: mio, id, avanzamento })
    const esito = await esegui(metodo, args, scheda, avanza)
    inCorso.delete(id)
    // The store left this tab meanwhile: the next owner will be asked.
    if (!esito.ok && esito.error.codice === 'ARCHIVIO_NON_APERTO') return
    if (porte.get(scheda)?.inCorso === inCorso) reply({ tipo: 'esito', proprietario: mio, id, esito })
  }

  function sweep(): void {
    for (const [scheda, { udita, inCorso, canale }] of porte) {
      if (inCorso.size > 0 || mondo.now() - udita < ASSENZA_MS) continue
      canale.chiudi()
      porte.delete(scheda)
    }
  }

  function stop(): void {
    for (const { canale } of porte.values()) canale.chiudi()
    porte.clear()
  }

  return { welcome, stop }
}
