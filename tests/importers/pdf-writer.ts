/** What a test draws on a page, in points from the top left corner. */
export type Drawing =
  | {
      kind: 'text'
      x: number
      y: number
      text: string
      size?: number
      bold?: boolean
      colour?: string
      angle?: number
      mode?: number
    }
  | { kind: 'box'; x: number; y: number; width: number; height: number; colour?: string }
  | { kind: 'image'; x: number; y: number; width: number; height: number; shade: number }

/** Widths of Helvetica from the space to the tilde, in thousandths. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
]
export const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, c) => sum + (WIDTHS[c.charCodeAt(0) - 32] ?? 556), 0) * (size / 1000)

const CP1252: Record<string, number> = { '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96, '€': 0x80, '•': 0x95 }
const encode = (text: string): string =>
  [...text]
    .map((c) => {
      const code = CP1252[c] ?? c.charCodeAt(0)
      return code > 126 || '()\\'.includes(c) ? `\\${code.toString(8).padStart(3, '0')}` : c
    })
    .join('')
const rgb = (colour = '#000000'): string =>
  [1, 3, 5].map((i) => (Number.parseInt(colour.slice(i, i + 2), 16) / 255).toFixed(3)).join(' ')
const n = (value: number): string => value.toFixed(3)

function drawOne(d: Drawing, height: number): string {
  if (d.kind === 'box')
    return `${rgb(d.colour)} rg ${n(d.x)} ${n(height - d.y - d.height)} ${n(d.width)} ${n(d.height)} re f`
  if (d.kind === 'image')
    return `q ${n(d.width)} 0 0 ${n(d.height)} ${n(d.x)} ${n(height - d.y - d.height)} cm /I${d.shade} Do Q`
  const angle = ((d.angle ?? 0) * Math.PI) / 180
  const matrix = [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), d.x, height - d.y]
    .map(n)
    .join(' ')
  return `BT ${rgb(d.colour)} rg /F${d.bold ? 2 : 1} ${n(d.size ?? 10)} Tf ${d.mode ?? 0} Tr ${matrix} Tm (${encode(d.text)}) Tj ET`
}

/** A small PDF: pages of texts, boxes and images, in Helvetica. */
export function writePdf(pages: readonly (readonly Drawing[])[], { width = 595, height = 842 } = {}): Uint8Array {
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add('')
  const fonts = ['Helvetica', 'Helvetica-Bold'].map((name) =>
    add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`),
  )
  const shades = new Set(pages.flat().flatMap((d) => (d.kind === 'image' ? [d.shade] : [])))
  const images = [...shades].map((shade) => {
    const data = Array.from({ length: 64 * 64 }, (_, i) => ((i * shade) % 200).toString(16).padStart(2, '0')).join('')
    const head = '/Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 8'
    return `/I${shade} ${add(`<< ${head} /Filter /ASCIIHexDecode /Length ${data.length + 1} >>\nstream\n${data}>\nendstream`)} 0 R`
  })
  const resources = `<< /Font << /F1 ${fonts[0]} 0 R /F2 ${fonts[1]} 0 R >> /XObject << ${images.join(' ')} >> >>`
  const kids = pages.map((page) => {
    const content = page.map((d) => drawOne(d, height)).join('\n')
    const stream = add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources ${resources} /Contents ${stream} 0 R >>`,
    )
  })
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((k) => `${k} 0 R`).join(' ')}] >>`
  let text = '%PDF-1.4\n'
  const places = objects.map((body, i) => {
    const at = text.length
    text += `${i + 1} 0 obj\n${body}\nendobj\n`
    return at
  })
  const start = text.length
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Uint8Array.from(text, (c) => c.charCodeAt(0))
}

/** Words of a text broken into lines of a width. */
export function wrap(text: string, width: number, size: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`, size) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
