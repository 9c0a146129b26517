import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The operator's console: a build of its own, so that no byte of the candidates' page depends on it (decision 0151).
export default defineConfig({
  base: '/gestione/',
  plugins: [
    react(),
    {
      name: 'idoneo-console-routes',
      // `npm run dev`: every address of the console is its page.
      configureServer: ({ middlewares }) => {
        middlewares.use((request, _, next) => {
          if (request.headers.accept?.includes('text/html')) request.url = '/gestione/gestione.html'
          next()
        })
      },
    },
  ],
  publicDir: false,
  build: {
    outDir: 'dist/gestione',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // The console's policy allows no data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'gestione.html' },
  },
})
