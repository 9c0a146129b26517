import type { LivelloUtente } from '#rules/accesso'
import { ACCESSO } from '#rules/accesso'
import { normalizeEmail } from '../utente/email.ts'
import { readGiorno } from './giorno.ts'
import { type Ambiente, type Codice, FATTO, Impossibile, UsoErrato } from './uscita.ts'

export const OPZIONI = { fino: { type: 'string' } } as const

const NOMI = ['demo', 'lite', 'legacy', 'premium'] as const

function readLivello(testo: string): LivelloUtente {
  const indice = /^[0-3]$/.test(testo) ? Number(testo) : NOMI.indexOf(testo.toLowerCase() as (typeof NOMI)[number])
  if (indice < 0) throw new UsoErrato(`il livello è 0, 1, 2, 3 o ${NOMI.join(', ')}, non "${testo}"`)
  return indice as LivelloUtente
}

/** What `--fino` says. */
export function readFino(testo: string): Date {
  const fino = readGiorno(testo)
  if (fino === null) throw new UsoErrato(`--fino vuole una data AAAA-MM-GG, non "${testo}"`)
  return fino
}

/** `livello EMAIL TIER [--fino DATA]`: grants a tier (D3, D9). */
export async function livello(
  [email, nome, ...altri]: string[],
  { fino }: { fino?: string },
  { out, withDeps }: Ambiente,
): Promise<Codice> {
  if (!email || !nome || altri.length > 0) throw new UsoErrato('livello vuole un indirizzo e un livello')
  const nuovo = readLivello(nome)
  const scadenza = fino === undefined ? null : readFino(fino)
  if (scadenza && !ACCESSO[nuovo].scade)
    throw new UsoErrato(`il livello ${NOMI[nuovo]} non ha scadenza: togliere --fino`)
  const indirizzo = normalizeEmail(email)
  const fatto = await withDeps(({ db, now }) =>
    db.query(
      `update utente set livello = $2::smallint, data_scadenza_premium = $3,
         data_passaggio_premium = case when $2::smallint = 0 then null when livello = $2::smallint then data_passaggio_premium else $4 end
       where email = $1`,
      [indirizzo, nuovo, scadenza, now()],
    ),
  )
  if (fatto.quante === 0) throw new Impossibile(`nessun account ha l'indirizzo ${indirizzo}`)
  out(`${indirizzo}: ${NOMI[nuovo]}${scadenza ? ` fino al ${scadenza.toISOString()}` : ''}`)
  return FATTO
}
