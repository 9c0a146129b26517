import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import italian from '@zxcvbn-ts/language-it'

/** Least guesses of a good password: the thief of a hash makes fewer in a day. */
const MIN_GUESSES = 2e7
/** Rank up to which a word is among the first guesses, alone or with others, whatever digits and signs stand around. */
const FIRST_WORD = 5_000
const FIRST_WORDS = 1_000
/** Characters that are examined: an obvious beginning is no better for its length. */
const MAX_READ = 32
/** Words of this product, which no general list has. */
const OWN_WORDS = ['idoneo', 'concorso', 'concorsi', 'quiz', 'simulatore', 'esame', 'banca']
/** Least letters of a piece of an address that identify its owner. */
const MIN_PIECE = 3

const { commonWords, firstnames, lastnames } = italian.dictionary
const estimator = new ZxcvbnFactory({
  graphs: adjacencyGraphs,
  dictionary: { passwords: common['passwords-common'], commonWords, firstnames, lastnames },
  // More readings of signs as letters cost tenths of a second and find nothing else.
  l33tMaxSubstitutions: 8,
})

const plainOf = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
/** Returns the pieces of an address that a guesser would try: `anna.rossi@…` has anna, rossi. */
const piecesOf = (email: string): string[] =>
  (email.split('@')[0] ?? '').split(/[^\p{L}]+/u).filter((piece) => piece.length >= MIN_PIECE)

/**
 * Returns whether a password is among the first guesses [VA23]: the most used ones, common words and names, one's own
 * address, walks over the keyboard, repetitions, with usual endings (decision 0050).
 */
export function isObviousPassword(password: string, email: string): boolean {
  const read = [...plainOf(password)].slice(0, MAX_READ).join('')
  const pieces = piecesOf(plainOf(email).toLowerCase())
  const beside = pieces.reduce((left, piece) => left.replaceAll(piece, ''), read.toLowerCase())
  if (!/\p{L}/u.test(beside)) return true
  const { guesses, sequence } = estimator.check(read, [...OWN_WORDS, ...pieces])
  if (guesses < MIN_GUESSES) return true
  const words = sequence.filter(({ pattern, token }) => pattern === 'dictionary' && /\p{L}/u.test(token))
  const around = sequence.filter(({ pattern }) => pattern === 'bruteforce' || pattern === 'separator')
  const [first, last] = [read.search(/\p{L}/u), read.search(/\p{L}\P{L}*$/u)]
  return (
    words.length > 0 &&
    words.every(({ rank }) => Number(rank) <= (words.length === 1 ? FIRST_WORD : FIRST_WORDS)) &&
    around.every(({ i, j }) => j < first || i > last)
  )
}
