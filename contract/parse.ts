import * as z from 'zod/mini'

/** Reads a value by a schema of the contract without throwing; `dove` is the path of the first defect. */
export function parseWith<S extends z.core.$ZodType>(
  schema: S,
  value: unknown,
): { ok: true; value: z.output<S> } | { ok: false; path: string } {
  const parsed = z.safeParse(schema, value)
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, path: parsed.error.issues[0]?.path.join('.') ?? '' }
}
