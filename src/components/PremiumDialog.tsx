import type { Failure } from '#contract/result'
import { premiumOffer, premiumOfferText as texts } from '../text/premium.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

/** Offers Premium where a function of it was touched [EB28]: no failure, so no code to copy. */
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
