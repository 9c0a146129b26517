import type { Queryable } from '../deps.ts'

/** Returns a secret of this installation. The first caller makes it, and every process gets the same. */
export async function readSecret(
  q: Queryable,
  name: string,
  random: (n: number) => Buffer,
  bytes = 32,
): Promise<Buffer> {
  const read = () => q.query<{ valore: Buffer }>('select valore from segreto where nome = $1', [name], 'segreto')
  const [known] = (await read()).rows
  if (known) return known.valore
  await q.query('insert into segreto (nome, valore) values ($1, $2) on conflict (nome) do nothing', [
    name,
    random(bytes),
  ])
  return (await read()).rows[0]!.valore
}
