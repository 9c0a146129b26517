import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

const SEGRETI = [
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
  'firma',
]

/** Structured log, one JSON object a line. Secrets are blotted out at any of the first three depths. */
export function openRegistro(livello: string, uscita?: DestinationStream): Logger {
  const opzioni = {
    level: livello,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SEGRETI.flatMap((nome) => [`["${nome}"]`, `*["${nome}"]`, `*.*["${nome}"]`]),
      censor: '[segreto]',
    },
    serializers: {
      // Only what helps: some errors carry the whole request.
      err: (errore: Error) => {
        const { type, message, stack } = stdSerializers.err(errore)
        return { type, message, stack, ...('code' in errore ? { code: errore.code } : {}) }
      },
    },
  }
  return uscita ? pino(opzioni, uscita) : pino(opzioni)
}
