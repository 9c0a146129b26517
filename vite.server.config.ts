import { existsSync } from 'node:fs'
import { defineConfig } from 'vite'

// Packages stay external: only our rooms are compiled, so that the server starts without a TypeScript loader.
const inputs: Record<string, string> = { main: 'server/main.ts', 'build-worker': 'server/pacchetti/build-worker.ts' }

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: Object.fromEntries(Object.entries(inputs).filter(([, file]) => existsSync(file))),
      output: { entryFileNames: '[name].js', format: 'es' },
    },
  },
})
