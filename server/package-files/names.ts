/** Name of a stored file: SHA-256 of its content (D16). */
const PACKAGE_NAME = /^[0-9a-f]{64}\.zip$/

export const isPackage = (name: string): boolean => PACKAGE_NAME.test(name)

/** Returns a name; throws on one that no file may have. */
export function refuseName(name: string): string {
  if (!isPackage(name)) throw new Error(`nome non ammesso nell'archivio: ${name}`)
  return name
}

/** Returns the SHA-256 (hex) that a file's name promises. */
export const hashOfName = (name: string): string => name.slice(0, -'.zip'.length)
