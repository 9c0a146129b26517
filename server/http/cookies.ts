/** Returns the value of one cookie of a request. */
export function readCookie(header: string | undefined, name: string): string | null {
  const pair = header?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return pair?.trim().slice(name.length + 1) ?? null
}
