import type { Failure } from '#contract/result'
import { premiumOffer, premiumOfferText as texts } from '../text/premium.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

/** Offer of Premium where one of its functions was touched [EB28], without a code to copy, because nothing failed. */
export function PremiumDialog({ error, onSee, onClose }: { error: Failure; onSee: () => void; onClose: () => void }) {
  const { title, text } = premiumOffer(error)
  const see = () => {
    onClose()
    onSee()
  }
  return (
    <ConfirmDialog title={title} no={texts.non_ora} yes={texts.vedi} onNo={onClose} onYes={see}>
      {text}
    </ConfirmDialog>
  )
}
