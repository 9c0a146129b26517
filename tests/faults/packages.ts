import { createHash } from 'node:crypto'
import { unzip } from 'unzipit'
import { createRandom } from '#rules/random'
import { memoryPlatform } from '#tests/workers/memory'
import { type BancaDiProva, creaBanca, orologio, rispondi, UTENTE, value } from '#tests/workers/mondo'
import { createDatabase } from '#workers/store/database'
import type { FaultArgs, FaultResult } from './lib/fault.ts'
import { type Case, makeCorpus } from './packages/corpus.ts'

const MIB = 1024 * 1024
/** Resident memory that one package may cost beyond what the process had (docs/FAULTS.md). */
const MEMORY_MIB = 256
const URL_BANK = 'https://prova/pacchetto.zip'
const URL_IMAGES = 'https://prova/immagini.zip'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const resident = () => process.memoryUsage().rss / MIB

/**
 * Hostile and damaged packages, each an update of a bank that is in use: first the named corpus, then mutations of a real
 * package (1 to 64 bytes changed, pieces cut out, doubled or moved), half of them with the hash that their bytes have, as a
 * broken server would announce. Refused with its code, or installed whole; the old bank never suffers (docs/FAULTS.md).
 */
export async function run({ n, seed, log }: FaultArgs): Promise<FaultResult> {
  const old = await creaBanca({ n: 20 })
  const fresh = await creaBanca({ n: 30 })
  const { entries } = await unzip(fresh.pacchetto)
  const bank = new Uint8Array((await entries['banca.sqlite']?.arrayBuffer()) ?? new ArrayBuffer(0))
  const corpus = await makeCorpus({ manifest: JSON.parse((await entries['manifest.json']?.text()) ?? '{}'), bank })
  const chance = createRandom(seed)
  const store = await openStore(old, fresh)
  const findings: string[] = []
  const codes = new Map<string, number>()
  let lost = 0
  let most = 0
  for (let i = 0; i < n; i++) {
    const known = corpus[i]
    const strike = known ?? mutation(fresh.pacchetto, i, chance)
    const before = resident()
    const { code, wrong } = await store.strike(strike, known ? true : chance(2) === 0)
    most = Math.max(most, resident() - before)
    codes.set(code, (codes.get(code) ?? 0) + 1)
    if (known && code !== (known.code ?? 'ok')) wrong.push(`answered ${code}, not ${known.code ?? 'ok'}`)
    if (resident() - before > MEMORY_MIB) wrong.push(`${Math.round(resident() - before)} MiB of memory`)
    if (wrong.length > 0) {
      lost++
      if (findings.length < 12) findings.push(`${strike.name}: ${wrong.slice(0, 3).join('; ')}`)
    }
    if ((i + 1) % 200 === 0) log(`${i + 1} packages, ${lost} wrong`)
  }
  await store.close()
  const figures = { corpus: Math.min(n, corpus.length), memory_mib: Math.round(most), ...Object.fromEntries(codes) }
  return { tried: n, survived: n - lost, lost, findings, figures }
}

/** Codes that a package that is not good may be answered with. */
const REFUSALS = new Set(['PACCHETTO_CORROTTO', 'DOWNLOAD_INTERROTTO'])

async function openStore(old: BancaDiProva, fresh: BancaDiProva) {
  const served = new Map<string, Uint8Array<ArrayBuffer>>()
  const platform = memoryPlatform({
    fetch: async (address) => {
      const bytes = served.get(address)
      return bytes ? new Response(bytes) : new Response(null, { status: 404 })
    },
  })
  const db = createDatabase(platform)
  const at = orologio()
  let n = 0
  const id = () => `evento-${String(++n).padStart(6, '0')}`
  value(await db.open({ id_utente: UTENTE }))
  const installOld = async () => {
    served.set(old.concorso.url_domande, old.pacchetto)
    return value(await db.downloadBanca({ concorso: old.concorso, at: at() }, () => {}))
  }
  let here = await installOld()
  const driver = await platform.openDriver(UTENTE)
  const files = await platform.openFiles(UTENTE)
  let banks = driver.listBanks()

  /** Every question of a bank, word by word. */
  const differs = async (banca: BancaDiProva): Promise<string[]> => {
    const id_domande = banca.domande.map((d) => d.id_domanda)
    const read = await db.readDomande({ id_concorso: 1, id_domande })
    if (!read.ok) return [`the bank cannot be read: ${read.error.codice} ${read.error.detail ?? ''}`]
    const same = banca.domande.every((d, i) => {
      const found = read.value[i]
      return found?.testo === d.testo && JSON.stringify(found.risposte) === JSON.stringify(d.risposte)
    })
    return same && read.value.length === banca.domande.length ? [] : ['the bank has other questions']
  }

  async function strike({ zip, images }: Case, honest: boolean): Promise<{ code: string; wrong: string[] }> {
    served.clear()
    served.set(URL_BANK, zip)
    if (images) served.set(URL_IMAGES, images)
    const concorso = {
      ...fresh.concorso,
      url_domande: URL_BANK,
      hash_domande: honest ? hashOf(zip) : fresh.concorso.hash_domande,
      dimensione_zip: honest ? zip.length : fresh.concorso.dimensione_zip,
      url_immagini: images ? URL_IMAGES : null,
      hash_immagini: images ? hashOf(images) : null,
      dimensione_immagini: images?.length ?? 0,
    }
    let code: string
    try {
      const result = await db.downloadBanca({ concorso, at: at() }, () => {})
      code = result.ok ? 'ok' : result.error.codice
    } catch (error) {
      return { code: 'thrown', wrong: [`thrown: ${String(error)}`] }
    }
    if (code === 'ok') {
      const wrong = await differs(fresh)
      // Back to the old bank for the next package.
      value(await db.deleteBanca({ id_concorso: 1, dallaLista: false }))
      here = await installOld()
      banks = driver.listBanks()
      return { code, wrong }
    }
    const wrong = REFUSALS.has(code) ? await differs(old) : [`refused with ${code}`, ...(await differs(old))]
    const [listed] = value(await db.listBanche())
    if (listed?.versione !== here.versione || listed.n_domande !== here.n_domande) wrong.push('the list has changed')
    if (driver.listBanks().join() !== banks.join()) wrong.push(`bank files: ${driver.listBanks().join()}`)
    // A part of a download and good questions beside bad images may stay, for the next attempt; nothing else may.
    const left = await files.list()
    const mayStay = code === 'DOWNLOAD_INTERROTTO' || (images && left.every((name) => name.includes('-domande-')))
    if (mayStay) for (const name of left) await files.remove(name)
    else if (left.length > 0) wrong.push(`files left: ${left.join()}`)
    const answered = await rispondi({ db, banca: old, at, id, platform }, 1, 1)
    if (!answered.ok) wrong.push(`no answer any more: ${answered.error.codice}`)
    return { code, wrong }
  }
  return { strike, close: () => db.close() }
}

/** A real package after some damage. */
function mutation(good: Uint8Array<ArrayBuffer>, i: number, chance: (n: number) => number): Case {
  const kind = chance(5)
  const at = chance(good.length)
  const length = 1 + chance(Math.min(4096, good.length - at))
  const piece = good.subarray(at, at + length)
  const cut = (from: number, to: number, ...between: Uint8Array[]) =>
    new Uint8Array(Buffer.concat([good.subarray(0, from), ...between, good.subarray(to)]))
  const damaged = () => {
    if (kind === 0) return cut(at, at + length)
    if (kind === 1) return cut(at, at, piece)
    if (kind === 2) return cut(at, at + length, new Uint8Array(length))
    const zip = good.slice()
    // The ends hold the structure: half of the damage goes there.
    for (let left = 1 + chance(64); left > 0; left--) {
      const near = chance(2) === 0 ? chance(512) : zip.length - 1 - chance(256)
      zip[kind === 3 ? near : chance(zip.length)] = chance(256)
    }
    return zip
  }
  return { name: `mutation ${i}, kind ${kind} at ${at}`, zip: damaged(), code: null }
}
