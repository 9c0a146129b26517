// SQLite's pool of OPFS files answers SQLite with a bare number and writes the browser's own error, which alone says whether the
// disk is full or the file is broken, to its log. The log is listened to, so that the two can be told apart.

let last: unknown

/** What the package logs as an error: those of the storage are kept in silence, anything else goes to the console. */
export function hearEngine(...words: unknown[]): void {
  const found = words.find((word) => word instanceof Error && 'sqlite3Rc' in word)
  if (found === undefined) console.error(...words)
  else last = found
}

/** The browser's error behind the failure that SQLite has just answered; asked once, before anything else runs. */
export function takeCause(): unknown {
  const cause = last
  last = undefined
  return cause
}
