import { createPrivateKey, sign } from 'node:crypto'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Seconds that a client secret lives: it is made for one exchange. */
const DURATA = 300

/** The client secret of Sign in with Apple: a JWT that the developer's key signs (ES256). */
export function signAppleSecret(
  { teamId, keyId, privateKey }: { teamId: string; keyId: string; privateKey: string },
  clientId: string,
  ora: Date,
): string {
  const iat = Math.floor(ora.getTime() / 1000)
  const body = `${encode({ alg: 'ES256', kid: keyId })}.${encode({
    iss: teamId,
    iat,
    exp: iat + DURATA,
    aud: 'https://appleid.apple.com',
    sub: clientId,
  })}`
  const signature = sign('sha256', Buffer.from(body), { key: createPrivateKey(privateKey), dsaEncoding: 'ieee-p1363' })
  return `${body}.${signature.toString('base64url')}`
}
