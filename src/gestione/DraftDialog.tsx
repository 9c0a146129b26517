import type { ComponentProps } from 'react'
import { FormDialog } from '../ui/FormDialog.tsx'
import { leaveBy } from './leave-guard.ts'
import { useLeaveQuestion } from './useLeaveQuestion.tsx'

/** A form in a window that asks before it is closed with changes; `onClose` closes it. */
export function DraftDialog({
  isChanged,
  onClose,
  ...form
}: ComponentProps<typeof FormDialog> & { isChanged: boolean }) {
  const { question } = useLeaveQuestion(isChanged)
  return (
    <>
      {question}
      <FormDialog {...form} onClose={() => leaveBy(onClose)} />
    </>
  )
}
