import { useSyncExternalStore } from 'react'

const QUERY = '(min-width: 64em)'
const subscribe = (f: () => void) => {
  const media = matchMedia(QUERY)
  media.addEventListener('change', f)
  return () => media.removeEventListener('change', f)
}

/** True on wide windows, where a second column stands beside the first; content hidden elsewhere need not be drawn. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches)
