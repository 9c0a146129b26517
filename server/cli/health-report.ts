import type { Pair } from '#rules/banca-health'
import type { HealthReport } from '../pacchetti/health.ts'

/** Questions that each list shows. */
const SHOWN = 20

type Section = { title: string; count: number; rows: string[] }

const label = ({ questions }: HealthReport, i: number): string => {
  const d = questions[i]
  return `${d?.id_ufficiale ?? `posizione ${i + 1}`}: ${(d?.testo ?? '')
    .replace(/<[^>]*>/g, ' ')
    .trim()
    .slice(0, 100)}`
}

function listSections(report: HealthReport): Section[] {
  const pairs = (title: string, list: readonly Pair[]): Section => ({
    title,
    count: list.length,
    rows: list.map(([a, b]) => `${label(report, a)}  ≈  ${label(report, b)}`),
  })
  const byId = new Map(report.questions.map((d, i) => [d.id_domanda, i]))
  const of = (id: number) => label(report, byId.get(id) ?? -1)
  return [
    pairs('Gemelle: quasi le stesse parole, stessa risposta esatta', report.twins),
    pairs('Trappole: quasi le stesse parole, un’altra risposta esatta', report.traps),
    {
      title: 'Con due risposte uguali',
      count: report.equal_answers.length,
      rows: report.equal_answers.map((i) => label(report, i)),
    },
    { title: 'Numeri mancanti', count: report.missing_numbers.length, rows: report.missing_numbers.map(String) },
    { title: 'Numeri ripetuti', count: report.repeated_numbers.length, rows: report.repeated_numbers.map(String) },
    { title: 'Immagini mancanti', count: report.missing_images.length, rows: report.missing_images },
    {
      title: 'Le più sbagliate da chi studia',
      count: report.difficulty.length,
      rows: report.difficulty.map((d) => `${percent(d.wrong, d.people)} sbagliano su ${d.people}: ${of(d.id_domanda)}`),
    },
    {
      title: 'Segnalate da chi studia',
      count: report.segnalazioni.length,
      rows: report.segnalazioni.map((s) => `${s.n}: ${of(s.id_domanda)}`),
    },
  ]
}

const percent = (n: number, of: number): string => `${of === 0 ? 0 : Math.round((n * 100) / of)} %`

const summary = (r: HealthReport): string[] => [
  `${r.domande} domande, ${r.without_key} senza chiave`,
  `La risposta esatta è la più lunga in ${r.longest.right} domande su ${r.longest.of} (${percent(r.longest.right, r.longest.of)}); per caso sarebbero ${r.longest.chance}`,
  `Lunghezza di domanda e risposte: ${r.length.median} caratteri la mediana, ${r.length.p95} il 95º percentile, ${r.length.longest} la più lunga`,
]

/** Formats the health of a bank as lines for people. */
export function formatHealth(report: HealthReport): string[] {
  return [
    `Banca ${report.id_concorso}: ${report.concorso}`,
    ...summary(report),
    `Posto della risposta esatta: ${report.positions.map((n, i) => `${'ABCDE'[i]} ${n}`).join(', ')}`,
    ...listSections(report).flatMap(({ title, count, rows }) => [
      `${String(count).padStart(7)}  ${title}`,
      ...rows.slice(0, SHOWN).map((row) => `           ${row}`),
      ...(rows.length > SHOWN ? [`           … e altre ${rows.length - SHOWN}`] : []),
    ]),
  ]
}

const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** Draws bars with their figures as words, so that a screen reader reads the chart too. */
function chart(title: string, bars: readonly { name: string; n: number }[]): string {
  const most = Math.max(1, ...bars.map((b) => b.n))
  const rows = bars.map(
    ({ name, n }, i) =>
      `<g transform="translate(0 ${i * 28})"><text x="0" y="18">${escapeHtml(name)}</text><rect x="120" y="4" height="18" width="${Math.round((n * 400) / most)}"/><text x="${Math.round((n * 400) / most) + 128}" y="18">${n}</text></g>`,
  )
  const said = bars.map((b) => `${b.name} ${b.n}`).join(', ')
  return `<h2>${escapeHtml(title)}</h2><svg role="img" aria-label="${escapeHtml(`${title}: ${said}`)}" viewBox="0 0 600 ${bars.length * 28}" width="600">${rows.join('')}</svg>`
}

/** Renders the health of a bank as one HTML page without other files. */
export function renderHealth(report: HealthReport): string {
  const lengths = [250, 500, 750, 1000].map((top, i, tops) => ({
    name: `fino a ${top}`,
    n: report.questions.filter((d) => {
      const length = [d.testo, ...d.risposte].join('').length
      return length <= top && length > (tops[i - 1] ?? 0)
    }).length,
  }))
  const wrong = [20, 40, 60, 80, 100].map((top) => ({
    name: `${top - 20}–${top} %`,
    n: report.difficulty.filter((d) => {
      const share = (d.wrong * 100) / d.people
      return share <= top && (share > top - 20 || (top === 20 && share === 0))
    }).length,
  }))
  const sections = listSections(report).map(
    ({ title, count, rows }) =>
      `<h2>${escapeHtml(title)} (${count})</h2>${rows.length === 0 ? '<p>Nessuna.</p>' : `<ul>${rows.map((row) => `<li>${escapeHtml(row)}</li>`).join('')}</ul>`}`,
  )
  return `<!doctype html><html lang="it"><meta charset="utf-8"><title>Salute della banca ${report.id_concorso}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}rect{fill:currentColor;opacity:.6}text{font-size:14px;fill:currentColor}svg{max-width:100%;height:auto}</style>
<h1>${escapeHtml(report.concorso)}</h1>${summary(report)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')}
${chart(
  'Posto della risposta esatta',
  report.positions.map((n, i) => ({ name: 'ABCDE'[i] ?? '', n })),
)}
${chart('Caratteri di domanda e risposte', lengths)}
${chart('Quanti sbagliano', wrong)}
${sections.join('\n')}</html>
`
}
