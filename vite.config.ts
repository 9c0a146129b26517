import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { workerPlugins } from './scripts/colla.mjs'

export default defineConfig({
  base: '/simulatore/',
  plugins: [react()],
  publicDir: 'public',
  worker: { format: 'es', plugins: workerPlugins },
  build: { outDir: 'dist/pagina', emptyOutDir: true, target: 'es2023', sourcemap: false, assetsInlineLimit: 0 },
  optimizeDeps: { include: ['comlink', 'unzipit', '@noble/hashes/sha2.js'], exclude: ['@sqlite.org/sqlite-wasm'] },
})
