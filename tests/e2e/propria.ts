import { utils, write } from '@e965/xlsx'
import type { Page } from 'playwright-core'

/** A workbook of `n` questions as a body publishes it, to be picked on the screen. */
export function makeWorkbook(name: string, n: number) {
  const rows = Array.from({ length: n }, (_, i) => [
    i + 1,
    `Materia ${1 + (i % 12)}`,
    `Quale atto spetta al responsabile secondo la disciplina del procedimento numero ${i + 1}?`,
    ...['A', 'B', 'C', 'D'].map((letter) => `L’atto che la lettera ${letter} descrive al comma ${i + 1}`),
    'ABCD'[i % 4],
  ])
  const header = ['Numero', 'Materia', 'Domanda', 'Risposta A', 'Risposta B', 'Risposta C', 'Risposta D', 'Esatta']
  const sheet = utils.aoa_to_sheet([header, ...rows])
  const buffer = Buffer.from(
    write({ SheetNames: ['Banca'], Sheets: { Banca: sheet } }, { type: 'array', bookType: 'xlsx', compression: true }),
  )
  return { name, mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer }
}

type Hearing = { said: string[] }

/** Hears from now on what the open dialog tells a screen reader, and presses «Annulla» as soon as it begins with `until`. */
export const cancelWhen = (page: Page, until: string): Promise<void> =>
  page.evaluate((start) => {
    const heard: Hearing = { said: [] }
    Object.assign(window, { heard })
    const observer = new MutationObserver(() => {
      const dialog = document.querySelector('dialog[open]')
      const text = dialog?.querySelector('[role=status]')?.textContent ?? ''
      if (text === '' || text === heard.said.at(-1)) return
      heard.said.push(text)
      if (!text.startsWith(start)) return
      observer.disconnect()
      for (const button of dialog?.querySelectorAll('button') ?? [])
        if (button.textContent === 'Annulla') button.click()
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  }, until)

/** What was heard since. */
export const readHeard = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { heard: Hearing }).heard.said)
