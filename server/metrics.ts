import { Counter, Histogram, Registry } from 'prom-client'
import { createRecentProblems } from './recent-problems.ts'
import { createWorks } from './works.ts'

/** Upper bounds of the histogram of calls, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Counters of one process; Prometheus adds up those of several. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    recent: createRecentProblems(),
    works: createWorks(),
    calls: new Histogram({
      name: 'idoneo_http_request_duration_seconds',
      help: 'Duration of requests by method, route and class of status',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: BUCKETS,
      registers,
    }),
    refusals: new Counter({
      name: 'idoneo_http_problems_total',
      help: 'Problems sent, by code of the catalogue',
      labelNames: ['code'] as const,
      registers,
    }),
    deliveries: new Counter({
      name: 'idoneo_deliveries_total',
      help: 'Attempts to send a row of the outbox, by kind and outcome (sent, retried, abandoned)',
      labelNames: ['kind', 'outcome'] as const,
      registers,
    }),
    events: new Counter({
      name: 'idoneo_events_received_total',
      help: 'Journal events accepted from devices, by kind; RISPOSTA is an answer',
      labelNames: ['kind'] as const,
      registers,
    }),
    rounds: new Counter({
      name: 'idoneo_rounds_total',
      help: 'Rounds of background work, by outcome (done, failed)',
      labelNames: ['outcome'] as const,
      registers,
    }),
  }
}
