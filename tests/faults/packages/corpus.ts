import { deflateRawSync } from 'node:zlib'
import { BANCA_NAME, MANIFEST_NAME, type Manifest } from '#contract/package'
import { buildManifest } from '#importers/package/manifest'
import { crc32 } from '#importers/package/zip'
import { joinBytes } from '#rules/bytes'
import { alter, PNG } from '#tests/workers/mondo'
import { type Entry, rawZip } from './zip.ts'

/** One package of the corpus. The hash announced is always that of these bytes: what is wrong is inside. */
export type Case = {
  name: string
  zip: Uint8Array<ArrayBuffer>
  images?: Uint8Array<ArrayBuffer>
  /** Code that the person is told; null: the package is odd and good. */
  code: string | null
}

type Source = { manifest: Manifest; bank: Uint8Array }

const text = (s: string) => new TextEncoder().encode(s)
const MIB = 1024 * 1024

const entryOf = (name: string | Uint8Array, bytes: Uint8Array, more: Partial<Entry> = {}): Entry => ({
  name,
  stored: bytes,
  ...more,
})
const deflated = (name: string, bytes: Uint8Array, more: Partial<Entry> = {}): Entry => ({
  name,
  stored: new Uint8Array(deflateRawSync(bytes)),
  method: 8,
  size: bytes.length,
  crc: crc32(bytes),
  ...more,
})

/** Packages broken in every known way (docs/FAULTS.md). */
export async function makeCorpus({ manifest, bank }: Source): Promise<Case[]> {
  const json = (more: object = {}) => entryOf(MANIFEST_NAME, text(JSON.stringify({ ...manifest, ...more })))
  const data = (more: Partial<Entry> = {}) => deflated(BANCA_NAME, bank, more)
  const good = rawZip([json(), data()])
  const bad = (name: string, ...entries: Entry[]): Case => ({ name, zip: rawZip(entries), code: 'PACCHETTO_CORROTTO' })
  const raw = (name: string, zip: Uint8Array<ArrayBuffer>): Case => ({ name, zip, code: 'PACCHETTO_CORROTTO' })
  const pictures = (name: string, ...entries: Entry[]): Case => ({
    name: `images: ${name}`,
    zip: good,
    images: rawZip(entries),
    code: 'PACCHETTO_CORROTTO',
  })
  const rebuilt = async (name: string, sql: string, more: Partial<Manifest> = {}): Promise<Case> => {
    const bytes = await alter(bank, sql)
    const changed = { ...buildManifest({ ...manifest, ...more }, bytes) }
    return bad(name, entryOf(MANIFEST_NAME, text(JSON.stringify(changed))), deflated(BANCA_NAME, bytes))
  }
  const zeros = new Uint8Array(64 * MIB)
  const bomb = new Uint8Array(deflateRawSync(zeros, { level: 9 }))
  const zip64 = new Uint8Array(20)
  new DataView(zip64.buffer).setUint16(0, 1, true)
  new DataView(zip64.buffer).setUint16(2, 16, true)
  new DataView(zip64.buffer).setBigUint64(4, 1n << 40n, true)
  const many = Array.from({ length: 60_000 }, (_, i) => entryOf(`${i}`, new Uint8Array(0)))
  const latin = Uint8Array.from(JSON.stringify({ ...manifest, concorso: 'Città' }), (c) => c.charCodeAt(0))
  return [
    ...Array.from({ length: 15 }, (_, i) => raw(`cut at ${i + 1}/16`, good.slice(0, (good.length * (i + 1)) >> 4))),
    raw('empty', new Uint8Array(0)),
    raw('not a zip', text('this is only text, though there is quite a lot of it')),
    raw('an end without entries', rawZip([])),
    bad('sum of the bank wrong, bytes too', json(), data({ crc: 1, stored: flip(data().stored, 99) })),
    bad('bank inflates to more than announced', json(), data({ size: bank.length - 4096 })),
    bad('bank inflates to less than announced', json(), data({ size: bank.length + 4096 })),
    bad('a bomb', json({ dimensione: zeros.length }), {
      name: BANCA_NAME,
      stored: bomb,
      method: 8,
      size: zeros.length,
    }),
    bad('a bomb that says it is small', json(), { name: BANCA_NAME, stored: bomb, method: 8, size: bank.length }),
    bad('ten gigabytes announced', json({ dimensione: 0xfffffffe }), data({ size: 0xfffffffe })),
    bad(
      'half a gigabyte announced',
      json({ dimensione: 512 * MIB, blocchi: Array(512).fill('0') }),
      data({ size: 512 * MIB }),
    ),
    bad(
      'a manifest of two gigabytes',
      entryOf(MANIFEST_NAME, text('{}'), { size: 2 ** 31, compressedSize: 2 ** 31 }),
      data(),
    ),
    { name: '60,000 entries', zip: rawZip(many), code: 'PACCHETTO_CORROTTO' },
    {
      name: 'entries announced that are not there',
      zip: rawZip([json(), data()], { count: 9 }),
      code: 'PACCHETTO_CORROTTO',
    },
    bad('path upwards', json(), data({ name: `../${BANCA_NAME}` })),
    bad('absolute path', json(), data({ name: `/${BANCA_NAME}` })),
    bad('path of Windows', json(), data({ name: `C:\\${BANCA_NAME}` })),
    bad('NUL in the name', json(), data({ name: `${BANCA_NAME}\0.txt` })),
    bad('names that differ in case', json(), data(), data({ name: BANCA_NAME.toUpperCase() })),
    bad('the bank twice', json(), data(), data()),
    bad('symbolic link', json(), entryOf(BANCA_NAME, text('/etc/passwd'), { external: (0o120777 << 16) >>> 0 })),
    bad('encrypted', json(), data({ flags: 0x0801 })),
    bad('sizes in zip64', json(), data({ size: 0xffffffff, compressedSize: 0xffffffff, extra: zip64 })),
    bad('an unknown compression', json(), data({ method: 14 })),
    bad('a zip inside the zip', json(), entryOf(BANCA_NAME, good)),
    bad('manifest in Latin-1 where it matters', entryOf(MANIFEST_NAME, latin.subarray(0, latin.length - 1)), data()),
    bad('manifest of invalid UTF-8', entryOf(MANIFEST_NAME, Uint8Array.of(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00)), data()),
    bad('manifest is a list', entryOf(MANIFEST_NAME, text('[]')), data()),
    bad('manifest nested 100,000 deep', entryOf(MANIFEST_NAME, text('['.repeat(100_000))), data()),
    bad('manifest with __proto__', entryOf(MANIFEST_NAME, text('{"__proto__":{"formato":1}}')), data()),
    bad('manifest of another bank', json({ id_concorso: 99 }), data()),
    bad('manifest counts a question more', json({ domande: manifest.domande + 1 }), data()),
    bad('manifest with a negative size', json({ dimensione: -1, blocchi: [] }), data()),
    bad('manifest with another hash', json({ blocchi: manifest.blocchi.map((h) => h.replace(/^./, 'g')) }), data()),
    await rebuilt('no table of questions', 'DROP TABLE domande'),
    await rebuilt('no manifest inside the bank', "DELETE FROM manifesto WHERE chiave = 'id_concorso'"),
    await rebuilt('another format inside', 'PRAGMA user_version = 2'),
    await rebuilt('not of this application', 'PRAGMA application_id = 1'),
    await rebuilt(
      'the same id for two questions',
      `ALTER TABLE domande RENAME TO vere; CREATE TABLE domande AS SELECT * FROM vere;
       UPDATE domande SET id_domanda = (SELECT min(id_domanda) FROM vere) WHERE posizione = 2; DROP TABLE vere;`,
    ),
    await rebuilt(
      'a question without its answers',
      `ALTER TABLE domande RENAME TO vere; CREATE TABLE domande AS SELECT * FROM vere;
       UPDATE domande SET risposta1 = NULL WHERE posizione = 3; DROP TABLE vere;`,
    ),
    pictures('path upwards', entryOf('../6.png', PNG)),
    // Images are read by their exact name and never become files: these are two.
    { ...pictures('names that differ in case only', entryOf('6.png', PNG), entryOf('6.PNG', PNG)), code: null },
    pictures(
      'symbolic link',
      entryOf('6.png', text('/etc/passwd'), { external: (0o120777 << 16) >>> 0, name: 'a/6.png' }),
    ),
    pictures('compressed', deflated('6.png', PNG)),
    pictures('larger than announced', entryOf('6.png', PNG, { size: 20 * MIB, compressedSize: 20 * MIB })),
    {
      name: 'manifest in UTF-8 with BOM',
      zip: rawZip([entryOf(MANIFEST_NAME, joinBytes([Uint8Array.of(0xef, 0xbb, 0xbf), json().stored])), data()]),
      code: null,
    },
    { name: 'bank before its manifest', zip: rawZip([data(), json()]), code: null },
    { name: 'stored, not deflated', zip: rawZip([json(), entryOf(BANCA_NAME, bank)]), code: null },
    {
      name: 'with bytes before the zip',
      zip: joinBytes([json().stored, rawZip([json(), data()])]),
      code: 'PACCHETTO_CORROTTO',
    },
  ]
}

function flip(bytes: Uint8Array, at: number): Uint8Array {
  const other = bytes.slice()
  other[at % other.length]! ^= 0x40
  return other
}
