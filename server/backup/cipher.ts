import { createCipheriv, createDecipheriv, type DecipherGCM, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { Impossible } from '../impossible.ts'

// A sealed file is `IDNC1`, the salt of the key, a proof of the key, the vector, the AES-256-GCM text and its tag.
const MAGIC = Buffer.from('IDNC1')
const SALT = 16
const PROOF = 8
const VECTOR = 12
const TAG = 16
const HEAD = MAGIC.length + SALT + PROOF + VECTOR
const ALGORITHM = 'aes-256-gcm'

async function derive(secret: string, salt: Buffer): Promise<{ key: Buffer; proof: Buffer }> {
  const bytes = (await promisify(scrypt)(secret, salt, 32 + PROOF)) as Buffer
  return { key: bytes.subarray(0, 32), proof: bytes.subarray(32) }
}

/** Encrypts bytes under a secret; without one it passes them on. */
export async function* seal(source: AsyncIterable<Buffer>, secret: string | null): AsyncGenerator<Buffer> {
  if (secret === null) return yield* source
  const [salt, vector] = [randomBytes(SALT), randomBytes(VECTOR)]
  const { key, proof } = await derive(secret, salt)
  yield Buffer.concat([MAGIC, salt, proof, vector])
  const cipher = createCipheriv(ALGORITHM, key, vector)
  for await (const bytes of source) yield cipher.update(bytes)
  yield cipher.final()
  yield cipher.getAuthTag()
}

/** Decrypts a sealed source; passes plain ones on. Throws Impossible on a missing or wrong secret, or altered bytes. */
export async function* unseal(
  source: AsyncIterable<Buffer>,
  { file, secret }: { file: string; secret: string | null },
): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0)
  let decipher: DecipherGCM | 'plain' | null = null
  for await (const bytes of source) {
    held = Buffer.concat([held, bytes])
    if (decipher === null) {
      if (held.length < HEAD) continue
      decipher = await open(held, { file, secret })
      if (decipher !== 'plain') held = held.subarray(HEAD)
    }
    const ready = decipher === 'plain' ? held.length : Math.max(0, held.length - TAG)
    const text = held.subarray(0, ready)
    held = held.subarray(ready)
    yield decipher === 'plain' ? text : decipher.update(text)
  }
  if (decipher === null || decipher === 'plain') return yield held
  decipher.setAuthTag(held)
  try {
    yield decipher.final()
  } catch {
    throw new Impossible(`${file} è alterato: la cifratura non torna`)
  }
}

async function open(head: Buffer, { file, secret }: { file: string; secret: string | null }) {
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) return 'plain'
  if (secret === null) throw new Impossible(`${file} è cifrato: serve BACKUP_CHIAVE`)
  const from = MAGIC.length + SALT
  const { key, proof } = await derive(secret, head.subarray(MAGIC.length, from))
  if (!proof.equals(head.subarray(from, from + PROOF)))
    throw new Impossible(`${file}: BACKUP_CHIAVE non è quella con cui è stato cifrato`)
  return createDecipheriv(ALGORITHM, key, head.subarray(from + PROOF, HEAD))
}
