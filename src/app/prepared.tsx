import { prerender } from 'react-dom/static'
import { App } from './App.tsx'

/** Page of a visit without a session, in HTML that this same code takes over; runs at build time alone (decision 0085). */
export async function drawPage(): Promise<string> {
  const failed: unknown[] = []
  // Never a part that a script would put in its place: the policy lets none stand in the page.
  const { prelude } = await prerender(<App />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (e) => void failed.push(e),
  })
  const html = await new Response(prelude).text()
  if (failed.length > 0) throw failed[0]
  return html
}
