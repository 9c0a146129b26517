import { proxy } from 'valtio'

/**
 * Data that stays on the device. `page`: every file of the page is here. `persistent`: the browser promised not to delete the
 * stored data to make room. Null until the first look.
 */
export const kept = proxy({ page: null as boolean | null, persistent: null as boolean | null })

/** Returns true when every file of the page is on the device; false where a browser keeps none. */
async function isPageKept(): Promise<boolean> {
  const { controller } = globalThis.navigator?.serviceWorker ?? {}
  if (!controller) return false
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<{ expected: number; kept: number }>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<{ expected: number; kept: number }>) => resolve(data)
  })
  controller.postMessage('count', [port2])
  const { expected, kept: here } = await answer
  return here === expected
}

/** Reads the state of `kept` again. */
export async function lookAtKept(): Promise<void> {
  kept.persistent = (await globalThis.navigator?.storage?.persisted?.().catch(() => false)) ?? false
  kept.page = await isPageKept()
}

/** Asks the browser to keep the stored data; called after a download, when there is data to lose. */
export async function askPersistence(): Promise<void> {
  if (kept.persistent) return
  kept.persistent = (await globalThis.navigator?.storage?.persist?.().catch(() => false)) ?? false
}
