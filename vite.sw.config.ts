import { defineConfig } from 'vite'

// One classic script: browsers without module service workers open offline too. PRECACHE comes from scripts/build.mjs.
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist/pagina',
    emptyOutDir: false,
    target: 'es2023',
    rollupOptions: { input: 'workers/sw.ts', output: { entryFileNames: 'sw.js', format: 'iife' } },
  },
})
