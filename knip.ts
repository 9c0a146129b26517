import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'src/{app/{main,prepared},gestione/main}.tsx!',
    'workers/{*.worker,sw}.ts!',
    'server/{main,idoneo}.ts!',
    'server/{pacchetti,importazioni}/*-worker.ts!',
    'scripts/*.mjs!',
    'bench/{*,nuda/nuda}.ts',
    'tests/faults/*.ts',
    'tests/**/{*.test,page,main}.ts',
  ],
  project: [
    '{rules,contract,importers,wasm,workers,src,server,scripts}/**/*.{ts,tsx,mjs}!',
    '{bench,tests}/**/*.{ts,mjs}',
  ],
  // A test may read what its file uses too: `--production` finds what tests alone use.
  ignoreExportsUsedInFile: process.argv.includes('--production'),
  // Found by their path, or installed beside the benchmarks.
  ignoreDependencies: ['dexie', '@tanstack/.+', '@fontsource-variable/atkinson-hyperlegible-next', 'dejavu-fonts-ttf'],
  ignoreBinaries: ['mount', 'nginx', 'pgbench', 'pgbouncer', 'umount'],
}
export default config
