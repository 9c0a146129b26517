import type { TipoMail } from '#contract/gestione/persone'
import type { Message } from '../deps.ts'

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** A paragraph, a button with its address, or small print, which may be a link. Plain text everywhere: the layout escapes it. */
type Part =
  | string
  | { button: string; link: string }
  | { small: string; link?: string }
  | { rows: readonly (readonly [string, string])[] }

/** `tipo` null: a mail that no account gets. */
export type Letter = {
  tipo: TipoMail | null
  to: string
  subject: string
  parts: readonly Part[]
  replyTo?: string
}

const asText = (part: Part): string => {
  if (typeof part === 'string') return part
  if ('button' in part) return `${part.button}:\n${part.link}`
  if ('rows' in part) return part.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
  return part.link ? `${part.small}:\n${part.link}` : part.small
}

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

/** Colours of the page's light theme (src/ui/style.css). */
const COLORS = {
  paper: '#f6f3ec',
  surface: '#fffefb',
  ink: '#1a1d29',
  soft: '#3b4051',
  primary: '#27379b',
  on: '#ffffff',
}

/** Draws the three circles of the mark by styles alone, since a letter loads no picture. */
const MARK = [false, true, false]
  .map((filled) => {
    const [color, sign] = filled ? [COLORS.primary, '✓'] : [COLORS.ink, '&nbsp;']
    const fill = filled ? `background:${color};color:${COLORS.on};` : ''
    return `<span style="display:inline-block;width:14px;height:14px;border:2px solid ${color};border-radius:50%;${fill}font-size:11px;line-height:14px;text-align:center">${sign}</span>`
  })
  .join('&nbsp;')

const asHtml = (part: Part): string => {
  if (typeof part === 'string') return `<p>${lines(part)}</p>`
  if ('button' in part) {
    const link = escapeHtml(part.link)
    return `<p><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:${COLORS.primary};color:${COLORS.on};text-decoration:none;font-weight:600">${escapeHtml(part.button)}</a></p>
<p style="color:${COLORS.soft}">Se il pulsante non si apre, copia questo indirizzo nel browser:<br><span style="word-break:break-all">${link}</span></p>`
  }
  if ('rows' in part) {
    const rows = part.rows.map(
      ([name, value]) =>
        `<tr><th scope="row" style="text-align:left;padding:4px 16px 4px 0;font-weight:400;color:${COLORS.soft}">${escapeHtml(name)}</th><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
    )
    return `<table style="border-collapse:collapse">${rows.join('')}</table>`
  }
  const small = part.link
    ? `<a href="${escapeHtml(part.link)}" style="color:${COLORS.soft}">${lines(part.small)}</a>`
    : lines(part.small)
  return `<p style="color:${COLORS.soft}">${small}</p>`
}

/** Composes a letter in text and HTML: same words in both, no picture, nothing loaded from anywhere. */
export function compose({ tipo, to, subject, parts, replyTo }: Letter): Message {
  const body: readonly Part[] = ['Ciao,', ...parts, 'Buono studio,\nIdoneo']
  const html = `<!doctype html>
<html lang="it">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:${COLORS.paper};color:${COLORS.ink};font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:32rem;margin:0 auto;padding:24px;background:${COLORS.surface};border-radius:12px">
<p style="margin:0 0 20px;font-size:20px;font-weight:700"><span aria-hidden="true">${MARK}</span>&nbsp; Idoneo</p>
${body.map(asHtml).join('\n')}
</div>
</body>
</html>
`
  return {
    ...(tipo ? { tipo } : {}),
    to,
    subject,
    text: `${body.map(asText).join('\n\n')}\n`,
    html,
    ...(replyTo ? { replyTo } : {}),
  }
}
