import { createServer } from 'node:net'

/** A port that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((fatto) => server.listen(0, '127.0.0.1', fatto))
  const indirizzo = server.address()
  await new Promise((fatto) => server.close(fatto))
  if (typeof indirizzo !== 'object' || !indirizzo) throw new Error('nessuna porta libera')
  return indirizzo.port
}
