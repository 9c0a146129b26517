import { type Contenuti, listVoci, type Rilievo, rilievo, type Voce } from './tipi.ts'

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

/** Acts named in `testo`, each kind searched where no longer name has already been read. */
export function listRichiami(testo: string): Richiamo[] {
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

/** Numbers of the articles named in `testo`: `art. 3-bis`, `articoli 7, 8 e 19`, `dell’art. 138`. */
export const listArticoli = (testo: string): string[] =>
  [...testo.matchAll(/\bart(?:t|icolo|icoli)?\.?\s+(\d+(?:-[a-z]+)?(?:(?:,\s*|\s+e\s+)\d+(?:-[a-z]+)?)*)/giu)].flatMap(
    ([, numeri = '']) => numeri.split(/,\s*|\s+e\s+/),
  )

/** The same act with another number or year in stem and explanation; an article that the source does not have. */
export function checkNumeri(contenuti: Contenuti): Rilievo[] {
  return listVoci(contenuti).flatMap((voce) => [...checkAtti(voce), ...checkArticolo(voce), ...checkRisultato(voce)])
}

const scrivi = (r: Richiamo): string => `${r.tipo} ${r.numero}/${r.anno}`

function checkAtti(voce: Voce): Rilievo[] {
  const spiegati = listRichiami(voce.domanda.spiegazione)
  return listRichiami(voce.domanda.testo).flatMap((a) => {
    if (spiegati.some((b) => scrivi(a) === scrivi(b))) return []
    const altro = spiegati.find((b) => b.tipo === a.tipo && (b.numero === a.numero || b.anno === a.anno))
    return altro ? [rilievo(voce, `il quesito nomina ${scrivi(a)}, la spiegazione ${scrivi(altro)}`)] : []
  })
}

function checkArticolo(voce: Voce): Rilievo[] {
  const { testo, spiegazione, fonte } = voce.domanda
  const chiesti = listArticoli(testo)
  if (chiesti.length === 0) return []
  const rilievi: Rilievo[] = []
  if (fonte.articolo && !chiesti.includes(fonte.articolo))
    rilievi.push(rilievo(voce, `il quesito nomina l’art. ${chiesti.join(', ')}, la fonte è l’art. ${fonte.articolo}`))
  const spiegati = listArticoli(spiegazione)
  if (spiegati.length > 0 && !chiesti.some((a) => spiegati.includes(a)))
    rilievi.push(rilievo(voce, `il quesito nomina l’art. ${chiesti[0]}, la spiegazione l’art. ${spiegati.join(', ')}`))
  return rilievi
}

const UNITA =
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
    ' ',
  )
const DECINE = '  venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' ')

/** A whole number below a million in Italian words, in one word: 500 is `cinquecento`. */
export function inLettere(n: number): string {
  if (n < 20) return UNITA[n] ?? ''
  if (n < 100) {
    const decina = DECINE[Math.floor(n / 10)] ?? ''
    const unita = n % 10
    if (unita === 0) return decina
    return (unita === 1 || unita === 8 ? decina.slice(0, -1) : decina) + inLettere(unita)
  }
  if (n < 1000) {
    const cento = n < 200 ? 'cento' : `${inLettere(Math.floor(n / 100))}cento`
    const resto = n % 100 ? inLettere(n % 100) : ''
    return (resto.startsWith('o') ? cento.slice(0, -1) : cento) + resto
  }
  const mila = n < 2000 ? 'mille' : `${inLettere(Math.floor(n / 1000))}mila`
  return mila + (n % 1000 ? inLettere(n % 1000) : '')
}

/** When the right answer is a plain number, the explanation must name it, in digits or in words. */
function checkRisultato(voce: Voce): Rilievo[] {
  const { risposte, corretta, spiegazione } = voce.domanda
  const cifre = /^(?:del )?(\d{1,3}(?:\.\d{3})+|\d+)(?:%| anni)?$/iu.exec(risposte[corretta - 1] ?? '')?.[1]
  if (!cifre) return []
  const n = Number(cifre.replaceAll('.', ''))
  const numeri = [...spiegazione.matchAll(/\d+(?:\.\d{3})*/g)].map(([s]) => Number(s.replaceAll('.', '')))
  const parole: string[] = spiegazione.toLowerCase().match(/\p{L}+/gu) ?? []
  if (numeri.includes(n) || parole.includes(inLettere(n))) return []
  return [rilievo(voce, `la spiegazione non nomina il numero della risposta corretta (${cifre})`)]
}
