import type { StoreArgs } from '#contract/database'
import { type Copies, type CopySizes, MAX_BANCHE_SQL, MAX_COPIES_BYTES } from '#contract/sql'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'

const MB = 1_000_000

/** Returns the size of the copies for the SQL window. */
export function measureCopie({ db }: StoreContext): CopySizes {
  const size = db.get<{ byte: number }>(
    `SELECT (p.page_count - f.freelist_count) * s.page_size AS byte
     FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s`,
  )
  const banche = db.all<CopySizes['banche'][number]>(
    'SELECT id_concorso, concorso, dimensione AS byte FROM banche WHERE file IS NOT NULL ORDER BY concorso, id_concorso',
  )
  return { utente: size?.byte ?? 0, banche }
}

/**
 * Copies files for the SQL window. Waiting calls run between two files, so that an answer waits for one of them at
 * most.
 */
export async function copyStore(ctx: StoreContext, { id_concorsi }: StoreArgs<'copyStore'>): Promise<Copies> {
  const chosen = new Set(id_concorsi)
  if (chosen.size > MAX_BANCHE_SQL)
    throw new StoreFault('RICHIESTA_NON_VALIDA', `${chosen.size} banks`, { campi: ['id_concorso'] })
  const weight = measureCopie(ctx)
  const weighed = weight.banche.filter(({ id_concorso }) => chosen.has(id_concorso))
  const total = weighed.reduce((sum, { byte }) => sum + byte, weight.utente)
  if (total > MAX_COPIES_BYTES)
    throw new StoreFault('COPIE_TROPPO_GRANDI', `${total} bytes`, {
      dati: { servono_mb: Math.ceil(total / MB), limite_mb: MAX_COPIES_BYTES / MB },
    })
  const banche: Copies['banche'] = []
  for (const id_concorso of chosen) {
    const row = ctx.db.get<{ concorso: string; file: string | null }>(
      'SELECT concorso, file FROM banche WHERE id_concorso = ?',
      id_concorso,
    )
    if (!row) throw new StoreFault('CONCORSO_NON_TROVATO')
    if (!row.file) throw new StoreFault('CONCORSO_NOT_INITIALIZED')
    banche.push({ id_concorso, concorso: row.concorso, file: new Blob([await ctx.driver.readBank(row.file)]) })
    await ctx.platform.wait(0)
  }
  return { utente: new Blob([await ctx.driver.copyUtente()]), banche }
}
