import { type Content, type Entry, type Finding, listEntries, makeFinding } from './types.ts'
import { gulpease, listSentences, listWords } from './words.ts'

const LIMITI = {
  paroleQuesito: 60,
  paroleRisposta: 30,
  paroleFrase: 45,
  frasiMinime: 2,
  frasiMassime: 4,
  /** Below 40 a text is hard even for who finished secondary school; legal Italian lives just above. */
  gulpease: 38,
}

/**
 * Permitted ends of a word with an apostrophe: `un po’`, imperatives. Any other vowel before it is a missing accent.
 */
const APOSTROFO_LECITO = new Set(['po', 'mo', 'di', 'da', 'fa', 'va', 'sta', 'be'])

const SBAGLI: readonly [RegExp, string][] = [
  [/ {2,}/, 'ha due spazi di seguito'],
  [/^\s|\s$/, 'comincia o finisce con uno spazio'],
  [/\p{L}\s+[,;.?!](?!\d|\p{L})/u, 'ha uno spazio prima della punteggiatura'],
  [/'/, 'usa l’apostrofo diritto al posto di ’'],
  [/"/, 'usa le virgolette diritte al posto di «»'],
  [/[\p{Cc}\p{Cf}\u00a0]/u, 'contiene caratteri invisibili'],
  [/\.\.\.|…/, 'usa i puntini di sospensione'],
  [
    /(?<!\p{L})(?:perche|poiche|benche|finche|affinche|anziche|nonche|piu|puo|cioe|gia|cosi|perciò’|citta|liberta|qualita|attivita|societa|eta|pubblicita)(?!\p{L})/iu,
    'ha una parola senza accento',
  ],
  [
    /(?<!\p{L})(?:perchè|poichè|benchè|finchè|affinchè|anzichè|nonchè|nè|sè|ventitrè)(?!\p{L})/iu,
    'ha un accento grave dove serve l’acuto',
  ],
  [/(?<!\p{L})(?:cioé|é|caffé|piú|puó|cosí|giá)(?!\p{L})/iu, 'ha un accento acuto dove serve il grave'],
  [/(?<!\p{L})(?:qual’è|un pò|d’accordo’)(?!\p{L})/iu, 'ha un errore di ortografia'],
  [/(?<!\p{L})(\p{L}{3,}) \1(?!\p{L})/iu, 'ripete una parola'],
]

/** Lists the mistakes of one text, as sentences whose subject is the text. */
export function listMistakes(testo: string): string[] {
  const frasi = SBAGLI.filter(([forma]) => forma.test(testo)).map(([, frase]) => frase)
  for (const [, parola = ''] of testo.matchAll(/(?<!\p{L})(\p{L}*[aeiouAEIOU])['’](?![\p{L}\d])/gu))
    if (!APOSTROFO_LECITO.has(parola.toLowerCase())) frasi.push(`usa un apostrofo al posto dell’accento (${parola}’)`)
  if (testo !== testo.normalize('NFC')) frasi.push('ha accenti scomposti')
  return frasi
}

/** Checks language and readability of every text of every question, and of the titles. */
export function checkLanguage(contenuti: Content): Finding[] {
  return [
    ...listEntries(contenuti).flatMap((voce) => [...checkForma(voce), ...checkLettura(voce)]),
    ...contenuti.banche.flatMap(({ file, banca }) =>
      [banca.titolo, banca.descrizione, banca.profilo, banca.ente, ...banca.materie.map((m) => m.nome)].flatMap((s) =>
        listMistakes(s).map((frase) => ({ file, id: null, frase: `«${s}» ${frase}` })),
      ),
    ),
    ...contenuti.simulazioni.flatMap(({ file, simulazione: { descrizione } }) =>
      listMistakes(descrizione).map((frase) => ({ file, id: null, frase: `la descrizione ${frase}` })),
    ),
    ...contenuti.percorsi.flatMap(({ file, percorso }) =>
      [percorso.argomento, percorso.descrizione].flatMap((s) =>
        listMistakes(s).map((frase) => ({ file, id: null, frase: `«${s}» ${frase}` })),
      ),
    ),
  ]
}

function checkForma(voce: Entry): Finding[] {
  const { testo, risposte, spiegazione, alt, fonte } = voce.domanda
  const parti: [string, string | undefined][] = [
    ['il quesito', testo],
    ['la spiegazione', spiegazione],
    ['il testo alternativo', alt],
    ['la nota della fonte', fonte.nota],
    ...risposte.map((r, i): [string, string] => [`la risposta ${i + 1}`, r]),
  ]
  const rilievi = parti.flatMap(([parte, s]) =>
    listMistakes(s ?? '').map((frase) => makeFinding(voce, `${parte} ${frase}`)),
  )
  const dice = (frase: string) => rilievi.push(makeFinding(voce, frase))
  if (!/[?:]$/.test(testo)) dice('il quesito non finisce con un punto interrogativo o con i due punti')
  if (!/^[\p{Lu}«0-9]/u.test(testo)) dice('il quesito non comincia con la maiuscola')
  if (!/[.!]$/.test(spiegazione)) dice('la spiegazione non finisce con il punto')
  if (alt !== undefined && !/[.!]$/.test(alt)) dice('il testo alternativo non finisce con il punto')
  risposte.forEach((r, i) => {
    if (/[.;,:]$/.test(r)) dice(`la risposta ${i + 1} finisce con un segno di punteggiatura`)
  })
  const maiuscole = risposte.filter((r) => /^\p{L}/u.test(r)).map((r) => /^\p{Lu}/u.test(r))
  if (new Set(maiuscole).size > 1) dice('le risposte non cominciano tutte allo stesso modo (maiuscola o minuscola)')
  return rilievi
}

function checkLettura(voce: Entry): Finding[] {
  const { testo, risposte, spiegazione } = voce.domanda
  const rilievi: Finding[] = []
  const dice = (frase: string) => rilievi.push(makeFinding(voce, frase))
  const lungo = (s: string, massimo: number) => listWords(s).length > massimo
  if (lungo(testo, LIMITI.paroleQuesito)) dice(`il quesito ha più di ${LIMITI.paroleQuesito} parole`)
  risposte.forEach((r, i) => {
    if (lungo(r, LIMITI.paroleRisposta)) dice(`la risposta ${i + 1} ha più di ${LIMITI.paroleRisposta} parole`)
  })
  const frasi = listSentences(spiegazione)
  if (frasi.length < LIMITI.frasiMinime || frasi.length > LIMITI.frasiMassime)
    dice(`la spiegazione ha ${frasi.length} frasi: devono essere da ${LIMITI.frasiMinime} a ${LIMITI.frasiMassime}`)
  if (frasi.some((f) => lungo(f, LIMITI.paroleFrase)))
    dice(`una frase della spiegazione ha più di ${LIMITI.paroleFrase} parole`)
  const indice = gulpease(spiegazione)
  if (indice < LIMITI.gulpease)
    dice(`la spiegazione è difficile da leggere (indice Gulpease ${Math.round(indice)}, minimo ${LIMITI.gulpease})`)
  return rilievi
}
