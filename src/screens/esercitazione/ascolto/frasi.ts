import type { Domanda } from '#contract/database'
import { correctPosition } from '#rules/esito'
import { stripHtml } from '#rules/text'
import { listeningText as testi } from '../../../text/modes.ts'

/** What is spoken of a question. */
export type Cosa = 'domanda' | 'risposte' | 'giusta'
/** Something to say, or a silence in milliseconds. `parte` tells the screen what is being said: 0 the question, then the answers. */
export type Pezzo = { tipo: 'voce'; testo: string; parte: number } | { tipo: 'silenzio'; ms: number }

/** Longer utterances are cut or stop without a word after about 14 seconds (field.md 39): some ten seconds of speech. */
export const MASSIMO = 150
/** Time to think before the right answer. */
export const PENSA_MS = 4_000
const TRA_PARTI_MS = 350

/**
 * Cuts a text for an engine that stops in long ones: at sentences, then at commas, then at words; each piece ends with a mark,
 * because the Italian voice swallows the last word of one without.
 */
export function frasi(testo: string): string[] {
  const pulito = testo.replace(/\s+/g, ' ').trim()
  if (pulito === '') return []
  const pezzi: string[] = []
  // An abbreviation ("art. 97", "n. 241", a single letter) ends no sentence.
  const unite = pulito.split(/(?<=[.?!;:])\s+/).reduce<string[]>((fatte, f) => {
    const prima = fatte.at(-1)
    if (prima !== undefined && /(?:^|[\s(’'])(?:art|artt|n|nn|lett|co|d|l|p|c|s|sig|dott|prof|\p{L})\.$/iu.test(prima))
      fatte[fatte.length - 1] = `${prima} ${f}`
    else fatte.push(f)
    return fatte
  }, [])
  for (const frase of unite) pezzi.push(...cut(frase))
  return pezzi.map((p) => (/[.?!;:,]$/.test(p) ? p : `${p}.`))
}

function cut(frase: string): string[] {
  if (frase.length <= MASSIMO) return [frase]
  const fino = frase.slice(0, MASSIMO + 1)
  const virgola = fino.lastIndexOf(', ')
  const spazio = fino.lastIndexOf(' ')
  const dove = virgola > MASSIMO / 3 ? virgola + 1 : spazio > 0 ? spazio : MASSIMO
  const resto = frase.slice(dove).trim()
  return [frase.slice(0, dove).trim(), ...(resto === '' ? [] : cut(resto))]
}

/** All that is said of a question, in order; answers go by their printed letters, as on the screen of this mode. */
export function pezziDi(
  domanda: Pick<Domanda, 'testo' | 'risposte' | 'corretta' | 'punti' | 'html' | 'immagine' | 'stato'>,
  cosa: Cosa,
): Pezzo[] {
  const bare = (t: string) => (domanda.html ? stripHtml(t) : t)
  const voce = (testo: string, parte: number): Pezzo[] =>
    frasi(testo).map((f) => ({ tipo: 'voce' as const, testo: f, parte }))
  const silenzio = (ms: number): Pezzo => ({ tipo: 'silenzio', ms })
  const pezzi = voce(bare(domanda.testo), 0)
  if (domanda.immagine !== null) pezzi.push(...voce(testi.figura, 0))
  if (cosa === 'risposte')
    for (const [i, risposta] of domanda.risposte.entries())
      pezzi.push(
        silenzio(TRA_PARTI_MS),
        ...voce(`${testi.risposta_lettera('ABCDE'[i] ?? '')} ${bare(risposta)}`, i + 1),
      )
  if (cosa === 'giusta') {
    const giusta = correctPosition(domanda)
    const testo = giusta === null ? undefined : domanda.risposte[giusta - 1]
    const detta = domanda.stato === 'annullata' ? testi.risposta_annullata : testi.risposta_giusta
    pezzi.push(
      silenzio(PENSA_MS),
      ...voce(testo === undefined ? testi.senza_chiave : `${detta} ${bare(testo)}`, giusta ?? 0),
    )
  }
  return pezzi
}
