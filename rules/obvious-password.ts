/** What people build passwords on: the words of every list of stolen ones, and those of Italian lists. In lower case, without accents. */
const WORDS = new Set(
  `password passwd pass parola chiave segreto admin administrator root user utente guest login welcome benvenuto benvenuti letmein access
  accesso master test default changeme iloveyou sunshine princess dragon monkey shadow football baseball superman batman pokemon naruto
  qwerty qwertyu qwertyui qwertyuio qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc azerty
  ciao amore tesoro mamma papa bella bello cuore stella angelo gioia vita sole luna mare casa famiglia italia italiano roma milano napoli
  torino palermo firenze bologna venezia genova bari catania cagliari juventus juve milan inter lazio fiorentina forza sempre ultras
  calcio ferrari ducati vespa pizza gatto cane estate inverno primavera autunno
  gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
  lunedi martedi mercoledi giovedi venerdi sabato domenica
  andrea alessandro alessandra alessia alessio anna antonio antonella chiara claudia cristina daniele davide elena elisa emanuele fabio federica
  federico francesca francesco gabriele giorgia giorgio giovanna giovanni giulia giulio giuseppe ilaria laura lorenzo luca lucia marco maria
  mario martina matteo mattia michele nicola paola paolo pietro riccardo roberta roberto salvatore sara silvia simona simone sofia stefania
  stefano tommaso valentina valeria vincenzo
  idoneo concorso concorsi quiz simulatore esame banca`.split(/\s+/),
)
/** Walks over a keyboard, digits included. */
const WALKS = [
  'q1w2e3r4t5y6',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'zaq12wsx',
  'qazwsxedcrfv',
  'abcdefghijklmnopqrstuvwxyz',
  '1234567890',
]
/** Different characters that a password needs to be more than one key held down. */
const MIN_DIFFERENT = 4
/** Letters of a piece of an address that say whose it is. */
const MIN_PIECE = 3
/** What is left beside a number when it is too little to be a word. */
const MAX_SCRAP = 3

const LOOKALIKES: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const plainOf = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '')

/** Digits and signs that look like letters read as such. */
const decode = (text: string): string => lettersOf([...text].map((c) => LOOKALIKES[c] ?? c).join(''))
/** What a password says: without what stands around it, or with it; letters alone, or with what looks like them. */
const readings = (plain: string): string[] => [
  lettersOf(plain),
  decode(plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')),
  decode(plain),
]

/** Whether a text is nothing but words of the set, one after another. */
function isMadeOf(text: string, words: ReadonlySet<string>): boolean {
  const reachable = [true]
  for (let end = 1; end <= text.length; end++) {
    reachable[end] = false
    for (let from = 0; from < end && !reachable[end]; from++)
      reachable[end] = reachable[from] === true && words.has(text.slice(from, end))
  }
  return text !== '' && reachable[text.length] === true
}

const isWalk = (text: string): boolean =>
  WALKS.some((walk) => walk.includes(text) || [...walk].reverse().join('').includes(text))
/** 1234, 4321, 0000 and their like; a year or a date is a number of no more worth. */
const isPlainNumber = (digits: string): boolean =>
  digits.length > 0 &&
  (isWalk(digits) || new Set(digits).size <= 2 || /^(?:19|20)\d\d$/.test(digits) || /^\d{1,2}$/.test(digits))

/** Pieces of an address that whoever knows it would try: `anna.rossi@…` has anna, rossi. */
const piecesOf = (email: string): string[] =>
  (plainOf(email).split('@')[0] ?? '').split(/[^\p{L}]+/u).filter((piece) => piece.length >= MIN_PIECE)

/**
 * Whether a password is one of the first that somebody would try [VA23]: known words and names, one's own address, walks over the keyboard,
 * one key held down; whatever digits and signs are around or in the place of letters.
 */
export function isObviousPassword(password: string, email = ''): boolean {
  const plain = plainOf(password)
  if (new Set(plain).size < MIN_DIFFERENT) return true
  const alphanumeric = plain.replace(/[^\p{L}\p{Nd}]/gu, '')
  if (isWalk(alphanumeric)) return true
  const words = new Set([...WORDS, ...piecesOf(email)])
  if (readings(plain).some((reading) => isMadeOf(reading, words))) return true
  const letters = lettersOf(plain)
  const digits = plain.replace(/\D/g, '')
  if (letters.length > 1 && isWalk(letters) && (isPlainNumber(digits) || isWalk(alphanumeric))) return true
  return [...plain.replace(/\d/g, '')].length <= MAX_SCRAP && isPlainNumber(digits)
}
