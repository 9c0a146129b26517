import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import wasm from 'vite-plugin-wasm'
import { aheadPlugin } from './scripts/ahead.mjs'
import { workerPlugins } from './scripts/colla.mjs'
import { facadesPlugin } from './scripts/facades.mjs'

/**
 * Few files for each route, and few bytes: what starts the page in one, the way in (before anybody is signed in) in one, the shell and the
 * home with all they need in one, the schemas of the calls (which most screens need after their title) in one, the styles of all later
 * screens in one, what five screens share in one, a bank's page in one; the rest as small as screens share it. The budgets are held by
 * tests/e2e/peso.test.ts (decision 0139).
 */
const CHUNKS = [
  { name: 'index', tags: ['$initial'], priority: 9 },
  {
    name: 'auth',
    test: /src[\\/]features[\\/](?:consenso[\\/]|account[\\/]auth[\\/](?!AuthMessage|CheckEmail|ConsentFields|FirstPage|first-page|TrialQuestion|read-trial|NewPassword|Recupero|SignUpForm|Social(Failure|Return|SignUp)|DeviceLink|MailOutcome|StoreProposal|useCountdown|useStore|Fallback|MailLink|MailSent|later-text))/,
    priority: 7,
  },
  { name: 'home', test: /src[\\/](app[\\/]Shell|features[\\/]home[\\/]HomeScreen)/, priority: 6 },
  {
    name: 'contract',
    test: /node_modules[\\/]zod[\\/]|[\\/]contract[\\/](?!errors|database|store|share-target|sql|epoch|text-versions|timeout|segnalazione|print|result)/,
    priority: 5.8,
  },
  { name: 'later', test: /\.module\.css$/, priority: 5.5 },
  { name: 'common', minShareCount: 5, priority: 5 },
  { name: 'banca', test: /src[\\/]features[\\/]banche[\\/]banca[\\/]BancaScreen/, priority: 4 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 12_000, priority: 1 },
] satisfies { name: string; tags?: ['$initial']; [option: string]: unknown }[]

/** What jspdf would load to draw HTML and SVG, which nothing here asks of it. */
const PRINTS_WITHOUT = ['canvg', 'dompurify', 'html2canvas']

/** What several screens share is named after all of them: the entry, which lists every file, would carry those names. */
const nameChunk = ({ name }: { name: string }) => `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash].js`

const BASE = '/simulatore/'

export default defineConfig({
  base: BASE,
  plugins: [react(), wasm(), aheadPlugin(BASE), facadesPlugin()],
  publicDir: 'public',
  // React itself has the hook that the router's library brings for older ones.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  worker: { format: 'es', plugins: workerPlugins, rolldownOptions: { external: PRINTS_WITHOUT } },
  build: {
    outDir: 'dist/pagina',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // The probe of WebAssembly (decision 0113) travels with its code.
    assetsInlineLimit: (file) => file.endsWith('/probe.wasm'),
    // Every browser of the target has it.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS }, chunkFileNames: nameChunk } },
  },
  optimizeDeps: { include: ['comlink', 'unzipit', '@noble/hashes/sha2.js'], exclude: ['@sqlite.org/sqlite-wasm'] },
})
