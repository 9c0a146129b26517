import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepPage } from '#server/http/page'
import { findKept, keepBuild } from '#server/http/page-builds'
import { makeWorld } from '../world.ts'

const CHUNK = `console.log(${JSON.stringify('ciao'.repeat(300))})`
const HOUR_MS = 3_600_000

describe('[OP35] files of the last two builds of the page', () => {
  let folder: string
  let kept: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'idoneo-build-'))
    kept = join(folder, 'pagine')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** A built page with one chunk of its own. */
  async function build(name: string): Promise<string> {
    const page = join(folder, name)
    await mkdir(join(page, 'assets'), { recursive: true })
    await writeFile(join(page, 'index.html'), `<!doctype html><title>${name}</title>`)
    await writeFile(join(page, `assets/${name}-12345678.js`), CHUNK)
    await writeFile(join(page, `assets/${name}-12345678.js.br`), brotliCompressSync(CHUNK))
    await writeFile(join(page, 'assets/comune-12345678.js'), '0')
    return page
  }
  const keep = async (name: string) => keepBuild(join(await build(name), 'assets'), kept)
  /** Dates what is kept an hour back for each build, as an installation that is upgraded. */
  const later = async () => {
    for (const name of await readdir(kept)) {
      const at = new Date((await stat(join(kept, name))).mtimeMs - HOUR_MS)
      await utimes(join(kept, name), at, at)
    }
  }

  it('a page of the build before gets its chunk, compressed and for ever, and a third build ends the first', async () => {
    await keep('uno')
    await later()
    const world = await makeWorld({ pagina: await build('due'), config: { dataDir: folder } })
    const get = (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
      world.app.inject({ method, url: `/simulatore/assets/${url}`, headers: { 'accept-encoding': 'br' } })
    const { statusCode, headers, rawPayload } = await get('uno-12345678.js')
    expect([statusCode, headers['cache-control'], headers['content-encoding'], headers['content-type']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'br',
      'application/javascript; charset=utf-8',
    ])
    expect(rawPayload).toEqual(brotliCompressSync(CHUNK))
    expect((await get('uno-12345678.js?v=1', 'HEAD')).statusCode).toBe(200)
    for (const none of ['tre-12345678.js', '../pagine/uno-12345678.js', '..%2findex.html'])
      expect((await get(none)).statusCode, none).not.toBe(200)
    expect((await get('uno-12345678.js', 'POST')).statusCode).toBe(404)
    // Another replica, of a newer build on the same folder, keeps its own while this one runs.
    await keep('tre')
    expect([(await get('tre-12345678.js')).statusCode, (await get('uno-12345678.js')).statusCode]).toEqual([200, 200])
    await later()
    await keep('quattro')
    expect([(await get('tre-12345678.js')).statusCode, (await get('uno-12345678.js')).statusCode]).toEqual([200, 404])
    expect((await get('due-12345678.js')).statusCode).toBe(200)
    await world.close()
  })

  it('is kept by each server that listens', async () => {
    const world = await makeWorld({ config: { dataDir: folder } })
    keepPage(world.app, world.deps, await build('uno'))
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    await world.close()
    expect(await findKept(kept, 'uno-12345678.js')).not.toBeNull()
  })

  it('a replica that starts again keeps its build before older ones', async () => {
    await keep('uno')
    await later()
    await keep('due')
    await later()
    await keep('uno')
    await later()
    await keep('tre')
    expect(await findKept(kept, 'uno-12345678.js')).not.toBeNull()
    expect(await findKept(kept, 'due-12345678.js')).toBeNull()
  })

  it('is kept whole: a copy under way is not served, and one that never ended goes', async () => {
    await mkdir(join(kept, '.abc-1'), { recursive: true })
    await writeFile(join(kept, '.abc-1/meta-12345678.js'), '0')
    expect(await findKept(kept, 'meta-12345678.js')).toBeNull()
    await keep('uno')
    expect(await readdir(kept)).toContain('.abc-1')
    await later()
    await keep('uno')
    expect(await readdir(kept)).toEqual([expect.stringMatching(/^[0-9a-f]{12}$/)])
  })

  it('several replicas of one build keep it once', async () => {
    await Promise.all([keep('uno'), keep('uno'), keep('uno')])
    expect(await readdir(kept)).toHaveLength(1)
    expect(await readdir((await findKept(kept, 'uno-12345678.js'))!)).toHaveLength(3)
  })

  it.runIf(existsSync('/dev/shm'))('a folder on another disk gets copies', async () => {
    const far = await mkdtemp('/dev/shm/idoneo-build-')
    await keepBuild(join(await build('uno'), 'assets'), far)
    expect(await findKept(far, 'uno-12345678.js')).not.toBeNull()
    await rm(far, { recursive: true })
  })
})
