import { esegui } from '#server/comandi/esegui'
import { migrate } from '#server/db/migra'
import type { Deps } from '#server/deps'

/** Runs the operator's command on a world that is open already; answers its exit code and both outputs. */
export async function comando(deps: Deps, ...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const codice = await esegui(args, {
    out: (riga) => void out.push(riga),
    err: (riga) => void err.push(riga),
    withDeps: (lavoro) => lavoro(deps),
    migrate: () => migrate(deps.db),
  })
  return { codice, out, err, json: () => JSON.parse(out.join('\n')) }
}

/** Rows of every table, to prove that nothing changed. */
export async function countTabelle({ db }: Deps): Promise<Record<string, number>> {
  const { righe } = await db.query<{ nome: string }>(
    `select table_name as nome from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const conti: Record<string, number> = {}
  for (const { nome } of righe)
    conti[nome] = (await db.query<{ n: number }>(`select count(*) as n from "${nome}"`)).righe[0]?.n ?? 0
  return conti
}
