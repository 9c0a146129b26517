import type { getResolvedPDFJS } from 'unpdf'

/** Reader of PDF containers, fonts and operators. */
export type Library = Awaited<ReturnType<typeof getResolvedPDFJS>>

/** Loads the library with the first PDF, so that other formats never pay for it. */
export async function loadLibrary(): Promise<Library> {
  // Add a method that Node 20 lacks, and that the library calls for every font (decision 0062).
  if (!('transferToFixedLength' in ArrayBuffer.prototype))
    Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
      configurable: true,
      writable: true,
      value(this: ArrayBuffer, length = this.byteLength): ArrayBuffer {
        const copy = new Uint8Array(length)
        copy.set(new Uint8Array(this, 0, Math.min(length, this.byteLength)))
        return copy.buffer
      },
    })
  const { getResolvedPDFJS } = await import('unpdf')
  return getResolvedPDFJS()
}
