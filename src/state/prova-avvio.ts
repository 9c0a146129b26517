import { type NuovaSeduta, PIU_BANCHE } from '#contract/database'
import type { NuovaProva, ProvaSalvata } from '#contract/prova'
import type { Result } from '#contract/result'
import { readChiave, writeChiave } from './dispositivo.ts'
import { newId, newSeme } from './identita.ts'
import { oraServer } from './ora.ts'
import { preferenze } from './preferenze.ts'
import { oraIso, rete } from './rete.ts'
import { onArchivio } from './scrittura.ts'

/** How often the page counts its time in the store, and after how long without a sign a trial was left. Milliseconds. */
export const BATTITO_MS = 15_000
export const SOSPESA_DOPO_MS = 90_000

/** The device's distance from the server's clock when a simulation was last opened with a network. */
const CHIAVE = 'idoneo.scarto'

/**
 * Now, milliseconds since 1970: by the server's clock for a simulation, whose end the server set (D24), else by the device's.
 */
export const adessoDi = ({ simulazione }: Pick<ProvaSalvata, 'simulazione'>): number =>
  simulazione ? adessoServer() : Date.now()

/**
 * Now by the server's clock, as far as this device has heard it: on this page, whatever the device's clock does meanwhile, else by
 * the distance kept from an earlier visit.
 */
export function adessoServer(): number {
  const noto = rete.scarto_ms
  if (noto !== null) writeChiave('locale', CHIAVE, String(noto))
  return oraServer() ?? Date.now() + (noto ?? (Number(readChiave('locale', CHIAVE)) || 0))
}

/** What a trial is started with: questions in their order, and its rules. */
export type AvvioProva = {
  tipo: Extract<NuovaSeduta['tipo'], 'PROVA_PERSONALIZZATA' | 'SIMULAZIONE'>
  /** The bank of the questions; PIU_BANCHE by default. */
  id_concorso?: number
  scelte: Int32Array
  prova: NuovaProva
  /** Shuffled answers: the person's preference unless said otherwise (D18). */
  mescola?: boolean
  /** Given when the same start must not make two trials. */
  id?: string
  seme?: number
}

/** Starts a trial; `hrefSeduta` of what it answers is where it goes on. Codes of contract/prova `createProva`. */
export function startProva(a: AvvioProva): Promise<Result<ProvaSalvata & Pick<NuovaSeduta, 'id_concorso' | 'tipo'>>> {
  const id_concorso = a.id_concorso ?? PIU_BANCHE
  const args = {
    id: a.id ?? newId(),
    tipo: a.tipo,
    id_concorso,
    filtro: { id_concorso },
    ordine: 'UFFICIALE' as const,
    seme: a.seme ?? newSeme(),
    mescola: a.mescola ?? preferenze.mescola,
    avanti_da_sola: false,
    at: oraIso(adessoDi(a.prova)),
    scelte: a.scelte,
    prova: a.prova,
  }
  return onArchivio(async (db) => {
    const esito = await db.createProva(args)
    return esito.ok ? { ok: true, value: { ...esito.value, id_concorso, tipo: a.tipo } } : esito
  })
}
