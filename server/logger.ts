import type { Writable } from 'node:stream'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

const SECRETS = [
  'password',
  'vecchia_password',
  'nuova_password',
  'token',
  'token_api',
  'token_social',
  'apikey',
  'authorization',
  'x-api-key',
  'cookie',
  'set-cookie',
  'stripe-signature',
  'firma',
]

/** What may wait for a slow reader of the log, in bytes; beyond it lines are dropped. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024

const ignoreError = (): void => {}

/**
 * A destination that drops lines when they cannot be written (a full disk, a reader that went away) and never holds the process:
 * nothing is thrown, and nothing waits at the exit.
 */
export function openDestination(out: NodeJS.WriteStream | Writable): DestinationStream {
  // Several loggers of a process share its standard output.
  if (!out.listeners('error').includes(ignoreError)) out.on('error', ignoreError)
  return {
    write(line: string) {
      if (out.writableLength > MAX_WAITING_BYTES || out.destroyed) return
      try {
        out.write(line)
      } catch {
        // A standard output that was closed throws instead of telling its listener.
      }
    },
  }
}

/** Structured log, one JSON object a line. Secrets are blotted out at any of the first three depths. */
export function openLogger(livello: string, out: DestinationStream = openDestination(process.stdout)): Logger {
  const options = {
    level: livello,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[segreto]',
    },
    serializers: {
      // Only what helps: some errors carry the whole request.
      err: (error: Error) => {
        const { type, message, stack } = stdSerializers.err(error)
        return { type, message, stack, ...('code' in error ? { code: error.code } : {}) }
      },
    },
  }
  return pino(options, out)
}
