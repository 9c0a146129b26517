import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { callerOf } from './address.ts'
import { createLimit } from './shared-limits.ts'

/** Address to which browsers report violations of the page's policy. */
export const REPORTS_PATH = '/rapporti/csp'
const MAX_BYTES = 16 * 1024
/** Most reports of one address in an hour, and most violations of one report, that are logged. */
const PER_HOUR = 60
const PER_REPORT = 5
const HOUR_MS = 3_600_000
const MAX_TEXT = 200

/** Cuts an address after its path, where names and links of people stand. */
const plainOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : ''
  return (URL.canParse(text) ? new URL(text).origin + new URL(text).pathname : text).slice(0, MAX_TEXT)
}
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Parses violations from a body of either kind: one of `report-uri`, or a list of `report-to`. */
function readViolations(body: unknown): { direttiva: string; bloccato: string; pagina: string }[] {
  return [body]
    .flat()
    .slice(0, PER_REPORT)
    .map((one) => {
      const said = { ...record(record(one)['csp-report']), ...record(record(one).body) }
      const direttiva = said['effective-directive'] ?? said['violated-directive'] ?? said.effectiveDirective
      return {
        direttiva: String(direttiva ?? '').slice(0, MAX_TEXT),
        bloccato: plainOf(said['blocked-uri'] ?? said.blockedURL),
        pagina: plainOf(said['document-uri'] ?? said.documentURL),
      }
    })
}

/** Logs violations of the policy: few per caller, and no address beyond its path. */
export async function registerPolicyReports(app: FastifyInstance, { log }: Pick<Deps, 'log'>): Promise<void> {
  const perAddress = createLimit(null, REPORTS_PATH, PER_HOUR, HOUR_MS)
  await app.register(async (reports) => {
    reports.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      reports.getDefaultJsonParser('error', 'error'),
    )
    reports.post(REPORTS_PATH, { schema: { hide: true }, bodyLimit: MAX_BYTES }, async (request, reply) => {
      const { seconds } = await perAddress.take(callerOf(request.ip))
      if (seconds === 0)
        for (const violation of readViolations(request.body)) log.warn(violation, 'contenuto rifiutato dalla pagina')
      return reply.code(204).send()
    })
  })
}
