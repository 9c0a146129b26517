import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { NIGHT, SCRIVANIA, TELEFONO } from './aiuti.ts'

/** The engine of axe, small as it is sent to each document. */
const ENGINE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'wcag2aaa', 'best-practice']
/** What depends on colours: all that the second theme can break. */
const COLOURS = ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block']
/** Beyond, a list that is drawn as it comes into view would be drawn whole. */
const TALLEST = 8_000
/** Tags or rules to check; all that are on by default without. */
type Options = { runOnly?: { type: 'tag' | 'rule'; values: string[] } }

/** A small phone, and what a window of 1280 px leaves at 200 %: WCAG 1.4.10 and 1.4.4. */
const NARROW = [320, 640]

/**
 * Element by element, what breaks a rule of axe on the page or in its part. The engine goes into a document once, and brings
 * back violations alone: the list of passed checks took most of the time.
 */
export async function runAxe(page: Page, options: Options = {}, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(ENGINE)
  const given: [string, Options] = [part, options]
  return page.evaluate(async ([context, how]) => {
    const engine = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await engine.run(context, { ...how, resultTypes: ['violations'] })
    return violations.flatMap((v) => v.nodes.map((n) => `${v.id} ${n.target} ${n.any[0]?.message ?? n.html}`))
  }, given)
}

/** Returns the height, in px, of a window that shows the whole page, and a sheet that may take 86 % of it. */
const wholeHeight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const fogli = [...document.querySelectorAll('dialog[open]')].map((d) => Math.ceil(d.scrollHeight / 0.8))
    return Math.max(document.documentElement.scrollHeight, ...fogli)
  })

/**
 * Runs axe on the whole page: what a bar covers can be scrolled to, so the window is as tall as the page. Looks again at a page
 * that grew meanwhile, because a part of it came late.
 */
async function violations(page: Page, width: number, coloursAlone: boolean): Promise<string[]> {
  const options: Options = { runOnly: coloursAlone ? { type: 'rule', values: COLOURS } : { type: 'tag', values: TAG } }
  let found: string[] = []
  let height = 0
  for (let look = 0; look < 3; look++) {
    const whole = Math.min(TALLEST, Math.max(TELEFONO.height, await wholeHeight(page)))
    if (whole <= height) break
    height = whole
    await page.setViewportSize({ width, height })
    found = await runAxe(page, options)
  }
  return found
}

/** Find what sticks out sideways of a window of this width, and strips of choices whose last option is alone under a longer row. */
async function checkWidth(page: Page, width: number): Promise<string[]> {
  const { largo, uneven } = await page.evaluate(() => {
    const strips = [...document.querySelectorAll('fieldset > [style*="--lettere"]')]
    const rowsOf = (strip: Element): number[] => {
      const tops = [...strip.children].map((option) => Math.round(option.getBoundingClientRect().top))
      return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length)
    }
    const rows = strips.map((strip) => ({ text: strip.textContent, rows: rowsOf(strip) }))
    return {
      largo: document.documentElement.scrollWidth,
      uneven: rows.filter(({ rows }) => rows.at(-1) === 1 && rows.some((n) => n > 1)).map(({ text }) => text),
    }
  })
  return [...(largo > width ? [`${width}: ${largo} px wide`] : []), ...uneven.map((text) => `${width}: uneven ${text}`)]
}

/** One window in one theme of the screen that is on, whole: what axe finds, and what sticks out sideways. */
export async function inspectWindow(
  page: Page,
  { width, height }: { width: number; height: number },
  colorScheme: 'light' | 'dark',
  coloursAlone = false,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height })
  const found = await violations(page, width, coloursAlone)
  return [...found.map((v) => `${width} ${colorScheme}: ${v}`), ...(await checkWidth(page, width))]
}

/** Finds what sticks out sideways of a window. */
export async function measureWindow(
  page: Page,
  { width, height }: { width: number; height: number },
): Promise<string[]> {
  await page.setViewportSize({ width, height })
  return checkWidth(page, width)
}

/** Which of two by the length of what stands above the screen: the same at each run, and either over all screens. */
const turnOf = async (page: Page): Promise<number> =>
  (await page.locator('dialog[open], h1').last().innerText()).length % 2

/**
 * The screen that is on, and two narrow windows: nothing may stick out sideways. By day one window in one theme, by turns of the
 * screens; at night each window in both themes, in the second what depends on colours.
 */
export async function inspect(page: Page): Promise<string[]> {
  const turn = await turnOf(page)
  const found = [
    ...(NIGHT || turn === 0 ? await inspectWindow(page, SCRIVANIA, 'light') : []),
    ...(NIGHT ? await inspectWindow(page, SCRIVANIA, 'dark', true) : []),
    ...(NIGHT || turn === 1 ? await inspectWindow(page, TELEFONO, 'dark') : []),
    ...(NIGHT ? await inspectWindow(page, TELEFONO, 'light', true) : []),
  ]
  for (const width of NARROW) found.push(...(await measureWindow(page, { width, height: TELEFONO.height })))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(SCRIVANIA)
  return found
}
