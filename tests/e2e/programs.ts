/** The browser that the journeys drive. */
export const EXECUTABLE = process.env.CHROMIUM || '/usr/bin/chromium'

/** Its command line, beside what the driver gives it. */
export const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of a journey lives for seconds: compilers that optimise would cost more than they save.
  '--js-flags=--liftoff-only --no-maglev --no-turbofan',
] as const

/** The operator's command as it is built, to be started by Node at the root. */
export const COMMAND = ['dist/server/idoneo.js'] as const

/** Key of the operator's calls at the product under test. */
export const ADMIN_KEY = 'chiave-delle-prove-nel-browser-2026'
