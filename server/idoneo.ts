// `npm run idoneo -- COMANDO`: the operator's command (D3).
import { runCommand } from './cli/run.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (row) => console.log(row),
  err: (row) => console.error(row),
  // Load the installation only for a command that opens it.
  withDeps: async (work) => (await import('./cli/open.ts')).withDeps(work),
  migrate: async () => (await import('./cli/open.ts')).migrateDb(),
  listMissing: async () => (await import('./cli/open.ts')).listMissingOfDb(),
})
