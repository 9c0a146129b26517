import type { Avvisi, Seguito, TipoAvviso } from '#contract/avvisi'
import type { Result } from '#contract/result'
import { call } from '../api/client.ts'
import { accountFailure } from '../session/failures.ts'
import { showError } from '../session/notices.ts'

/** Fetches the notices that the account chose, and the things it follows. */
export const readAvvisi = (): Promise<Result<Avvisi>> => call('avvisi')
export const changeAvviso = (tipo: TipoAvviso, valore: boolean): Promise<Result<null>> =>
  call('cambia_avviso', { corpo: { tipo, valore } })
/** Follows a call by its number, or a body by its name; following turns the mails on too [NT2]. */
export const setFollowed = (
  { tipo, chiave }: Pick<Seguito, 'tipo' | 'chiave'>,
  valore: boolean,
): Promise<Result<null>> => call('segui', { corpo: { tipo, chiave, valore } })

/** Follows a call or a body, and shows a failure where the screen shows none; `again` is what its button does. */
export async function followOrTell(
  thing: Pick<Seguito, 'tipo' | 'chiave'>,
  valore: boolean,
  again: () => void,
): Promise<void> {
  const result = await setFollowed(thing, valore)
  if (!result.ok) showError(accountFailure(result.error), { riprova: again })
}
