import { browserRungs, ladder } from '#workers/backends/ladder'
import { opfsPlatform } from '#workers/backends/opfs'
import { examine } from '../store/examine.ts'

/** Opens the person's database on whatever rung it is, past the product's own opening, and answers the facts. */
addEventListener('message', async ({ data: id_utente }: MessageEvent<number>) => {
  const platform = ladder(browserRungs(opfsPlatform()))
  try {
    const driver = await platform.openDriver(id_utente)
    const db = driver.connect()
    db.exec('PRAGMA locking_mode=EXCLUSIVE')
    const facts = examine(db)
    db.close()
    await driver.release()
    postMessage({ gradino: driver.rung, facts })
  } catch (error) {
    postMessage({ error: String(error) })
  }
})
