import { AsyncLocalStorage } from 'node:async_hooks'
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
  'x-segreto-gestione',
  'segreto',
  'set-cookie',
  'stripe-signature',
  'firma',
]

/** Bytes that may wait for a slow reader of the log; beyond them lines are dropped. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024

const ignoreError = (): void => {}

/**
 * Opens a destination that drops lines on a failed write (a full disk, a closed reader). The destination never throws
 * and never delays the exit.
 */
export function openDestination(out: NodeJS.WriteStream | Writable): DestinationStream {
  // Add the listener once: several loggers of a process share its standard output.
  if (!out.listeners('error').includes(ignoreError)) out.on('error', ignoreError)
  return {
    write(line: string) {
      if (out.writableLength > MAX_WAITING_BYTES || out.destroyed) return
      try {
        out.write(line)
      } catch {
        // A closed standard output throws instead of calling its listener.
      }
    },
  }
}

/** Fields of the request under way, `id` and the `traccia` of its traceparent; each line that the request writes has them. */
export const underWay = new AsyncLocalStorage<{ id: string; traccia?: string }>()

/** Opens a structured log, one JSON object a line. Secrets are redacted at any of the first three depths. */
export function openLogger(livello: string, out: DestinationStream = openDestination(process.stdout)): Logger {
  const options = {
    level: livello,
    base: null,
    // A copy: pino writes the fields of the line into it.
    mixin: () => ({ ...underWay.getStore() }),
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[segreto]',
    },
    serializers: {
      // Log chosen fields alone: some errors carry the whole request.
      err: (error: Error) => {
        const { type, message, stack } = stdSerializers.err(error)
        return { type, message, stack, ...('code' in error ? { code: error.code } : {}) }
      },
    },
  }
  return pino(options, out)
}
