import { defineConfig } from 'vite'

// Packages stay external: only our rooms are compiled, so that the server starts without a TypeScript loader.
const inputs = {
  main: 'server/main.ts',
  idoneo: 'server/idoneo.ts',
  'build-worker': 'server/pacchetti/build-worker.ts',
  'import-worker': 'server/importazioni/import-worker.ts',
}

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: inputs,
      // Beside the entries: a module finds the project's folders from its own address.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', format: 'es' },
    },
  },
})
