import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { workerPlugins } from './scripts/colla.mjs'

/**
 * Few files for each route: what starts the page in one, the way in (before anybody is signed in) in one, and what several screens
 * share in some that are worth a request. The budgets are held by tests/e2e/peso.test.ts.
 */
const CHUNKS = [
  { name: 'entry', tags: ['$initial'], priority: 3 },
  {
    name: 'auth',
    test: /src[\\/]features[\\/]account[\\/]auth[\\/](?!CheckEmail|ConsentFields|NewPassword|Recupero|SignUpForm|Social(Return|SignUp)|DeviceLink|MailOutcome|StoreProposal|useStore|Fallback|later-text)/,
    priority: 2,
  },
  { name: 'service-worker', test: /src[\\/]app[\\/]service-worker/, priority: 2 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 25_000, priority: 1 },
] satisfies { name: string; tags?: ['$initial']; [option: string]: unknown }[]

/** What jspdf would load to draw HTML and SVG, which nothing here asks of it. */
const PRINTS_WITHOUT = ['canvg', 'dompurify', 'html2canvas']

/** What several screens share is named after all of them: the entry, which lists every file, would carry those names. */
const nameChunk = ({ name }: { name: string }) => `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash].js`

export default defineConfig({
  base: '/simulatore/',
  plugins: [react()],
  publicDir: 'public',
  worker: { format: 'es', plugins: workerPlugins, rolldownOptions: { external: PRINTS_WITHOUT } },
  build: {
    outDir: 'dist/pagina',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS }, chunkFileNames: nameChunk } },
  },
  optimizeDeps: { include: ['comlink', 'unzipit', '@noble/hashes/sha2.js'], exclude: ['@sqlite.org/sqlite-wasm'] },
})
