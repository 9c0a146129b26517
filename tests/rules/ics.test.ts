import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CalendarEvent, writeIcs } from '#rules/ics'

const NOW = Date.parse('2026-11-26T10:00:00.123+01:00')
const EVENT: CalendarEvent = {
  uid: 'bando-7@idoneo.example',
  title: 'Scade: Istruttore, Comune di Forlì; 3 posti',
  description: 'Prima riga\nSeconda, con \\ e ;',
  url: 'https://www.comune.example/bando?a=1,2;3',
  at_ms: Date.parse('2026-10-25T23:59:59.999+01:00'),
  reminders: [3, 1],
}

/** A reader of its own: unfolds, splits names from values, undoes the escapes of TEXT. */
function read(ics: string): [string, string][] {
  expect(ics.endsWith('\r\n')).toBe(true)
  expect(ics.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const lines = ics.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)
  return lines.map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at), line.slice(at + 1)]
  })
}
const fieldValue = (ics: string, name: string) => read(ics).find(([key]) => key === name)?.[1]
const unescapeText = (text: string) => text.replace(/\\([\\;,nN])/g, (_, c) => (c === 'n' || c === 'N' ? '\n' : c))

describe('[BA5] a deadline as a calendar file', () => {
  it('says the deadline at its instant, on the day that clocks change too', () => {
    expect(fieldValue(writeIcs(EVENT, NOW), 'DTSTART')).toBe('20261025T225959Z')
    const spring = { ...EVENT, at_ms: Date.parse('2026-03-29T23:59:59.999+02:00') }
    expect(fieldValue(writeIcs(spring, NOW), 'DTSTART')).toBe('20260329T215959Z')
    expect(fieldValue(writeIcs(EVENT, NOW), 'DTSTAMP')).toBe('20261126T090000Z')
  })

  it('has what RFC 5545 asks of a calendar and of an event, blocks closed in order', () => {
    const lines = read(writeIcs(EVENT, NOW))
    const open: string[] = []
    for (const [name, value] of lines) {
      if (name === 'BEGIN') open.push(value)
      if (name === 'END') expect(open.pop()).toBe(value)
    }
    expect(open).toEqual([])
    const names = lines.map(([name]) => name)
    for (const needed of ['VERSION', 'PRODID', 'UID', 'DTSTAMP', 'DTSTART'])
      expect(names.filter((n) => n === needed)).toHaveLength(1)
    expect(lines.filter(([name]) => name === 'TRIGGER').map(([, v]) => v)).toEqual(['-P3D', '-P1D'])
    expect(fieldValue(writeIcs(EVENT, NOW), 'URL')).toBe(EVENT.url)
    expect(fieldValue(writeIcs({ ...EVENT, url: null }, NOW), 'URL')).toBeUndefined()
  })

  it('loses no character of a text, breaks no line within one, and no line is longer than 75 bytes', () => {
    const text = fc.string({ unit: 'binary', maxLength: 120 })
    fc.assert(
      fc.property(text, text, (title, description) => {
        const ics = writeIcs({ ...EVENT, title, description }, NOW)
        for (const line of ics.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
        const plain = (s: string) => s.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
        expect(unescapeText(fieldValue(ics, 'SUMMARY') as string)).toBe(plain(title))
        expect(unescapeText(fieldValue(ics, 'DESCRIPTION') as string)).toBe(plain(description))
      }),
      { numRuns: 60 },
    )
  })

  it('no text makes a line of its own', () => {
    const ics = writeIcs({ ...EVENT, title: 'a\r\nEND:VEVENT', url: 'https://x.example/\r\nBEGIN:VALARM' }, NOW)
    expect(
      read(ics)
        .filter(([name]) => name === 'END')
        .map(([, v]) => v),
    ).toEqual(['VALARM', 'VALARM', 'VEVENT', 'VCALENDAR'])
  })
})
