/** Articles before a consonant; beside each, the form before a vowel and the form before «zero». */
const FORMS = {
  il: ['l’', 'lo '],
  del: ['dell’', 'dello '],
  al: ['all’', 'allo '],
  dal: ['dall’', 'dallo '],
  dalla: ['dall’', 'dalla '],
  nel: ['nell’', 'nello '],
  sul: ['sull’', 'sullo '],
  Il: ['L’', 'Lo '],
  Dal: ['Dall’', 'Dallo '],
  i: ['gli ', 'gli '],
  dei: ['degli ', 'degli '],
  ai: ['agli ', 'agli '],
  dai: ['dagli ', 'dagli '],
  nei: ['negli ', 'negli '],
} as const
export type Articolo = keyof typeof FORMS

/** First sound of a figure's word: otto, ottanta, undicimila; zero. «1%» is «uno», «1 nov» and «1ª» are the first. */
function soundOf(figure: string): 'vowel' | 'zero' | 'consonant' {
  const digits = /^\d+(?:\.\d{3})*/
    .exec(figure)?.[0]
    .replaceAll('.', '')
    .replace(/^0+(?=\d)/, '')
  if (digits === undefined) return 'consonant'
  if (digits === '0') return 'zero'
  if (digits === '1') return /^0?1(?:ª|º| \p{L}|\/)/u.test(figure) ? 'consonant' : 'vowel'
  const head = digits.slice(0, digits.length % 3 || 3)
  return head.startsWith('8') || head === '11' ? 'vowel' : 'consonant'
}

/**
 * A figure as it is written («8», «11,5%», «8 nov 2026», «80.000») after its article: «l’8», «dell’11,5%», «gli 80», «lo 0%», «il
 * 12» [TX1]. A feminine plural has one form alone. A text without a first digit takes the article as given.
 */
export function withArticolo(articolo: Articolo, figure: string): string {
  const sound = soundOf(figure)
  return sound === 'consonant' ? `${articolo} ${figure}` : FORMS[articolo][sound === 'vowel' ? 0 : 1] + figure
}
