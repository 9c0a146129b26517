import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The screens that are drawn at build time; what else the page would load by itself is not theirs. */
const DRAWN = /\/(AuthScreen|FirstPage|ConsentBanner)\.tsx$/
const NOTHING = '\0nothing'

// The page's own components in Node, for scripts/prepared.mjs: packages stay external.
export default defineConfig({
  publicDir: false,
  plugins: [
    react(),
    {
      name: 'idoneo-drawn-screens',
      resolveDynamicImport: (specifier) => (typeof specifier !== 'string' || DRAWN.test(specifier) ? null : NOTHING),
      load: (id) => (id === NOTHING ? 'export default null' : null),
    },
  ],
  build: {
    ssr: 'src/app/prepared.tsx',
    outDir: 'dist/prepared',
    emptyOutDir: true,
    target: 'node20',
  },
})
