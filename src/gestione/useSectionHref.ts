import { useSnapshot } from 'valtio'
import { consoleState } from './console-session.ts'
import { type Section, sectionsOf } from './sections.tsx'

/** Returns the section at a path, with or without filters, null where the caller's role does not see it. */
export function useSectionHref(): (path: string) => Section | null {
  const { sessione } = useSnapshot(consoleState)
  return (path) => (sessione && sectionsOf(sessione.ruolo).find((s) => s.path === path.split('?')[0])) ?? null
}
