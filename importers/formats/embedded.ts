import type { ImportedImage } from '#contract/domanda'
import { checkDataUrl } from '#rules/image'

const KINDS: Readonly<Record<string, string>> = {
  png: 'png',
  jpeg: 'jpg',
  jpg: 'jpg',
  gif: 'gif',
  'svg+xml': 'svg',
  webp: 'webp',
}
/** An image written inside a text. */
const DATA = /data:image\/([\w+.-]+);base64,([A-Za-z0-9+/=\s%]+)/g

/** The bytes of a base64 text; null when it is none. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text.replace(/\s+/g, '')), (c) => c.charCodeAt(0))
  } catch {
    return null
  }
}

/** The image that an address is (`data:image/png;base64,…`), under a name of its kind; null for any other address. */
export function fromAddress(address: string): ImportedImage | null {
  const checked = checkDataUrl(address.replace(/\s+/g, ''))
  if (checked.ok) {
    const byte = fromBase64(checked.base64)
    return byte && { nome: `figura.${checked.tipo === 'image/png' ? 'png' : 'jpg'}`, byte }
  }
  // Of another kind: the reading says so by its name.
  const [, kind = '', data = ''] = /^data:image\/([\w+.-]+);base64,([A-Za-z0-9+/=\s]+)$/.exec(address) ?? []
  const byte = data === '' ? null : fromBase64(data)
  return byte && { nome: `figura.${KINDS[kind.toLowerCase()] ?? 'bin'}`, byte }
}

/** Images that travel inside a file, each under a name that no other has. */
export class EmbeddedImages {
  readonly images: ImportedImage[] = []

  /** Keeps an image and returns the name that texts must use; names repeat from question to question. */
  add(name: string, bytes: Uint8Array): string {
    const nome = `${this.images.length + 1}-${name.replace(/^.*[/\\]/, '')}`
    this.images.push({ nome, byte: bytes })
    return nome
  }

  /** Takes the images out of a text's `data:` addresses. */
  takeData(text: string): string {
    return text.replace(DATA, (whole, kind: string, data: string) => {
      const bytes = fromBase64(data)
      return bytes ? this.add(`figura.${KINDS[kind.toLowerCase()] ?? 'bin'}`, bytes) : whole
    })
  }
}
