import { SESSION_HEADER } from '#contract/gestione/call'
import { TIMEOUT_MS } from '#contract/timeout'

export type FileToSend = {
  file: Blob
  signal?: AbortSignal | undefined
  /** Gets the part that has left, from 0 to 1. */
  onProgress?: ((sent: number) => void) | undefined
}

/**
 * Sends a file with its progress, which `fetch` does not show. The request is given up after the usual time without progress,
 * never for its length. Null where no response came.
 */
export const sendFile = (
  method: string,
  url: string,
  headers: Record<string, string>,
  { file, signal, onProgress }: FileToSend,
): Promise<Response | null> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), TIMEOUT_MS)
    }
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => {
      wait()
      onProgress?.(loaded / total)
    }
    request.onload = () => {
      const headers = { [SESSION_HEADER]: request.getResponseHeader(SESSION_HEADER) ?? '' }
      resolve(new Response(request.responseText || null, { status: request.status, headers }))
    }
    request.onerror = request.onabort = () => resolve(null)
    request.onloadend = () => clearTimeout(timer)
    if (signal?.aborted) return resolve(null)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    wait()
    request.send(file)
  })
