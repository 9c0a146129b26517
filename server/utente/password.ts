import { type Algorithm, hash, verify } from '@node-rs/argon2'

/** OWASP's first choice: argon2id, 19 MiB, two passes, one lane (about 15 to 30 ms). */
const ARGON2 = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const INSIEME = 4
const IN_ATTESA = 50

/** Every place of the queue is taken: the caller answers "try again in a moment". */
export class CodaPiena extends Error {
  override name = 'CodaPiena'
  readonly statusCode = 503
}

export type Cifratore = {
  /** Throws CodaPiena when too many are waiting. */
  hash(password: string): Promise<string>
  /** A null hash (unknown account) costs the same time and is never right (D6). Throws CodaPiena. */
  verify(hash: string | null, password: string): Promise<boolean>
}

/** Bounded, because each hash takes memory and a core: a flood of logins must not starve everything else. */
export function createCifratore(insieme = INSIEME, inAttesa = IN_ATTESA): Cifratore {
  let attivi = 0
  const coda: (() => void)[] = []
  async function inCoda<T>(lavoro: () => Promise<T>): Promise<T> {
    if (attivi >= insieme) {
      if (coda.length >= inAttesa) throw new CodaPiena('coda delle password piena')
      // Whoever finishes hands its place over, so `attivi` does not change here.
      await new Promise<void>((avanti) => coda.push(avanti))
    } else attivi += 1
    try {
      return await lavoro()
    } finally {
      const prossimo = coda.shift()
      if (prossimo) prossimo()
      else attivi -= 1
    }
  }
  let finta: Promise<string> | null = null
  return {
    hash: (password) => inCoda(() => hash(password, ARGON2)),
    verify: (impronta, password) =>
      inCoda(async () => {
        finta ??= hash('nessuno', ARGON2)
        const buona = await verify(impronta ?? (await finta), password)
        return impronta !== null && buona
      }),
  }
}
