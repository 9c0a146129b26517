import { runCommand } from '#server/cli/run'
import { listMissing, migrate } from '#server/db/migrate'
import type { Deps } from '#server/deps'

/** Runs the operator's command on a world that is open already; answers its exit code and both outputs. */
export async function command(deps: Deps, ...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommand(args, {
    out: (row) => void out.push(row),
    err: (row) => void err.push(row),
    withDeps: (work) => work(deps),
    migrate: () => migrate(deps.db),
    listMissing: () => listMissing(deps.db),
  })
  return { codice: code, out, err, json: () => JSON.parse(out.join('\n')) }
}

/** Rows of every table, to prove that nothing changed. */
export async function countTabelle({ db }: Deps): Promise<Record<string, number>> {
  const { rows } = await db.query<{ nome: string }>(
    `select table_name as nome from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { nome: name } of rows)
    counts[name] = (await db.query<{ n: number }>(`select count(*) as n from "${name}"`)).rows[0]?.n ?? 0
  return counts
}
