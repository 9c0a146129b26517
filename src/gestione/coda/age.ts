import { codaText } from './text.ts'

const MINUTE_MS = 60_000

/** Says how old an instant is, in its largest unit. */
export function formatAge(iso: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / MINUTE_MS))
  if (minutes === 0) return codaText.adesso
  if (minutes < 60) return codaText.da(codaText.minuti(minutes))
  const hours = Math.floor(minutes / 60)
  return codaText.da(hours < 24 ? codaText.ore(hours) : codaText.giorni(Math.floor(hours / 24)))
}
