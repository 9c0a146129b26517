import { CHECK_NAMES, checkInstallation } from '../operator/checkup.ts'
import { type Codice, DONE, type Environment, FAILED, optionsOf, WrongUsage } from './exit.ts'

export const DOCTOR_OPTIONS = optionsOf([], ['json'])

const LABELS = { ok: 'ok    ', avviso: 'avviso', guasto: 'GUASTO' } as const

/** `dottore [--json]`: checks this installation and says what to mend. Exit code 1 when something needs an act now. */
export async function doctor(
  args: string[],
  { json }: { json?: boolean },
  { out, withDeps }: Environment,
): Promise<Codice> {
  if (args.length > 0) throw new WrongUsage('dottore non vuole argomenti')
  const findings = await withDeps((deps) => checkInstallation(deps, CHECK_NAMES))
  const guasti = findings.filter(({ esito }) => esito === 'guasto').length
  const avvisi = findings.filter(({ esito }) => esito === 'avviso').length
  if (json) out(JSON.stringify({ guasti, avvisi, elementi: findings }))
  else {
    for (const { esito, voce, detto } of findings) out(`${LABELS[esito]} ${voce}: ${detto}`)
    out(guasti > 0 ? `Da sistemare ora: ${guasti}. Avvisi: ${avvisi}.` : `Nulla di guasto. Avvisi: ${avvisi}.`)
  }
  return guasti > 0 ? FAILED : DONE
}
