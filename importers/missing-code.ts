const FAILED = /dynamically imported module|importing a module script failed|error loading dynamically/i

/** True when a part of the program, loaded only when a format needs it, did not come: nothing is known of the file. */
export function isMissingCode(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return FAILED.test(String(error)) || (cause !== undefined && FAILED.test(String(cause)))
}
