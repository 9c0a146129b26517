/** What browsers call the systems that they run on, the more particular first. */
const SYSTEMS: readonly [RegExp, string][] = [
  [/iphone|ipod/i, 'iPhone'],
  [/ipad/i, 'iPad'],
  [/android|linux arm|linux aarch/i, 'Android'],
  [/win/i, 'Windows'],
  [/mac/i, 'Mac'],
  [/cros|chrome ?os/i, 'Chromebook'],
  [/linux/i, 'Linux'],
]

/** A device as its owner would call it: "Browser su Windows", "App su Android". */
export function deviceName(dispositivo: string, sistema: string | null): string {
  const kind = dispositivo === 'web' ? 'Browser' : 'App'
  const said = sistema ?? (dispositivo === 'web' ? '' : dispositivo)
  const system = SYSTEMS.find(([called]) => called.test(said))?.[1]
  return system === undefined ? kind : `${kind} su ${system}`
}
