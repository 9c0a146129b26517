import { CLOCK_TOLERANCE_MS } from '../clock.ts'
import { bringBack, readClocks } from '../clock-repair.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, WrongUsage } from './exit.ts'

export const CLOCK_OPTIONS = optionsOf([], ['accetta'])

const NUMBER = new Intl.NumberFormat('it')

/**
 * `orologio [--accetta]`: compares the clocks of a server, and repairs dates of a clock that ran ahead (decision 0106).
 */
export async function clockCommand(
  args: string[],
  { accetta = false }: { accetta?: boolean },
  { out, withDeps }: Environment,
): Promise<Codice> {
  if (args.length > 0) throw new WrongUsage('orologio non vuole argomenti')
  await withDeps(async (deps) => {
    const { server, database, newest } = await readClocks(deps)
    out(`Questa macchina:         ${server.toISOString()}`)
    out(`Il database:             ${database.toISOString()}`)
    out(`L’ultima cosa accettata: ${newest?.toISOString() ?? 'nessuna'}`)
    if (!accetta) return
    if (Math.abs(server.getTime() - database.getTime()) > CLOCK_TOLERANCE_MS)
      throw new Impossible('questa macchina e il database non hanno la stessa ora: prima va messa quella giusta')
    const { records, events } = await bringBack(deps.db, server)
    out(
      `Riportate a ora: ${NUMBER.format(records)} risposte e ${NUMBER.format(events)} eventi. Il server riprende da solo.`,
    )
  })
  return DONE
}
