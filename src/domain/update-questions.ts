import type { AggiornamentoBanca } from '#contract/database'
import { accountSignal, accountState } from '../session/account.ts'

type UpdateQuestion = {
  id_concorso: number
  name: string
  changes: AggiornamentoBanca
  answer: (yes: boolean) => void
}

/** Updates that wait for the person's word, in the order they came (D19) [BK9]. */
export const updateQuestions = accountState(() => ({ list: [] as UpdateQuestion[] }))

/** Asks whether the bank is to be updated, telling what changes; no, when the account leaves without a word. */
export function askUpdate(question: Omit<UpdateQuestion, 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      updateQuestions.list = updateQuestions.list.filter((q) => q.id_concorso !== question.id_concorso)
      resolve(yes)
    }
    accountSignal().addEventListener('abort', () => resolve(false), { once: true })
    updateQuestions.list.push({ ...question, answer })
  })
}

/** Answers no for a bank, where it is asked about. */
export const refuseUpdate = (id_concorso: number): void =>
  updateQuestions.list.find((q) => q.id_concorso === id_concorso)?.answer(false)
