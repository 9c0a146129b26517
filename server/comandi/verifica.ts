import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sqlite3InitModule from '@sqlite.org/sqlite-wasm'
import { unzip } from 'unzipit'
import { NOME_BANCA, NOME_MANIFEST } from '#contract/pacchetto'
import { computeVersione, openBanca } from '#importers/package/bank-file'
import { parseManifest, verifyManifest } from '#importers/package/manifest'
import { NOME_FILE } from '../archivio/locale.ts'
import type { Deps } from '../deps.ts'
import { type DomandaSalvata, readDomande, toNumerata } from '../pacchetti/domande.ts'
import type { Materia } from '../pacchetti/numera.ts'
import { type Ambiente, type Codice, FALLITO, FATTO, UsoErrato } from './uscita.ts'

type Banca = {
  id_concorso: number
  concorso: string
  numero_domande: number
  versione: string | null
  pacchetto: string | null
  pacchetto_dimensione: number | null
  immagini: string | null
  immagini_dimensione: number | null
}

/** A stored file whose content is what its name says; null and a fault when it is not. */
async function readSano(
  { archivio }: Deps,
  nome: string,
  dimensione: number | null,
  guasti: string[],
): Promise<Uint8Array | null> {
  const presente = await archivio.size(nome)
  if (presente === null) guasti.push(`${nome}: il file manca`)
  else if (presente !== dimensione) guasti.push(`${nome}: ${presente} byte invece di ${dimensione}`)
  else {
    const byte = await archivio.read(nome)
    if (`${createHash('sha256').update(byte).digest('hex')}.zip` === nome) return byte
    guasti.push(`${nome}: il contenuto non corrisponde all'impronta`)
  }
  return null
}

/** Manifest, blocks and questions of a package against the database. */
async function checkPacchetto(byte: Uint8Array, banca: Banca, domande: readonly DomandaSalvata[]): Promise<string[]> {
  const { entries } = await unzip(byte)
  const manifest = parseManifest((await entries[NOME_MANIFEST]?.text()) ?? '')
  if (!manifest.ok) return ['il manifest del pacchetto non è valido']
  const file = new Uint8Array((await entries[NOME_BANCA]?.arrayBuffer()) ?? new ArrayBuffer(0))
  if (!verifyManifest(file, manifest.value).ok) return ['la banca del pacchetto non corrisponde al suo manifest']
  const guasti: string[] = []
  if (manifest.value.versione !== banca.versione) guasti.push('il pacchetto è di un’altra versione')
  const db = openBanca(await sqlite3InitModule(), file)
  try {
    const nel = db.selectValues('SELECT id_domanda FROM domande ORDER BY posizione').map(Number)
    const attesi = domande.map((d) => d.id_domanda)
    if (nel.length !== attesi.length || nel.some((id, i) => id !== attesi[i]))
      guasti.push(`il pacchetto ha ${nel.length} domande, il database ${attesi.length}, o in altro ordine`)
  } finally {
    db.close()
  }
  return guasti
}

async function checkImmagini(byte: Uint8Array, domande: readonly DomandaSalvata[]): Promise<string[]> {
  const { entries } = await unzip(byte)
  const mancanti = new Set(domande.flatMap((d) => (d.immagine && !entries[d.immagine] ? [d.immagine] : [])))
  return mancanti.size > 0 ? [`mancano ${mancanti.size} immagini: ${[...mancanti].slice(0, 5).join(', ')}`] : []
}

async function checkBanca(deps: Deps, banca: Banca): Promise<string[]> {
  const guasti: string[] = []
  if (!banca.pacchetto) return ['il pacchetto non è stato costruito']
  const domande = await readDomande(deps.db, banca.id_concorso)
  const materie = await deps.db.query<Materia>(
    'select id_materia, nome as materia from materia where id_concorso = $1 order by ordine',
    [banca.id_concorso],
  )
  if (domande.length !== banca.numero_domande)
    guasti.push(`la scheda dice ${banca.numero_domande} domande, il database ne ha ${domande.length}`)
  const versione = computeVersione({ ...banca, materie: materie.righe, domande: domande.map(toNumerata) })
  if (versione !== banca.versione) guasti.push('la versione non corrisponde alle domande')
  const pacchetto = await readSano(deps, banca.pacchetto, banca.pacchetto_dimensione, guasti)
  if (pacchetto) guasti.push(...(await checkPacchetto(pacchetto, banca, domande)))
  const conImmagine = domande.some((d) => d.immagine !== null)
  if (conImmagine && !banca.immagini) guasti.push('le immagini non sono state costruite')
  const immagini = banca.immagini ? await readSano(deps, banca.immagini, banca.immagini_dimensione, guasti) : null
  if (immagini) guasti.push(...(await checkImmagini(immagini, domande)))
  return guasti
}

/** Samples are made again when their file is missing, so only a wrong one is a fault. */
async function checkCampioni(deps: Deps): Promise<string[]> {
  const { righe } = await deps.db.query<{ pacchetto: string; pacchetto_dimensione: number }>(
    'select pacchetto, pacchetto_dimensione from campione order by id_concorso, n',
  )
  const guasti: string[] = []
  for (const { pacchetto, pacchetto_dimensione } of righe)
    if ((await deps.archivio.size(pacchetto)) !== null) await readSano(deps, pacchetto, pacchetto_dimensione, guasti)
  return guasti
}

/** Files that no bank and no sample names: older versions, which a download under way may still need. */
async function countOrfani({ db, config }: Deps): Promise<number> {
  const { righe } = await db.query<{ nome: string }>(
    `select pacchetto as nome from concorso where pacchetto is not null
     union select immagini from concorso where immagini is not null union select pacchetto from campione`,
  )
  const usati = new Set(righe.map((r) => r.nome))
  const file = await readdir(join(config.dataDir, 'pacchetti'))
  return file.filter((nome) => NOME_FILE.test(nome) && !usati.has(nome)).length
}

/** `verifica`: every stored package against its hash and the database. */
export async function verifica(argomenti: string[], { out, withDeps }: Ambiente): Promise<Codice> {
  if (argomenti.length > 0) throw new UsoErrato('verifica non vuole argomenti')
  return withDeps(async (deps) => {
    const { righe } = await deps.db.query<Banca>(
      `select id_concorso, concorso, numero_domande, versione, pacchetto, pacchetto_dimensione, immagini,
         immagini_dimensione from concorso where stato = 'pubblicato' order by id_concorso`,
    )
    let guaste = 0
    for (const banca of righe) {
      const guasti = await checkBanca(deps, banca)
      if (guasti.length > 0) guaste += 1
      out(
        `${guasti.length === 0 ? 'ok    ' : 'GUASTO'} ${banca.id_concorso} ${banca.concorso}: ${banca.numero_domande} domande`,
      )
      for (const guasto of guasti) out(`         ${guasto}`)
    }
    const campioni = await checkCampioni(deps)
    for (const guasto of campioni) out(`GUASTO campione ${guasto}`)
    out(`${righe.length} banche, ${guaste} guaste; ${await countOrfani(deps)} file di versioni precedenti`)
    return guaste + campioni.length === 0 ? FATTO : FALLITO
  })
}
