import type { Failure } from '#contract/result'
import type { AppStore } from '#rules/app-store'
import { errorMessage } from '../../../text/errors.ts'
import { AwayLink, Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { socialFailureText as texts } from './text.ts'

/** Shows why a social login failed on a phone, and the phone's store, where OK leads [EB32][EB33][EB34]. */
export default function StoreDialog({
  error,
  store,
  onClose,
}: {
  error: Failure
  store: AppStore
  onClose: () => void
}) {
  return (
    <Dialog
      title={texts.errore_titolo}
      kind="avviso"
      onClose={onClose}
      actions={
        <>
          <Button data-primo onClick={onClose}>
            {texts.continua}
          </Button>
          <AwayLink variant="primario" href={store.url}>
            {texts.ok}
          </AwayLink>
        </>
      }
    >
      <p>{errorMessage(error).text}</p>
      <p>
        <strong>{texts.store}</strong> {texts.store_nota(store.nome)}
      </p>
    </Dialog>
  )
}
