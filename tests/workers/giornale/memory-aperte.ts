import type { EventoGiornale } from '#contract/giornale'
import { APERTA, idAperta } from '#rules/giornale'
import { type Aperta, mergeAperta } from '#rules/prova/aperta'
import { EMPTY_VOCE } from '#rules/prova/machine'

type Open = { aperta: Aperta; seq: number; inviata: string | null; nota: string | null }
type Content = Omit<Aperta, 'voci'> & { voci: [number, typeof EMPTY_VOCE][] }

const write = ({ voci, ...rest }: Aperta): string =>
  JSON.stringify({ ...rest, voci: [...voci].sort(([a], [b]) => a - b) })
const read = (dati: string): Aperta => {
  const { voci, ...rest } = JSON.parse(dati) as Content
  return { ...rest, voci: new Map(voci) }
}
const signOf = (a: Aperta): string => write({ ...a, posto_ms: 0 })

/** Sittings under way of a store in memory, on the rules alone. */
export function memoryAperte() {
  let open = new Map<string, Open>()
  const waiting = () => [...open].filter(([, o]) => signOf(o.aperta) !== o.nota)
  return {
    clear: () => {
      open = new Map()
    },
    forget: () => {
      for (const o of open.values()) Object.assign(o, { inviata: null, nota: null })
    },
    waiting,
    has: (id: string) => open.has(id),
    end: (id: string) => open.delete(id),
    begin(id: string, device: string): void {
      const nothing = { indice: 0, voci: new Map(), tratti: [], saltati: 0 }
      open.set(id, {
        aperta: { prese: 1, titolare: device, posto_ms: 0, ...nothing },
        seq: 0,
        inviata: null,
        nota: null,
      })
    },
    mark(id: string, posto: number, risposta: number, at: string): void {
      const o = open.get(id) as Open
      const before = o.aperta.voci.get(posto) ?? EMPTY_VOCE
      if (before.risposta === risposta) return
      const voce = { ...before, risposta, cambi: before.cambi + (before.risposta === null ? 0 : 1) }
      o.aperta = { ...o.aperta, voci: new Map(o.aperta.voci).set(posto, voce), posto_ms: Date.parse(at) }
    },
    take(id: string, device: string): void {
      const o = open.get(id) as Open
      if (o.aperta.titolare !== device) o.aperta = { ...o.aperta, prese: o.aperta.prese + 1, titolare: device }
    },
    drop(id: string): void {
      const o = open.get(id)
      if (o) o.aperta = { ...o.aperta, voci: new Map() }
    },
    send: (device: string, at: string): EventoGiornale[] =>
      waiting().map(([id, o]) => {
        const sign = signOf(o.aperta)
        if (o.inviata !== sign) Object.assign(o, { seq: Math.max(o.seq + 1, Date.parse(at)), inviata: sign })
        const none = { id_concorso: null, id_domanda: null, versione_banca: null }
        const row = { id: idAperta(id, device), tipo: APERTA, chiave: id, dispositivo: device, seq: o.seq } as const
        return { ...row, dati: write(o.aperta), ts_client: at, ...none }
      }),
    receive(e: EventoGiornale, device: string): boolean {
      const id = e.chiave as string
      const theirs = read(e.dati as string)
      const o = open.get(id)
      if (o && e.dispositivo === device) {
        if (o.seq === e.seq) o.nota = o.inviata
        if (o.seq >= (e.seq ?? 0)) return false
      }
      const before = o?.aperta
      const aperta = before ? mergeAperta(before, theirs, false) : theirs
      const known = signOf(aperta) === signOf(theirs) ? { inviata: signOf(theirs), nota: signOf(theirs) } : null
      open.set(id, { seq: 0, inviata: null, nota: null, ...o, ...known, aperta })
      return !before || write(before) !== write(aperta)
    },
    /** What is marked in each, place by place. */
    marks: () =>
      Object.fromEntries(
        [...open]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([id, { aperta }]) => [id, [0, 1, 2].map((p) => aperta.voci.get(p)?.risposta ?? null)]),
      ) as Record<string, (number | null)[]>,
  }
}
