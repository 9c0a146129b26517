import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeAll, openAhead, openPool } from '#workers/engine/sahpool'
import { Disk } from '../../faults/disk/disk.ts'
import { FakeDirectory, FakeFile, installOpfs } from '../../faults/disk/opfs.ts'

const CARTELLA = 'idoneo-1'
let uninstall: () => void
let opaque: FakeDirectory

async function make(name: string): Promise<void> {
  const handle = await (await opaque.getFileHandle(name, { create: true })).createSyncAccessHandle()
  handle.truncate(4096)
  handle.close()
}

beforeEach(async () => {
  const disk = new Disk()
  ;({ uninstall } = installOpfs(disk))
  opaque = new FakeDirectory(disk, '')
  for (const name of [CARTELLA, 'archivio', '.opaque']) opaque = await opaque.getDirectoryHandle(name, { create: true })
  for (const name of ['una', 'due']) await make(name)
})
afterEach(() => {
  vi.restoreAllMocks()
  uninstall()
})

it('a file that appears while the others are opened is opened too: an owner that is none any more may have made it', async () => {
  const { createSyncAccessHandle } = FakeFile.prototype
  let made = false
  vi.spyOn(FakeFile.prototype, 'createSyncAccessHandle').mockImplementation(async function (this: FakeFile) {
    if (!made) {
      made = true
      await make('tre')
    }
    return createSyncAccessHandle.call(this)
  })
  const ahead = await openAhead(CARTELLA, '/utente.db')
  expect([...ahead.file.keys()].sort()).toEqual(['due', 'tre', 'una'])
  closeAll(ahead)
})

it('none stays open when another worker has one', async () => {
  const held = await (await opaque.getFileHandle('due')).createSyncAccessHandle()
  await expect(openAhead(CARTELLA, '/utente.db')).rejects.toThrow(
    expect.objectContaining({ name: 'NoModificationAllowedError' }),
  )
  held.close()
  closeAll(await openAhead(CARTELLA, '/utente.db'))
})

it('the engine is handed what is open, and the browser is asked for none of it again', async () => {
  const ahead = await openAhead(CARTELLA, '/utente.db')
  const expected = new Map(ahead.file)
  const asked = [
    vi.spyOn(navigator.storage, 'getDirectory'),
    vi.spyOn(FakeDirectory.prototype, 'getDirectoryHandle'),
    vi.spyOn(FakeDirectory.prototype, 'entries'),
    vi.spyOn(FakeFile.prototype, 'createSyncAccessHandle'),
  ]
  const taken = new Map<string, { getSize: () => number }>()
  const [rootFolder, mine, store] = ahead.folders as unknown as FakeDirectory[]
  const other = await (rootFolder as FakeDirectory).getDirectoryHandle('idoneo-2', { create: true })
  for (const spy of asked) spy.mockClear()
  // As the package does it.
  const installOpfsSAHPoolVfs = async ({ directory }: { directory: string }) => {
    expect(await mine?.getDirectoryHandle('archivio')).toBe(store)
    // Another account's folder of that name is its own.
    await expect(other.getDirectoryHandle('archivio')).rejects.toThrow('idoneo-2/archivio')
    expect(asked[1]).toHaveBeenCalledOnce()
    asked[1]?.mockClear()
    let folder = (await navigator.storage.getDirectory()) as unknown as FakeDirectory
    for (const name of [...directory.split('/'), '.opaque']) folder = await folder.getDirectoryHandle(name)
    for await (const [name, handle] of folder) taken.set(name, await (handle as FakeFile).createSyncAccessHandle())
    return { isPaused: () => false }
  }
  await openPool({ installOpfsSAHPoolVfs } as unknown as Sqlite3Static, CARTELLA, ahead)
  expect(taken).toEqual(expected)
  for (const spy of asked) expect(spy).not.toHaveBeenCalled()
  // What was taken stays open, and the browser is asked as before.
  for (const handle of taken.values()) expect(handle.getSize()).toBe(4096)
  await navigator.storage.getDirectory()
  expect(asked[0]).toHaveBeenCalledOnce()
})
