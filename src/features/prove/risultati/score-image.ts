import type { Punteggio } from '#rules/regolamento/punteggio'
import { APP_NAME } from '../../../text/app-name.ts'
import { formatPoints } from '../../../text/formats.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import type { RisultatiData } from '../read-risultati.ts'

const SIDE = 1080
// Canvas reads no tokens and the picture is shown elsewhere, so it always has the light theme, in sRGB.
const PAPER = '#f6f3ec'
const INK = '#1a1d29'
const FAINT = '#3b4051'
const GREEN = '#0d5231'
const RED = '#8e1712'

/** Draws the result as a picture with score, threshold and counts, without personal data. Null where it cannot be drawn. */
export async function drawScore({ consegna, regole }: RisultatiData): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const g = canvas.getContext('2d')
  if (!g) return null
  const font = (weight: number, fontSize: number) =>
    `${weight} ${fontSize}px ${getComputedStyle(document.body).fontFamily || 'sans-serif'}`
  const { punteggio: p } = consegna
  const max = regole.massimo ?? p.massimo
  const soglia = p.soglie.find((s) => s.tipo === 'totale')
  const color = p.esito === 'non_superata' ? RED : p.esito === 'superata' ? GREEN : INK
  const scrivi = (text: string, y: number, f: string, tint = INK) => {
    g.font = f
    g.fillStyle = tint
    g.fillText(text, 90, y)
  }
  g.fillStyle = PAPER
  g.fillRect(0, 0, SIDE, SIDE)
  scrivi(APP_NAME, 150, font(780, 54))
  scrivi(testi.esiti[p.esito], 330, font(750, 72), color)
  scrivi(formatPoints(p.punti), 600, font(800, 240))
  const wide = g.measureText(formatPoints(p.punti)).width
  g.font = font(600, 80)
  g.fillStyle = FAINT
  g.fillText(testi.su(max), 100 + wide, 600)
  g.fillStyle = '#ece7db'
  g.fillRect(90, 680, SIDE - 180, 36)
  g.fillStyle = color
  const share = (n: number) => (max > 0 ? Math.max(0, Math.min(1, n / max)) : 0) * (SIDE - 180)
  g.fillRect(90, 680, share(p.punti), 36)
  if (soglia) {
    g.fillStyle = INK
    g.fillRect(88 + share(soglia.minimo), 668, 6, 60)
    g.font = font(600, 44)
    g.fillStyle = FAINT
    const spoken = testi.soglia(soglia.minimo)
    const { width } = g.measureText(spoken)
    g.fillText(spoken, Math.min(Math.max(90, 90 + share(soglia.minimo) - width / 2), SIDE - 90 - width), 790)
  }
  const rows = countLines(p)
  for (const [i, row] of rows.entries()) scrivi(row, (rows.length > 1 ? 890 : 930) + 76 * i, font(650, 52))
  return new Promise((done) => canvas.toBlob(done, 'image/png'))
}

type ScoreCounts = Pick<Punteggio, 'corrette' | 'errate' | 'intermedie' | 'omesse' | 'non_valutate'>

/** Returns the counts, which add up to the questions; more than three take two lines. */
export function countLines({ corrette, errate, intermedie, omesse, non_valutate }: ScoreCounts): string[] {
  const counts = [
    `${corrette} ${testi.esatte(corrette)}`,
    `${errate} ${testi.errate(errate)}`,
    ...(intermedie > 0 ? [`${intermedie} ${testi.intermedie(intermedie)}`] : []),
    `${omesse} ${testi.omesse(omesse)}`,
    ...(non_valutate > 0 ? [`${non_valutate} ${testi.non_contate(non_valutate)}`] : []),
  ]
  const before = counts.length > 3 ? counts.length - 2 : counts.length
  return [counts.slice(0, before), counts.slice(before)].filter((r) => r.length > 0).map((r) => r.join(' · '))
}

/** Shares a picture where the browser can, else saves it. */
export async function shareImage(image: Blob, title: string): Promise<'condivisa' | 'salvata'> {
  const file = new File([image], testi.immagine_nome, { type: 'image/png' })
  if (navigator.canShare?.({ files: [file] })) {
    // Ignore the closing of the system's sheet, which is no failure.
    await navigator.share({ files: [file], title: testi.immagine_alt(title) }).catch(() => undefined)
    return 'condivisa'
  }
  const url = URL.createObjectURL(image)
  const font = document.createElement('a')
  font.href = url
  font.download = testi.immagine_nome
  font.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return 'salvata'
}
