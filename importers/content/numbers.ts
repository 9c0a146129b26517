import { type Content, type Entry, type Finding, listEntries, makeFinding } from './types.ts'

/** An act named in a text: `D.Lgs. 82/2005`, `legge costituzionale 1/2020`, `regolamento (UE) 2016/679`. */
type Richiamo = { tipo: string; numero: string; anno: string }

const TIPI: readonly [RegExp, string][] = [
  [/(?:legge costituzionale|l\.\s*cost\.)/, 'legge costituzionale'],
  [/(?:decreto legislativo|d\.?\s?lgs\.?)/, 'decreto legislativo'],
  [/(?:decreto-legge|d\.?\s?l\.)/, 'decreto-legge'],
  [/(?:d\.?p\.?r\.?)/, 'd.p.r.'],
  [/(?:legge|l\.)/, 'legge'],
]
const NUMERO = String.raw`\s*(?:n\.\s*)?(\d+)\s*(?:\/|del\s+(?:\d+\s+\p{L}+\s+)?)((?:19|20)\d\d)`

/** Lists the acts named in `testo`; a text already read as a longer name is skipped. */
export function listCitations(testo: string): Richiamo[] {
  let resto = testo.toLowerCase()
  const trovati: Richiamo[] = []
  for (const [nome, tipo] of TIPI) {
    resto = resto.replace(new RegExp(`(?<!\\p{L})${nome.source}${NUMERO}`, 'gu'), (_, numero: string, anno: string) => {
      trovati.push({ tipo, numero, anno })
      return ' '
    })
  }
  resto.replace(/regolamento \(ue\)(?: n\.)? (\d+)\/(\d+)/gu, (_, numero: string, anno: string) => {
    trovati.push({ tipo: 'regolamento (UE)', numero, anno })
    return ' '
  })
  return trovati
}

/** Lists the numbers of the articles named in `testo`: `art. 3-bis`, `articoli 7, 8 e 19`, `dell’art. 138`. */
export const listArticles = (testo: string): string[] =>
  [...testo.matchAll(/\bart(?:t|icolo|icoli)?\.?\s+(\d+(?:-[a-z]+)?(?:(?:,\s*|\s+e\s+)\d+(?:-[a-z]+)?)*)/giu)].flatMap(
    ([, numeri = '']) => numeri.split(/,\s*|\s+e\s+/),
  )

/** Finds one act with two numbers or years in stem and explanation. Finds also an article that the source lacks. */
export function checkNumbers(contenuti: Content): Finding[] {
  return listEntries(contenuti).flatMap((voce) => [...checkAtti(voce), ...checkArticolo(voce), ...checkRisultato(voce)])
}

const scrivi = (r: Richiamo): string => `${r.tipo} ${r.numero}/${r.anno}`

function checkAtti(voce: Entry): Finding[] {
  const spiegati = listCitations(voce.domanda.spiegazione)
  return listCitations(voce.domanda.testo).flatMap((a) => {
    if (spiegati.some((b) => scrivi(a) === scrivi(b))) return []
    const altro = spiegati.find((b) => b.tipo === a.tipo && (b.numero === a.numero || b.anno === a.anno))
    return altro ? [makeFinding(voce, `il quesito nomina ${scrivi(a)}, la spiegazione ${scrivi(altro)}`)] : []
  })
}

function checkArticolo(voce: Entry): Finding[] {
  const { testo, spiegazione, fonte } = voce.domanda
  const chiesti = listArticles(testo)
  if (chiesti.length === 0) return []
  const rilievi: Finding[] = []
  if (fonte.articolo && !chiesti.includes(fonte.articolo))
    rilievi.push(
      makeFinding(voce, `il quesito nomina l’art. ${chiesti.join(', ')}, la fonte è l’art. ${fonte.articolo}`),
    )
  const spiegati = listArticles(spiegazione)
  if (spiegati.length > 0 && !chiesti.some((a) => spiegati.includes(a)))
    rilievi.push(
      makeFinding(voce, `il quesito nomina l’art. ${chiesti[0]}, la spiegazione l’art. ${spiegati.join(', ')}`),
    )
  return rilievi
}

const UNITA =
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
    ' ',
  )
const DECINE = '  venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' ')

/** Writes a whole number below a million in Italian, in one word: 500 is `cinquecento`. */
export function inWords(n: number): string {
  if (n < 20) return UNITA[n] ?? ''
  if (n < 100) {
    const decina = DECINE[Math.floor(n / 10)] ?? ''
    const unita = n % 10
    if (unita === 0) return decina
    return (unita === 1 || unita === 8 ? decina.slice(0, -1) : decina) + inWords(unita)
  }
  if (n < 1000) {
    const cento = n < 200 ? 'cento' : `${inWords(Math.floor(n / 100))}cento`
    const resto = n % 100 ? inWords(n % 100) : ''
    return (resto.startsWith('o') ? cento.slice(0, -1) : cento) + resto
  }
  const mila = n < 2000 ? 'mille' : `${inWords(Math.floor(n / 1000))}mila`
  return mila + (n % 1000 ? inWords(n % 1000) : '')
}

/** Checks that the explanation names a right answer that is a plain number, in digits or in words. */
function checkRisultato(voce: Entry): Finding[] {
  const { risposte, corretta, spiegazione } = voce.domanda
  const cifre = /^(?:del )?(\d{1,3}(?:\.\d{3})+|\d+)(?:%| anni)?$/iu.exec(risposte[corretta - 1] ?? '')?.[1]
  if (!cifre) return []
  const n = Number(cifre.replaceAll('.', ''))
  const numeri = [...spiegazione.matchAll(/\d+(?:\.\d{3})*/g)].map(([s]) => Number(s.replaceAll('.', '')))
  const parole: string[] = spiegazione.toLowerCase().match(/\p{L}+/gu) ?? []
  if (numeri.includes(n) || parole.includes(inWords(n))) return []
  return [makeFinding(voce, `la spiegazione non nomina il numero della risposta corretta (${cifre})`)]
}
