import { vi } from 'vitest'

// Files of one worker share its process and its packages; each begins with the page's modules as they load, real clock and globals.
vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
