import { type CellObject, SSF } from '@e965/xlsx'

/** Formats that a sheet shows as the country of who opens it writes dates; the library has the American ones. */
const BY_COUNTRY: Readonly<Record<string, string>> = { 'm/d/yy': 'dd/mm/yyyy', 'm/d/yy h:mm': 'dd/mm/yyyy hh:mm' }
const LONG = /^\[\$-F800\]/
const NAMED = /m{3,}|d{3,}/i
const WORDS = /\p{L}{3,}/gu

const MONTHS = 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(
  ' ',
)
const DAYS = 'domenica lunedì martedì mercoledì giovedì venerdì sabato'.split(' ')
const ENGLISH = [
  ['January February March April May June July August September October November December'.split(' '), MONTHS],
  ['Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '), DAYS],
] as const
const NAMES = new Map(
  ENGLISH.flatMap(([names, italian]) =>
    names.flatMap((name, i): [string, string][] => [
      [name.slice(0, 3), (italian[i] ?? '').slice(0, 3)],
      [name, italian[i] ?? ''],
    ]),
  ),
)

/** A date as an Italian sheet shows it, day first and with Italian names; null for a cell that is none of these. */
export function showDate({ t, v, w, z }: CellObject, date1904: boolean): string | null {
  if (t !== 'n' || typeof z !== 'string') return null
  const format = LONG.test(z) ? 'dddd d mmmm yyyy' : (BY_COUNTRY[z] ?? dotted(z))
  try {
    const shown = format === null ? w : SSF.format(format, v, { date1904 })
    if (shown === undefined || (format === null && !(NAMED.test(z) && SSF.is_date(z)))) return null
    return shown.replace(WORDS, (name: string) => NAMES.get(name) ?? name)
  } catch {
    return null
  }
}

/** A date's format with dots (`gg.mm.aaaa`), which the library does not take unless they are quoted. */
const dotted = (z: string): string | null =>
  /^[dmy.]+(?:;@)?$/i.test(z) && z.includes('.') ? z.replace(/;@$/, '').replace(/\./g, '\\.') : null
