import { readDay } from '../day.ts'
import { normalizeEmail } from '../utente/email.ts'
import { listPromo, removePromo, savePromo } from '../utente/promo.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'

export const PROMO_OPTIONS = optionsOf(['titolo', 'descrizione', 'link', 'sconto', 'per', 'fino'], ['json'])
type Options = ValuesOf<typeof PROMO_OPTIONS>

function readCode(text: string | undefined): string {
  if (!text || !/^[A-Za-z0-9_-]{1,64}$/.test(text))
    throw new WrongUsage('il codice ha da 1 a 64 lettere, cifre, trattini o sottolineature')
  return text
}

function readDiscount(text: string | undefined): number | null {
  if (text === undefined) return null
  const n = Number(text)
  if (!/^\d{1,2}$/.test(text) || n < 1 || n > 90)
    throw new WrongUsage(`--sconto vuole un numero da 1 a 90, non "${text}"`)
  return n
}

function readLink(text: string | undefined): string | null {
  if (text === undefined) return null
  if (!URL.canParse(text) || new URL(text).protocol !== 'https:')
    throw new WrongUsage(`--link vuole un indirizzo https, non "${text}"`)
  return text
}

function readEnd(text: string | undefined): Date | null {
  if (text === undefined) return null
  const end = readDay(text)
  if (!end) throw new WrongUsage(`--fino vuole una data AAAA-MM-GG, non "${text}"`)
  return end
}

/** `promo`, `promo aggiungi CODICE --titolo T [opzioni]`, `promo togli CODICE`. */
export async function promo(
  [what, code, ...others]: string[],
  options: Options,
  { out, withDeps }: Environment,
): Promise<Codice> {
  if (others.length > 0) throw new WrongUsage('promo vuole al più un codice')
  if (what === undefined) {
    const rows = await withDeps((deps) => listPromo(deps))
    if (options.json) out(JSON.stringify({ elementi: rows, totale: rows.length }))
    else {
      for (const r of rows)
        out(
          `${r.codice}  ${r.sconto === null ? (r.link ?? 'senza sconto') : `-${r.sconto}%`}  ${r.email ?? 'per tutti'}  fino ${r.scade?.toISOString() ?? 'sempre'}  usato ${r.usi}  ${r.titolo}`,
        )
      if (rows.length === 0) out('Nessun codice promo.')
    }
    return DONE
  }
  const codice = readCode(code)
  if (what === 'togli') {
    if (!(await withDeps((deps) => removePromo(deps, codice))).ok) throw new Impossible(`nessun codice promo ${codice}`)
    out(`${codice}: tolto`)
    return DONE
  }
  if (what !== 'aggiungi') throw new WrongUsage(`promo vuole aggiungi o togli, non "${what}"`)
  if (!options.titolo?.trim()) throw new WrongUsage('manca --titolo')
  const added = {
    codice,
    titolo: options.titolo.trim(),
    descrizione: options.descrizione ?? null,
    link: readLink(options.link),
    sconto: readDiscount(options.sconto),
    email: options.per === undefined ? null : normalizeEmail(options.per),
    scade: readEnd(options.fino),
  }
  if (!(await withDeps((deps) => savePromo(deps, added))).ok)
    throw new Impossible(`nessun account ha l'indirizzo ${added.email}`)
  out(`${codice}: pubblicato`)
  return DONE
}
