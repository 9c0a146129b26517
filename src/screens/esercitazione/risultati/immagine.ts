import type { Punteggio } from '#rules/regolamento/punteggio'
import type { RisultatiData } from '../../../features/prove/read-risultati.ts'
import { APP_NAME } from '../../../text/app-name.ts'
import { formatPoints } from '../../../text/prova.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'

const LATO = 1080
// A canvas reads no tokens, and the picture is shown elsewhere: always the light theme, in sRGB.
const CARTA = '#f6f3ec'
const INCHIOSTRO = '#1a1d29'
const TENUE = '#3b4051'
const VERDE = '#0d5231'
const ROSSO = '#8e1712'

/** The result as a picture: score, threshold and counts, nothing of the person. Null where it cannot be drawn. */
export async function disegna({ consegna, regole }: RisultatiData): Promise<Blob | null> {
  const tela = document.createElement('canvas')
  tela.width = LATO
  tela.height = LATO
  const g = tela.getContext('2d')
  if (!g) return null
  const font = (peso: number, misura: number) =>
    `${peso} ${misura}px ${getComputedStyle(document.body).fontFamily || 'sans-serif'}`
  const { punteggio: p } = consegna
  const massimo = regole.massimo ?? p.massimo
  const soglia = p.soglie.find((s) => s.tipo === 'totale')
  const colore = p.esito === 'non_superata' ? ROSSO : p.esito === 'superata' ? VERDE : INCHIOSTRO
  const scrivi = (testo: string, y: number, f: string, tinta = INCHIOSTRO) => {
    g.font = f
    g.fillStyle = tinta
    g.fillText(testo, 90, y)
  }
  g.fillStyle = CARTA
  g.fillRect(0, 0, LATO, LATO)
  scrivi(APP_NAME, 150, font(780, 54))
  scrivi(testi.esiti[p.esito], 330, font(750, 72), colore)
  scrivi(formatPoints(p.punti), 600, font(800, 240))
  const largo = g.measureText(formatPoints(p.punti)).width
  g.font = font(600, 80)
  g.fillStyle = TENUE
  g.fillText(testi.su(massimo), 100 + largo, 600)
  g.fillStyle = '#ece7db'
  g.fillRect(90, 680, LATO - 180, 36)
  g.fillStyle = colore
  const quota = (n: number) => (massimo > 0 ? Math.max(0, Math.min(1, n / massimo)) : 0) * (LATO - 180)
  g.fillRect(90, 680, quota(p.punti), 36)
  if (soglia) {
    g.fillStyle = INCHIOSTRO
    g.fillRect(88 + quota(soglia.minimo), 668, 6, 60)
    g.font = font(600, 44)
    g.fillStyle = TENUE
    const detta = testi.soglia(soglia.minimo)
    const { width } = g.measureText(detta)
    g.fillText(detta, Math.min(Math.max(90, 90 + quota(soglia.minimo) - width / 2), LATO - 90 - width), 790)
  }
  const righe = contiInRighe(p)
  for (const [i, riga] of righe.entries()) scrivi(riga, (righe.length > 1 ? 890 : 930) + 76 * i, font(650, 52))
  return new Promise((fatto) => tela.toBlob(fatto, 'image/png'))
}

type Conti = Pick<Punteggio, 'corrette' | 'errate' | 'intermedie' | 'omesse' | 'non_valutate'>

/** The counts, which add up to the questions; more than three take two lines. */
export function contiInRighe({ corrette, errate, intermedie, omesse, non_valutate }: Conti): string[] {
  const conti = [
    `${corrette} ${testi.esatte(corrette)}`,
    `${errate} ${testi.errate(errate)}`,
    ...(intermedie > 0 ? [`${intermedie} ${testi.intermedie(intermedie)}`] : []),
    `${omesse} ${testi.omesse(omesse)}`,
    ...(non_valutate > 0 ? [`${non_valutate} ${testi.non_contate(non_valutate)}`] : []),
  ]
  const prima = conti.length > 3 ? conti.length - 2 : conti.length
  return [conti.slice(0, prima), conti.slice(prima)].filter((r) => r.length > 0).map((r) => r.join(' · '))
}

/** Shares a picture where the browser can, else saves it. */
export async function manda(immagine: Blob, titolo: string): Promise<'condivisa' | 'salvata'> {
  const file = new File([immagine], testi.immagine_nome, { type: 'image/png' })
  if (navigator.canShare?.({ files: [file] })) {
    // Closing the system's sheet is no failure.
    await navigator.share({ files: [file], title: testi.immagine_alt(titolo) }).catch(() => undefined)
    return 'condivisa'
  }
  const url = URL.createObjectURL(immagine)
  const legame = document.createElement('a')
  legame.href = url
  legame.download = testi.immagine_nome
  legame.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return 'salvata'
}
