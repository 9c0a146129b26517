import { readFino } from './livello.ts'
import { type Ambiente, type Codice, FATTO, Impossibile, UsoErrato } from './uscita.ts'

/** The number of something that exists; `chi` asks for it. */
export const readId = (testo: string, chi: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(testo)) throw new UsoErrato(`${chi} vuole un numero, non "${testo}"`)
  return Number(testo)
}

type Stato = { attiva: boolean; data_scadenza: Date | null }

/** What can be done with a simulation that is published, and what becomes of it; `fino` is the day of `--fino`. */
const AZIONI = {
  /** Nobody begins it any more, from now or from that day: the list says so. */
  chiudi: ({ attiva, data_scadenza: d }: Stato, fino: Date | null, ora: Date): Stato => ({
    attiva,
    data_scadenza: fino ?? (d !== null && d < ora ? d : ora),
  }),
  /** It leaves the list. */
  ritira: ({ data_scadenza }: Stato): Stato => ({ attiva: false, data_scadenza }),
  /** It is listed and can be begun, without an end or until that day. */
  riapri: (_prima: Stato, fino: Date | null): Stato => ({ attiva: true, data_scadenza: fino }),
} as const
type Azione = keyof typeof AZIONI
export const isAzione = (nome: string | undefined): nome is Azione => nome !== undefined && Object.hasOwn(AZIONI, nome)

/**
 * `simulazione chiudi|ritira|riapri ID [--fino DATA] [--json]`: who has begun it goes on until the end, delivers and is ranked as before
 * (docs/decisions/0026); nothing is deleted.
 */
export async function changeSimulazione(
  azione: Azione,
  testo: string,
  { fino, json }: { fino?: string; json?: boolean },
  { out, withDeps }: Ambiente,
): Promise<Codice> {
  const id = readId(testo, `simulazione ${azione}`)
  if (azione === 'ritira' && fino !== undefined) throw new UsoErrato('simulazione ritira non vuole --fino')
  const giorno = fino === undefined ? null : readFino(fino)
  const { descrizione, attiva, data_scadenza } = await withDeps(({ db, now }) =>
    db.tx(async (q) => {
      const ora = now()
      if (giorno && giorno <= ora) throw new Impossibile(`il giorno ${fino} è già passato`)
      const { righe } = await q.query<Stato & { descrizione: string }>(
        'select descrizione, attiva, data_scadenza from simulazione where id_simulazione = $1 for update',
        [id],
      )
      if (!righe[0]) throw new Impossibile(`non c'è una simulazione con id_simulazione ${id}`)
      const dopo = AZIONI[azione](righe[0], giorno, ora)
      await q.query('update simulazione set attiva = $2, data_scadenza = $3 where id_simulazione = $1', [
        id,
        dopo.attiva,
        dopo.data_scadenza,
      ])
      return { ...righe[0], ...dopo }
    }),
  )
  const scadenza = data_scadenza?.toISOString() ?? null
  if (json) out(JSON.stringify({ id_simulazione: id, attiva, data_scadenza: scadenza }))
  else if (!attiva) out(`Simulazione ${id} ritirata: ${descrizione}`)
  else if (azione === 'chiudi' && giorno === null) out(`Simulazione ${id} chiusa: ${descrizione}`)
  else out(`Simulazione ${id}, si può cominciare${scadenza ? ` fino al ${scadenza}` : ''}: ${descrizione}`)
  return FATTO
}
