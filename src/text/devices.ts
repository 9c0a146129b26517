/** Browsers' names of systems, the more particular first. */
const SYSTEMS: readonly [RegExp, string][] = [
  [/iphone|ipod/i, 'iPhone'],
  [/ipad/i, 'iPad'],
  [/android|linux arm|linux aarch/i, 'telefono Android'],
  [/win/i, 'computer Windows'],
  [/mac/i, 'Mac'],
  [/cros|chrome ?os/i, 'Chromebook'],
  [/linux/i, 'computer Linux'],
]

/** A device as its owner would call it: "Chrome, computer Windows", "App, telefono Android". */
export function deviceName(dispositivo: string, sistema: string | null): string {
  const [, system = '', browser = 'Browser'] = /^(.*?)(?: \((.+)\))?$/.exec(sistema ?? '') ?? []
  const said = dispositivo === 'web' ? system : (sistema ?? dispositivo)
  const kind = SYSTEMS.find(([called]) => called.test(said))?.[1]
  return [dispositivo === 'web' ? browser : 'App', kind].filter(Boolean).join(', ')
}
