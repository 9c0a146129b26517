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

/** Structured log, one JSON object a line. Secrets are blotted out at any of the first three depths. */
export function openLogger(livello: string, exit?: DestinationStream): Logger {
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
  return exit ? pino(options, exit) : pino(options)
}
