import { PIU_BANCHE, type TipoSeduta } from '#contract/database'
import { ok, type Result } from '#contract/result'
import type { Simulazione } from '#contract/schemi'
import type { SimulazioneAvviata } from '#contract/simulazioni'
import { call } from './api.ts'
import { findBanca } from './banche.ts'
import { adessoServer, startProva } from './prova-avvio.ts'
import { oraIso } from './rete.ts'
import { onArchivio } from './scrittura.ts'
import { readTenute, semeDi, takeTenute } from './simulazione-ripresa.ts'
import { sorgente } from './spedizione.ts'
import { sendTempoAggiuntivo } from './tempo-aggiuntivo.ts'

/** Where a started simulation goes on. */
export type ProvaAvviata = { id: string; id_concorso: number; tipo: TipoSeduta }
/** A bank without which the draw cannot be shown: not here, only a part of it, or another version. */
export type BancaMancante = { id_concorso: number; nome: string; perche: 'assente' | 'parziale' | 'vecchia' }
export type Avviata =
  | { tipo: 'pronta'; prova: ProvaAvviata; fuori_classifica?: true }
  | { tipo: 'mancano'; avviata: SimulazioneAvviata; banche: BancaMancante[]; sfida: string | null }

/** Longest name that rules may have (contract/regolamento). */
const NOME_MASSIMO = 120

/**
 * Begins an official simulation, or goes on with the one that the server still has open: it gives the same ticket, and the
 * same end (D24). Codes of the call `simulazione` and of `createProva`.
 */
export async function beginSimulazione(id_simulazione: number, sfida: string | null = null): Promise<Result<Avviata>> {
  // What was chosen here without a network must be the account's before the server fixes the end.
  const detto = await sendTempoAggiuntivo()
  if (!detto.ok) return detto
  const ask = () => call('simulazione', { query: { id_simulazione, ...(sfida !== null && { sfida }) } })
  const avviata = await ask()
  if (!avviata.ok) return avviata
  if (!(await isAbbandonata(avviata.value.gettone))) return enterSimulazione(avviata.value, sfida)
  // Given up here: the server hears it now, and gives another ticket.
  const chiusa = await call('invia_esiti_simulazione', {
    query: { id_simulazione },
    corpo: {
      gettone: avviata.value.gettone,
      data_simulazione: oraIso(adessoServer()),
      sorgente: sorgente(),
      consegnata: false,
    },
  })
  if (!chiusa.ok) return chiusa
  const nuova = await ask()
  return nuova.ok ? enterSimulazione(nuova.value, sfida) : nuova
}

async function isAbbandonata(id: string): Promise<boolean> {
  const letta = await onArchivio((db) => db.readProva({ id, at: oraIso(adessoServer()) }))
  return letta.ok && letta.value.stato === 'abbandonata'
}

/** Puts a simulation that the server has begun on this device; the ticket is its id, so that twice makes one. */
export async function enterSimulazione(s: SimulazioneAvviata, sfida: string | null): Promise<Result<Avviata>> {
  const mancano = s.concorsi.flatMap(whyMissing)
  if (mancano.length > 0) return ok({ tipo: 'mancano', avviata: s, banche: mancano, sfida })
  const tenute = await readTenute(s)
  const esito = await startProva({
    ...toAvvio(s, sfida),
    ...(tenute?.mescola !== undefined && { mescola: tenute.mescola }),
  })
  if (!esito.ok) {
    if (esito.error.codice !== 'DOMANDA_NON_TROVATA') return esito
    return ok({ tipo: 'mancano', avviata: s, banche: listIncomplete(s), sfida })
  }
  const { id, id_concorso, tipo } = esito.value
  if (tenute) {
    const seduta = await onArchivio((db) => db.readSeduta({ id }))
    if (seduta.ok) await takeTenute(id, seduta.value.id_domande, tenute)
  }
  return ok({ tipo: 'pronta', prova: { id, id_concorso, tipo }, ...(s.fuori_classifica && { fuori_classifica: true }) })
}

/** The trial of a simulation: the draw in its order, the server's rules, ticket and end. */
export function toAvvio(
  s: SimulazioneAvviata,
  sfida: string | null,
): Parameters<typeof startProva>[0] & { id: string } {
  const [sola, ...altre] = s.concorsi
  const { gettone, iniziata, fine, id_simulazione, regole, domande, tempo_aggiuntivo } = s
  return {
    id: gettone,
    // The letters are the same on every device of the account.
    seme: semeDi(gettone),
    tipo: 'SIMULAZIONE',
    id_concorso: sola && altre.length === 0 ? sola.id_concorso : PIU_BANCHE,
    scelte: Int32Array.from(domande, (d) => d.id_domanda),
    prova: {
      regole: { ...regole, nome: regole.nome ?? s.descrizione.slice(0, NOME_MASSIMO) },
      sezioni: domande.map((d) => d.sezione),
      difficolta: domande.map((d) => d.difficolta),
      tempo_aggiuntivo,
      simulazione: { id_simulazione, gettone, fine, iniziata },
      sfida,
    },
  }
}

/** What a bank lacks before a simulation on it begins. `negata`: in part, and the account cannot have the rest. */
export type BancaNonPronta = { id_concorso: number; nome: string; perche: BancaMancante['perche'] | 'negata' }

/**
 * The banks of a simulation that are not here whole and as the draw was made, as far as this device knows: before the ticket is asked
 * for, because with it the draw is seen and the time runs (docs/decisions/0026). One that goes on already only needs them to be here.
 */
export function listNonPronte(s: Simulazione, rimasti: number | null): BancaNonPronta[] {
  const concorsi: NonNullable<Simulazione['concorsi']> = s.concorsi ?? [s]
  return concorsi.flatMap((c) => {
    const perche = whyMissing(c)[0]?.perche ?? (s.in_corso ? null : whyIncomplete(c, rimasti))
    return perche === null ? [] : [{ id_concorso: c.id_concorso, nome: c.concorso, perche }]
  })
}

type Chiesta = { id_concorso: number; versione?: string | null | undefined }
function whyIncomplete({ id_concorso, versione }: Chiesta, rimasti: number | null): BancaNonPronta['perche'] | null {
  const banca = findBanca(id_concorso)
  if (!banca) return 'assente'
  const mancano = banca.n_domande_totali - banca.n_domande
  if (mancano > 0) return rimasti === null || rimasti >= mancano ? 'parziale' : 'negata'
  const altra = versione ? banca.versione !== versione : banca.stato === 3
  return altra ? 'vecchia' : null
}

type Concorso = SimulazioneAvviata['concorsi'][number]
/** Whether a bank that a draw needs is not here at all. */
export const whyMissing = ({ id_concorso, concorso }: Concorso): BancaMancante[] =>
  (findBanca(id_concorso)?.n_domande ?? 0) > 0 ? [] : [{ id_concorso, nome: concorso, perche: 'assente' }]

/** Some question of the draw is in none of the banks that are here: those of another version first, else those in part. */
function listIncomplete({ concorsi }: SimulazioneAvviata): BancaMancante[] {
  const banche = concorsi.map(({ id_concorso, concorso }) => {
    const perche = findBanca(id_concorso)?.stato === 2 ? 'parziale' : 'vecchia'
    return { id_concorso, nome: concorso, perche } satisfies BancaMancante
  })
  const inParte = banche.filter((b) => b.perche === 'parziale')
  return inParte.length > 0 ? inParte : banche
}
