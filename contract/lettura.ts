import * as z from 'zod/mini'

/** Reads a value by a schema of the contract without throwing; `dove` is the path of the first thing that is wrong. */
export function readCon<S extends z.core.$ZodType>(
  schema: S,
  valore: unknown,
): { ok: true; valore: z.output<S> } | { ok: false; dove: string } {
  const letto = z.safeParse(schema, valore)
  return letto.success
    ? { ok: true, valore: letto.data }
    : { ok: false, dove: letto.error.issues[0]?.path.join('.') ?? '' }
}
