// Thread that hashes and verifies passwords, plain so that it starts at once from the sources and from the built server.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

/** Behind whoever answers a call: a flood of logins takes only what nobody else needs. */
const NICE = 10

// On Linux a priority belongs to the thread that sets it; elsewhere the whole server would be put back.
if (process.platform === 'linux') {
  try {
    setPriority(0, NICE)
  } catch {
    // A system that forbids it: the queue alone bounds them.
  }
}

parentPort?.on('message', ({ id, digest, password, options }) => {
  try {
    const esito = digest === null ? hashSync(password, options) : verifySync(digest, password)
    parentPort?.postMessage({ id, esito })
  } catch (error) {
    parentPort?.postMessage({ id, errore: String(error) })
  }
})
