import type { BancaLocale } from '#contract/database'
import { readStudyPlan } from '../../domain/study-plan.ts'
import { vigiliaText as texts } from '../../text/vigilia.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Instructions } from './Instructions.tsx'

/** The instructions of a bank's exam, whenever they are asked for. */
export default function InstructionsDialog({ banca, onClose }: { banca: BancaLocale; onClose: () => void }) {
  return (
    <Dialog title={texts.titolo} onClose={onClose}>
      <Instructions banca={banca} day={readStudyPlan().prove[banca.id_concorso] ?? null} />
    </Dialog>
  )
}
