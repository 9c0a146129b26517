import type { Esecutore } from '../deps.ts'

/** A secret of this installation, made once by whoever asks first and the same for every process. */
export async function readSegreto(
  q: Esecutore,
  nome: string,
  random: (n: number) => Buffer,
  byte = 32,
): Promise<Buffer> {
  await q.query('insert into segreto (nome, valore) values ($1, $2) on conflict (nome) do nothing', [
    nome,
    random(byte),
  ])
  const { righe } = await q.query<{ valore: Buffer }>('select valore from segreto where nome = $1', [nome])
  return righe[0]!.valore
}
