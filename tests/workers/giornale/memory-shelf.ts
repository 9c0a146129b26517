import type { EventoGiornale } from '#contract/giornale'
import { instantOf } from '#rules/dates'
import {
  APERTA,
  forgetServer,
  isUnseen,
  isVoce,
  receiveVersione,
  SEDUTA,
  type StatoVoce,
  toBeSent,
} from '#rules/giornale'
import { memoryAperte } from './memory-aperte.ts'
import type { NewEvento, Shelf, Tipo } from './shelf.ts'

type Voce = { locale: string | null; ts: string | null; stato: StatoVoce }
const NONE = { id_concorso: null, id_domanda: null, versione_banca: null, dispositivo: null, seq: null }
const UNKNOWN: StatoVoce = { nota: null, inviata: null, base_ms: null }
const DATE: Record<Tipo, string> = {
  NOTA: 'aggiornata',
  CHIAVE: 'assegnata',
  RICERCA: 'creato',
  MODELLO: 'creato',
  IMPOSTAZIONE: 'cambiata',
}
const LETTER: Partial<Record<Tipo, string>> = { RICERCA: 'f', MODELLO: 'm', IMPOSTAZIONE: 'i' }

const blank = () => ({
  own: [] as EventoGiornale[],
  ids: new Set<string>(),
  answers: new Set<string>(),
  voci: new Map<string, Voce>(),
  sedute: new Map<string, { dati: string; sent: boolean }>(),
  acknowledged: 0,
  cursore: 0,
  epoca: null as string | null,
})

/** A voice as the checks know it. */
function shownOf(place: string, locale: string): [string, string] {
  const [tipo, chiave] = place.split(' ') as [Tipo, string]
  const c = JSON.parse(locale) as Record<string, string>
  const text =
    tipo === 'CHIAVE' ? `${c.risposta} ${c.assegnata}` : (c.testo ?? c.nome ?? JSON.parse(c.valore as string))
  return [`${tipo}${chiave.replace(/\D/, '')}`, text as string]
}

/** A store in memory: the rules and the sync of the product on plain maps, for histories by the thousand. */
export function memoryShelf(): Shelf {
  let d = blank()
  let device = ''
  /** What a restored server has to be sent again. */
  let others: EventoGiornale[] = []
  const open = memoryAperte()
  const waiting = () => [...d.voci].filter(([, v]) => toBeSent(v.locale, v.stato) !== 'niente')
  const note = (e: EventoGiornale): void => {
    d.ids.add(e.id)
    if (e.tipo === 'RISPOSTA') d.answers.add(e.id)
  }
  const steps = (): number => {
    const gone = [...d.own, ...others].flatMap(({ tipo, dati }) =>
      tipo === 'ANNULLA' ? [(JSON.parse(dati as string) as { annulla: string }).annulla] : [],
    )
    return [...d.answers].filter((id) => !gone.includes(id)).length
  }
  const unsent = () => [...d.sedute].filter(([, { sent }]) => !sent)
  function take(at: string, scarto_ms: number): EventoGiornale[] {
    for (const v of d.voci.values()) {
      if (!isUnseen(v.locale, v.stato)) continue
      const { nota } = v.stato
      Object.assign(v, { locale: nota?.dati ?? null, stato: { ...v.stato, base_ms: nota?.effettivo_ms ?? null } })
    }
    return waiting().map(([place, v]) => {
      const [tipo, chiave] = place.split(' ') as [Tipo, string]
      if (toBeSent(v.locale, v.stato) === 'locale') {
        const own = v.locale === null ? null : (JSON.parse(v.locale) as Record<string, string>)
        const before = Math.max(v.stato.base_ms ?? Number.NEGATIVE_INFINITY, v.ts === null ? -1 : instantOf(v.ts))
        // A search and a template have no date but their first.
        const undated = DATE[tipo] === 'creato'
        const dated = !undated || !Number.isFinite(before)
        const made = own === null ? 0 : dated ? instantOf(own[DATE[tipo]] as string) : instantOf(at)
        const ms = own === null ? (v.stato.nota?.effettivo_ms ?? 0) : Math.max(made + scarto_ms, before + 1)
        v.ts = new Date(ms).toISOString()
        const again = own === null || undated || ms !== made + scarto_ms
        const id = JSON.stringify([tipo, chiave, v.locale, own === null ? v.stato.nota?.id : '', again ? v.ts : ''])
        v.stato = { ...v.stato, inviata: { id, dati: v.locale } }
      }
      const { id, dati } = v.stato.inviata as { id: string; dati: string | null }
      return { id, tipo, chiave, dati, ts_client: v.ts, ...NONE }
    })
  }
  return {
    readGiornale: () => ({
      cursore: d.cursore,
      epoca: d.epoca,
      da_inviare: d.own.length - d.acknowledged + waiting().length + unsent().length + open.waiting().length,
    }),
    listEventi({ limite }) {
      const eventi = d.own.slice(d.acknowledged, d.acknowledged + limite)
      const last = eventi.at(-1)
      return last ? { eventi, fino: { dispositivo: device, seq: d.acknowledged + eventi.length, id: last.id } } : null
    },
    takeVoci: ({ at, scarto_ms }) => [
      ...take(at, scarto_ms),
      ...unsent().map(
        ([id, { dati }]): EventoGiornale => ({
          id: `${SEDUTA}:${id}`,
          tipo: SEDUTA,
          chiave: id,
          dati,
          ts_client: at,
          ...NONE,
        }),
      ),
      ...open.send(device, at),
    ],
    markEventi({ fino, numeri }) {
      if (fino) d.acknowledged = Math.max(d.acknowledged, fino.seq)
      if (numeri && d.cursore === numeri.dopo) d.cursore = numeri.fino
      return numeri === null || d.cursore >= numeri.fino
    },
    applyEventi({ eventi, cursore, epoca }) {
      const sum = { eventi: 0, voci: 0, risposte: 0 }
      for (const { effettivo, ...e } of eventi) {
        if (isVoce(e.tipo)) {
          const place = `${e.tipo} ${e.chiave}`
          const v = d.voci.get(place) ?? { locale: null, ts: null, stato: UNKNOWN }
          const arrived = { id: e.id, effettivo_ms: instantOf(effettivo), dati: e.dati }
          const { stato, mostra } = receiveVersione(v.locale, v.stato, arrived)
          d.voci.set(place, { locale: mostra === undefined ? v.locale : mostra, ts: v.ts, stato })
          if (mostra !== undefined) sum.voci++
        } else if (e.tipo === SEDUTA) {
          const { chiave, dati } = e as { chiave: string; dati: string }
          if (d.sedute.get(chiave)?.dati !== dati) sum.voci++
          d.sedute.set(chiave, { dati, sent: true })
          open.end(chiave)
        } else if (e.tipo === APERTA) {
          if (!d.sedute.has(e.chiave as string) && open.receive(e, device)) sum.voci++
        } else if (!d.ids.has(e.id)) {
          note(e)
          others.push(e)
          sum.eventi++
          if (e.tipo === 'RISPOSTA') sum.risposte++
        }
      }
      d.cursore = Math.max(d.cursore, cursore)
      d.epoca = epoca
      return sum
    },
    resetGiornale({ epoca }) {
      d.own.push(...others.splice(0))
      d.acknowledged = 0
      for (const v of d.voci.values()) {
        const { nota, inviata } = v.stato
        if (!inviata) v.ts = nota && new Date(nota.effettivo_ms).toISOString()
        v.stato = forgetServer(v.stato)
      }
      for (const s of d.sedute.values()) s.sent = false
      open.forget()
      Object.assign(d, { cursore: 0, epoca })
      return null
    },
    append(e: NewEvento) {
      const { id, tipo, id_concorso, id_domanda, ts_client, versione_banca } = e
      const where = { id_concorso, id_domanda, ts_client, versione_banca }
      const row = { id, tipo, chiave: null, dati: JSON.stringify(e.dati), dispositivo: device, seq: d.own.length + 1 }
      note({ ...row, ...where })
      d.own.push({ ...row, ...where })
    },
    write(tipo, key, value, at, n) {
      const place = `${tipo} ${LETTER[tipo] ?? ''}${key}`
      const v = d.voci.get(place) ?? { locale: null, ts: null, stato: UNKNOWN }
      const content = {
        NOTA: { id_concorso: 1, testo: value, aggiornata: at },
        CHIAVE: { id_concorso: 1, risposta: n, assegnata: at },
        RICERCA: { nome: value, filtro: '{}', ordine: 'UFFICIALE', creato: at },
        MODELLO: { nome: value, dati: '{}', creato: at },
        IMPOSTAZIONE: { valore: JSON.stringify(value), cambiata: at },
      }[tipo]
      d.voci.set(place, { ...v, locale: value === null ? null : JSON.stringify(content) })
    },
    end(id, risposta) {
      open.end(id)
      if (!d.sedute.has(id)) d.sedute.set(id, { dati: JSON.stringify({ risposta }), sent: false })
    },
    ended: () => Object.fromEntries([...d.sedute].sort().map(([id, { dati }]) => [id, JSON.parse(dati).risposta])),
    contents: () => {
      const shown: [string, string][] = []
      for (const [place, { locale }] of d.voci) if (locale !== null) shown.push(shownOf(place, locale))
      return Object.fromEntries(shown.sort(([a], [b]) => (a < b ? -1 : 1)))
    },
    eventIds: () => [...d.ids].sort(),
    steps,
    empty(name) {
      d = blank()
      others = []
      open.clear()
      device = name
    },
    setCursor: (cursore, epoca) => void Object.assign(d, { cursore, epoca }),
    takeForSent() {
      for (const [place, v] of d.voci)
        if (place.startsWith('NOTA') && v.stato.inviata)
          v.stato = { ...v.stato, nota: { id: 'x', effettivo_ms: 0, dati: v.locale } }
    },
    takeEndsForSent: () => {
      for (const seduta of d.sedute.values()) seduta.sent = true
    },
    begin: (id) => open.begin(id, device),
    mark: open.mark,
    take: (id) => open.take(id, device),
    dropMarks: open.drop,
    marks: open.marks,
    damage: null,
    nameByNumber: () => undefined,
  }
}
