import { accountSignal } from '../session/account.ts'
import { notices, type UpdateQuestion } from '../session/notices.ts'

/** Asks whether the bank is to be updated, telling what changes (D19) [BK9]; no, when the account leaves without a word. */
export function askUpdate(question: Omit<UpdateQuestion, 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      notices.updates = notices.updates.filter((q) => q.id_concorso !== question.id_concorso)
      resolve(yes)
    }
    accountSignal().addEventListener('abort', () => answer(false), { once: true })
    notices.updates.push({ ...question, answer })
  })
}

/** Answers no for a bank, where it is asked about. */
export const refuseUpdate = (id_concorso: number): void =>
  notices.updates.find((q) => q.id_concorso === id_concorso)?.answer(false)
