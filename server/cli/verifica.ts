import { verifyPackages } from '../pacchetti/verify.ts'
import { type Codice, DONE, type Environment, FAILED, WrongUsage } from './exit.ts'

/** `verifica`: checks every stored package against its hash and the database. */
export async function verifica(args: string[], _: object, { out, withDeps }: Environment): Promise<Codice> {
  if (args.length > 0) throw new WrongUsage('verifica non vuole argomenti')
  const { banche, broken, samples, orphans } = await withDeps((deps) =>
    verifyPackages(deps, ({ id_concorso, concorso, numero_domande, faults }) => {
      out(`${faults.length === 0 ? 'ok    ' : 'GUASTO'} ${id_concorso} ${concorso}: ${numero_domande} domande`)
      for (const fault of faults) out(`         ${fault}`)
    }),
  )
  for (const fault of samples) out(`GUASTO campione ${fault}`)
  out(`${banche} banche, ${broken} guaste; ${orphans} file di versioni precedenti`)
  return broken + samples.length === 0 ? DONE : FAILED
}
