/** Appointment of a calendar file (RFC 5545). Instants are ms since 1970. */
export type CalendarEvent = {
  /** Equal for the same appointment, so that a second import updates it instead of doubling it. */
  uid: string
  title: string
  description: string
  url: string | null
  at_ms: number
  /** Days before at which the calendar reminds. */
  reminders: readonly number[]
}

/** Most bytes of a line, its end left out (RFC 5545 §3.1). */
const MAX_LINE_BYTES = 75

const bytesOf = (char: string): number => {
  const point = char.codePointAt(0) as number
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
}

/** A content line in pieces of at most 75 bytes, never cut inside a character; the later pieces begin with a space. */
function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const char of line) {
    const size = bytesOf(char)
    if (bytes + size > MAX_LINE_BYTES) {
      folded += '\r\n '
      bytes = 1
    }
    folded += char
    bytes += size
  }
  return folded
}

/** TEXT values: backslash, comma, semicolon and new line are escaped; other controls are not allowed (RFC 5545 §3.3.11). */
const escapeText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\,;]/g, (c) => `\\${c}`)
    .replaceAll('\n', '\\n')

/** An instant in UTC, which every calendar shows on the clock of its place: `20261231T225900Z`. */
const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** A calendar file with one appointment, in UTC, so that it needs no table of time zones [BA5]. */
export function writeIcs(event: CalendarEvent, now_ms: number): string {
  const alarms = event.reminders.flatMap((days) => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(event.title)}`,
    `TRIGGER:-P${days}D`,
    'END:VALARM',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Idoneo//Calendario//IT',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${instant(now_ms)}`,
    `DTSTART:${instant(event.at_ms)}`,
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    ...(event.url === null ? [] : [`URL:${event.url.replace(/[\s\p{Cc}]/gu, '')}`]),
    'TRANSP:TRANSPARENT',
    ...alarms,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
