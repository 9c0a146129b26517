import { AwsV4Signer } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'
import type { S3Settings } from '../configuration.ts'

/** Times, in ms: until a store's response begins, between two parts of it, for each byte that is sent, before each retry. */
export type StoreTimes = { begin: number; silence: number; byte: number; retries: readonly number[] }
export const STORE_TIMES: StoreTimes = { begin: 5_000, silence: 15_000, byte: 0.02, retries: [100, 400] }

/** Why a store failed. Each has a sentence of its own. */
export type StoreCode =
  | 'DEPOSITO_NON_RISPONDE'
  | 'DEPOSITO_CHIAVI'
  | 'DEPOSITO_SECCHIO'
  | 'DEPOSITO_MANCANTE'
  | 'DEPOSITO_IMPRONTA'
  | 'DEPOSITO_RIFIUTO'

/** The S3 store did not do what was asked; the sentence names what to mend. */
export class StoreFailure extends Error {
  override name = 'StoreFailure'
  readonly code: StoreCode

  constructor(code: StoreCode, sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.code = code
  }
}

/** Codes of S3 that name the cause better than a status does. */
const BY_CODE: Record<string, StoreCode> = {
  NoSuchBucket: 'DEPOSITO_SECCHIO',
  NoSuchKey: 'DEPOSITO_MANCANTE',
  BadDigest: 'DEPOSITO_IMPRONTA',
  XAmzContentSHA256Mismatch: 'DEPOSITO_IMPRONTA',
}
const BY_STATUS: Record<number, StoreCode> = {
  401: 'DEPOSITO_CHIAVI',
  403: 'DEPOSITO_CHIAVI',
  404: 'DEPOSITO_MANCANTE',
}
const isPassing = (status: number): boolean => status >= 500 || status === 429

const sentences = ({ url, bucket }: S3Settings, name: string, why: string): Record<StoreCode, string> => ({
  DEPOSITO_NON_RISPONDE: `il deposito non risponde (${why}): controllare S3_URL (${url}) e che sia acceso`,
  DEPOSITO_CHIAVI: `il deposito rifiuta le chiavi (${why}): controllare S3_CHIAVE_ID, S3_CHIAVE, che possano leggere, scrivere ed elencare il secchio ${bucket}, e l’ora di questa macchina`,
  DEPOSITO_SECCHIO: `nel deposito non c’è il secchio ${bucket}: «deposito crea» lo fa; o correggere S3_SECCHIO`,
  DEPOSITO_MANCANTE: `nel deposito manca ${name}: se nessun backup lo ha, pubblicare di nuovo la sua banca`,
  DEPOSITO_IMPRONTA: `${name} non è arrivato intero al deposito (${why}): ripetere`,
  DEPOSITO_RIFIUTO: `il deposito rifiuta la richiesta (${why}): controllare S3_REGIONE e S3_URL`,
})

const xml = new XMLParser({ parseTagValue: false })
/** Parses a response of S3; an empty object for what is no XML. */
export function parseXml(text: string): Record<string, unknown> {
  try {
    return xml.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
const codeOf = (text: string): string | undefined => (parseXml(text).Error as { Code?: string } | undefined)?.Code

/** `query` and `headers` are signed with the request. */
export type StoreRequest = {
  method: 'GET' | 'HEAD' | 'PUT'
  name: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

/** Waits for one result of a store for at most `ms`; aborts `line` then. */
export async function within<T>(line: AbortController, ms: number, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => line.abort(new Error(`nessuna risposta in ${ms} ms`)), ms)
  return work.finally(() => clearTimeout(timer))
}

/** A response, and the line by which its body is cut. */
export type StoreResponse = { response: Response; line: AbortController }

/**
 * Makes the requests of one bucket, signed (SigV4), bounded in time, and tried again where a store fails for a moment.
 * Each request is repeatable: a name has one content. Throws StoreFailure.
 */
export function createRequests(settings: S3Settings, times: StoreTimes) {
  const { region, keyId, key } = settings
  const cache = new Map<string, ArrayBuffer>()
  const urlOf = (base: string, name: string, query: Record<string, string> = {}): string => {
    const url = new URL(`${base}/${settings.bucket}${name && `/${name}`}`)
    url.search = String(new URLSearchParams(query))
    return url.href
  }
  const identity = { service: 's3', region, accessKeyId: keyId, secretAccessKey: key, cache }

  const once = async ({ method, name, query, headers, body }: StoreRequest): Promise<StoreResponse> => {
    const signed = await new AwsV4Signer({
      ...identity,
      method,
      url: urlOf(settings.url, name, query),
      headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...headers },
    }).sign()
    const line = new AbortController()
    const asked = fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'manual',
      signal: line.signal,
      ...(body && { body }),
    })
    const response = await within(line, times.begin + times.byte * (body?.length ?? 0), asked)
    return { response, line }
  }

  const refusal = async ({ method, name }: StoreRequest, { response, line }: StoreResponse): Promise<StoreFailure> => {
    const { status } = response
    const text = method === 'HEAD' ? '' : await within(line, times.silence, response.text()).catch(() => '')
    const said = codeOf(text)
    const kind =
      (said ? BY_CODE[said] : undefined) ??
      BY_STATUS[status] ??
      (isPassing(status) ? 'DEPOSITO_NON_RISPONDE' : 'DEPOSITO_RIFIUTO')
    return new StoreFailure(kind, sentences(settings, name, said ? `${status} ${said}` : `${status}`)[kind])
  }
  const silence = (name: string, error: unknown): StoreFailure => {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    return new StoreFailure(
      'DEPOSITO_NON_RISPONDE',
      sentences(settings, name, cause?.code ?? message).DEPOSITO_NON_RISPONDE,
      error,
    )
  }

  return {
    /** Sends a request; throws where the store refuses it, or still fails at the last try. */
    async send(request: StoreRequest): Promise<StoreResponse> {
      for (const wait of [...times.retries, null]) {
        const tried = await once(request).catch((error: unknown) => silence(request.name, error))
        const failure = tried instanceof StoreFailure ? tried : tried.response.ok ? null : await refusal(request, tried)
        if (failure === null) return tried as StoreResponse
        if (failure.code !== 'DEPOSITO_NON_RISPONDE' || wait === null) throw failure
        await new Promise((done) => setTimeout(done, wait * (0.5 + Math.random())))
      }
      throw new Error('unreachable')
    },
    /** Explains a body that broke off. */
    silence,
    /** Returns an address that opens a file to whoever has it, for so many seconds. */
    async presign(base: string, name: string, seconds: number): Promise<string> {
      const url = urlOf(base, name, { 'X-Amz-Expires': String(seconds) })
      return (await new AwsV4Signer({ ...identity, method: 'GET', url, signQuery: true }).sign()).url.href
    },
  }
}
