import type { CDPSession, Page } from 'playwright-core'

/** Kinds of the main thread's work, and the trace's names for them. A piece's time excludes the pieces inside it. */
const KINDS = {
  compile: /^(v8\.(compile|parse|deserialize|produceCache)|V8\.(Compile|Parse|Deserialize))/,
  run: /^(EvaluateScript|v8\.(run|evaluateModule|callFunction)|FunctionCall|RunMicrotasks|TimerFire|FireAnimationFrame|FireIdleCallback|EventDispatch|HandlePostMessage|M(in|aj)orGC|V8\.GC|XHR)/,
  style: /^(UpdateLayoutTree|RecalculateStyles|ParseAuthorStyleSheet|CSSParserImpl)/,
  layout: /^(Layout|LayoutShift|PrePaint|Paint|Layerize|UpdateLayerTree|UpdateLayer|Commit)$/,
}
export type Kind = keyof typeof KINDS
/** Milliseconds by kind. */
export type Thread = Record<Kind, number>
const CATEGORIES = ['v8', 'devtools.timeline', 'disabled-by-default-v8.compile', 'blink.user_timing']

type Event = { name: string; ph: string; ts: number; dur?: number; pid: number; tid: number; args?: Args }
type Args = { data?: { startTime?: number } }
/** Mark of the page by which its clock is found in the trace. */
const MARK = 'filo'

const kindOf = (name: string): Kind | undefined => (Object.keys(KINDS) as Kind[]).find((kind) => KINDS[kind].test(name))

/** Sums the main thread's work in the first `end` milliseconds of the navigation; each piece excludes those inside it. */
function measure(events: readonly Event[], end: number): Thread {
  const mark = events.find((e) => e.name === MARK)
  if (!mark) throw new Error('the trace has no mark of the page')
  const start = mark.ts - (mark.args?.data?.startTime ?? 0) * 1000
  const until = start + end * 1000
  const work = events
    .filter((e) => e.ph === 'X' && e.pid === mark.pid && e.tid === mark.tid && e.ts >= start && e.ts < until)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  const thread: Thread = { compile: 0, run: 0, style: 0, layout: 0 }
  const open: { kind: Kind; end: number }[] = []
  for (const { name, ts, dur = 0 } of work) {
    const kind = kindOf(name)
    if (!kind) continue
    while (open.length > 0 && (open.at(-1) as { end: number }).end <= ts) open.pop()
    const ms = (Math.min(ts + dur, until) - ts) / 1000
    const outer = open.at(-1)
    if (outer) thread[outer.kind] -= ms
    thread[kind] += ms
    open.push({ kind, end: ts + dur })
  }
  return thread
}

/** Starts a trace of a page; returns a function that ends it. */
export async function traceThread(page: Page, cdp: CDPSession): Promise<(end: number) => Promise<Thread>> {
  const events: Event[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as Event[])))
  const traceConfig = { includedCategories: CATEGORIES }
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  return async (end) => {
    await page.evaluate((name) => void performance.mark(name), MARK)
    const complete = new Promise((done) => cdp.once('Tracing.tracingComplete', done))
    await cdp.send('Tracing.end')
    await complete
    return measure(events, end)
  }
}
