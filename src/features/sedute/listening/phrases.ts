import type { Domanda } from '#contract/database'
import { correctPosition } from '#rules/esito'
import { stripHtml } from '#rules/text'
import { listeningText as testi } from '../../../text/modes.ts'

/** Spoken part of a question. */
export type SpokenContent = 'domanda' | 'risposte' | 'giusta'
/** Text to speak, or a silence in milliseconds. `part` shows the screen what is spoken, 0 for the question, then the answers. */
export type Piece = { kind: 'voce'; text: string; part: number } | { kind: 'silenzio'; ms: number }

/** Longest piece, some ten seconds of speech; longer utterances are cut or stop silently after about 14 seconds. */
export const MAX_CHARACTERS = 150
/** Time to think before the right answer. */
export const THINK_MS = 4_000
const BETWEEN_PARTS_MS = 350

/**
 * Cuts a text for an engine that stops in long ones, at sentences, then at commas, then at words. Every piece ends with a mark,
 * because the Italian voice swallows the last word without one.
 */
export function phrases(text: string): string[] {
  const trimmed = text.replace(/\s+/g, ' ').trim()
  if (trimmed === '') return []
  const pieces: string[] = []
  // Join after an abbreviation ("art. 97", "n. 241", a single letter), which ends no sentence.
  const joined = trimmed.split(/(?<=[.?!;:])\s+/).reduce<string[]>((done, f) => {
    const previous = done.at(-1)
    if (
      previous !== undefined &&
      /(?:^|[\s(’'])(?:art|artt|n|nn|lett|co|d|l|p|c|s|sig|dott|prof|\p{L})\.$/iu.test(previous)
    )
      done[done.length - 1] = `${previous} ${f}`
    else done.push(f)
    return done
  }, [])
  for (const sentence of joined) pieces.push(...cut(sentence))
  return pieces.map((p) => (/[.?!;:,]$/.test(p) ? p : `${p}.`))
}

function cut(sentence: string): string[] {
  if (sentence.length <= MAX_CHARACTERS) return [sentence]
  const head = sentence.slice(0, MAX_CHARACTERS + 1)
  const comma = head.lastIndexOf(', ')
  const blank = head.lastIndexOf(' ')
  const cutAt = comma > MAX_CHARACTERS / 3 ? comma + 1 : blank > 0 ? blank : MAX_CHARACTERS
  const tail = sentence.slice(cutAt).trim()
  return [sentence.slice(0, cutAt).trim(), ...(tail === '' ? [] : cut(tail))]
}

/** Returns the speech of a question, in order. Answers have their printed letters, as on the screen of this mode. */
export function piecesOf(
  domanda: Pick<Domanda, 'testo' | 'risposte' | 'corretta' | 'punti' | 'html' | 'immagine' | 'stato'>,
  content: SpokenContent,
): Piece[] {
  const bare = (t: string) => (domanda.html ? stripHtml(t) : t)
  const say = (text: string, part: number): Piece[] =>
    phrases(text).map((f) => ({ kind: 'voce' as const, text: f, part }))
  const silence = (ms: number): Piece => ({ kind: 'silenzio', ms })
  const pieces = say(bare(domanda.testo), 0)
  if (domanda.immagine !== null) pieces.push(...say(testi.figura, 0))
  if (content === 'risposte')
    for (const [i, risposta] of domanda.risposte.entries())
      pieces.push(
        silence(BETWEEN_PARTS_MS),
        ...say(`${testi.risposta_lettera('ABCDE'[i] ?? '')} ${bare(risposta)}`, i + 1),
      )
  if (content === 'giusta') {
    const correct = correctPosition(domanda)
    const text = correct === null ? undefined : domanda.risposte[correct - 1]
    const label = domanda.stato === 'annullata' ? testi.risposta_annullata : testi.risposta_giusta
    pieces.push(
      silence(THINK_MS),
      ...say(text === undefined ? testi.senza_chiave : `${label} ${bare(text)}`, correct ?? 0),
    )
  }
  return pieces
}
