import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync, gunzipSync } from 'node:zlib'
import sqlite3InitModule from '@sqlite.org/sqlite-wasm'
import { expect, it } from 'vitest'
import type { NumberedDomanda } from '#contract/domanda'
import { buildBanca, openBanca } from '#importers/package/build-bank'
import { hashHex } from '#importers/package/hash'
import { buildManifest, verifyManifest } from '#importers/package/manifest'
import { writePackage } from '#importers/package/write-package'
import { sampleDomande } from '#rules/sample'
import { type IndexEntry, openIndex, searchIndex } from '#rules/search-index'
import { matches, parseQuery, searchableText } from '#rules/text'

const CARTELLA = process.env.BANCHE_VERE
const verita = it.skipIf(!CARTELLA && !process.env.CI)

type Riga = { materia: string; domanda: string; risposte: string[]; corretta: number | null }

function readRipam() {
  if (!CARTELLA) throw new Error('BANCHE_VERE names no folder of published banks')
  const testo = gunzipSync(readFileSync(join(CARTELLA, 'ripam-3997', 'domande.ndjson.gz'))).toString()
  const righe = testo
    .trim()
    .split('\n')
    .map((riga) => JSON.parse(riga) as Riga)
  const nomi = [...new Set(righe.map((r) => r.materia))]
  const domande = righe.map(
    (r, i): NumberedDomanda => ({
      id_domanda: 5000 + i,
      id_ufficiale: null,
      id_materia: nomi.indexOf(r.materia) + 1,
      posizione: i + 1,
      testo: r.domanda,
      risposte: r.risposte,
      corretta: r.corretta === null ? null : r.corretta + 1,
      punti: null,
      chiave: r.corretta === null ? 'assente' : 'ufficiale',
      stato: 'valida',
      immagine: null,
      alt: null,
      argomenti: null,
      html: false,
    }),
  )
  return { domande, materie: nomi.map((materia, i) => ({ id_materia: i + 1, materia })) }
}

verita(
  '[PK3][AC17] RIPAM: same bytes twice, 13 subjects, its index finds what a scan finds, a sample of 500',
  { timeout: 300_000 },
  async () => {
    const sqlite3 = await sqlite3InitModule()
    const { domande, materie } = readRipam()
    const banca = { id_concorso: 3, concorso: 'RIPAM', domande, materie, totali: domande.length }
    const byte = buildBanca(sqlite3, banca)
    expect(hashHex(buildBanca(sqlite3, banca))).toBe(hashHex(byte))
    const manifest = buildManifest({ ...banca, versione: 'v', domande: 12_132, domande_totali: 12_132 }, byte)
    expect(verifyManifest(byte, manifest).ok).toBe(true)
    const zip = await writePackage({ manifest, banca: byte }, (b) => deflateRawSync(b, { level: 9 }))
    expect(byte.length).toBeLessThan(8e6)
    expect(zip.length).toBeLessThan(2.6e6)

    const db = openBanca(sqlite3, byte)
    const conta = (sql: string) => db.selectValue(sql)
    expect(conta('SELECT count(*) FROM domande')).toBe(12_132)
    expect(conta('SELECT count(*) FROM materie WHERE n > 0')).toBe(13)
    expect(conta('SELECT count(*) FROM domande WHERE alfabetico BETWEEN 1 AND 12132')).toBe(12_132)
    const indice = openIndex(db.selectObjects('SELECT chiave, valore FROM indice') as IndexEntry[])
    db.close()

    const testi = domande.map((d) => searchableText(d))
    const query = [
      'articolo',
      'l’atto',
      "dell'amministrazione",
      'd.lgs',
      '241/1990',
      'art. 21',
      'perche',
      'zz',
      'e',
      '50%',
      'x y z',
      'pubblico impiego contratto',
      '"pubblico impiego"',
      '"ai sensi"',
      'costituzione "corte dei conti"',
      'un’',
      'ità di',
    ]
    for (const q of query)
      for (const corrispondenza of ['ANY', 'ALL'] as const) {
        const termini = parseQuery(q)
        const attese = testi.flatMap((t, i) => (matches(t, termini, corrispondenza) ? [i + 1] : []))
        const avute = searchIndex(indice, q, corrispondenza, (posizioni) =>
          Array.from(posizioni, (p) => testi[p - 1] as string),
        )
        expect([q, corrispondenza, [...(avute ?? [])]]).toEqual([q, corrispondenza, attese])
      }

    const campione = new Set(sampleDomande(domande, 500))
    const viste = new Set(domande.filter((d) => campione.has(d.id_domanda)).map((d) => d.id_materia))
    expect(campione.size).toBe(500)
    expect(viste.size).toBe(13)
  },
)
