import type { Locator, Page } from 'playwright-core'
import { url } from './aiuti.ts'

export const conto = (page: Page, n: number) =>
  page.getByText(n === 1 ? '1 domanda' : `${n.toLocaleString('it-IT', { useGrouping: true })} domande`, { exact: true })
export const riga = (page: Page, posto: number): Locator => page.locator(`[data-posto="${posto}"]`)
export const scelte = (page: Page): Locator => page.getByRole('region', { name: 'Selezione' })
export const search = async (page: Page, query: string) => {
  await page.goto(url(`/ricerca${query}`))
  await page.getByRole('list', { name: 'Risultati' }).waitFor()
}
