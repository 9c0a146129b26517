import { spawn } from 'node:child_process'

const ARGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--no-default-browser-check',
  // Plain http on a name that is no localhost: no OPFS there, the store falls on the rung of IndexedDB.
  '--host-resolver-rules=MAP guasti.test 127.0.0.1',
]

export type Browser = {
  /** SIGKILL to the whole process group: no process of the browser gets to say anything. */
  kill: () => Promise<void>
}

/** Starts a browser on a profile, without a driver: nobody but the page takes part. */
export function startBrowser(profile: string, url: string): Browser {
  const child = spawn(process.env.CHROMIUM || '/usr/bin/chromium', [...ARGS, `--user-data-dir=${profile}`, url], {
    detached: true,
    stdio: 'ignore',
  })
  const gone = new Promise<void>((done) => {
    child.once('exit', () => done())
    child.once('error', () => done())
  })
  const strike = () => {
    if (child.pid !== undefined && child.exitCode === null)
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // Gone by itself in this very moment.
      }
  }
  // It has its own process group: nobody else would end it when the programme is stopped.
  process.once('exit', strike)
  return {
    async kill() {
      strike()
      await gone
      process.off('exit', strike)
    },
  }
}
