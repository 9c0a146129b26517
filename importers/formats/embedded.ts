import type { ImportedImage } from '#contract/domanda'
import { checkDataUrl, type DataUrlCheck } from '#rules/image'

/** An image written inside a text. */
const DATA = /data:image\/[\w+.-]+;base64,[A-Za-z0-9+/=\s%]+/g

/** Decodes a base64 text; null when it is none. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text.replace(/\s+/g, '')), (c) => c.charCodeAt(0))
  } catch {
    return null
  }
}

/** Checks an image's address as rules/image does: a text may break it into lines. */
export const checkAddress = (address: string): DataUrlCheck => checkDataUrl(address.replace(/\s+/g, ''))

/**
 * Returns the image in an address (`data:image/png;base64,…`), under a name of its kind. Any other address returns
 * null, which `checkAddress` explains.
 */
export function fromAddress(address: string): ImportedImage | null {
  const checked = checkAddress(address)
  const byte = checked.ok ? fromBase64(checked.base64) : null
  return checked.ok && byte ? { nome: `figura.${checked.tipo === 'image/png' ? 'png' : 'jpg'}`, byte } : null
}

/** Collects images inside a file, each under a unique name. */
export class EmbeddedImages {
  readonly images: ImportedImage[] = []

  /** Stores an image and returns its name for the texts; names repeat from question to question. */
  add(name: string, bytes: Uint8Array): string {
    const nome = `${this.images.length + 1}-${name.replace(/^.*[/\\]/, '')}`
    this.images.push({ nome, byte: bytes })
    return nome
  }

  /** Replaces a text's `data:` addresses by images; an invalid one stays, for the reading to report it. */
  takeData(text: string): string {
    return text.replace(DATA, (whole) => {
      const image = fromAddress(whole)
      return image ? this.add(image.nome, image.byte) : whole
    })
  }
}
