import { basename } from 'node:path'
import type { RapportoImportazione } from '#contract/domanda'
import type { Codice as CodiceErrore } from '#contract/errori'
import { type ImportOptions, importBank as leggi } from '#importers/import-bank'
import { makeReport } from '#importers/report'
import { sentenceOfRefusal, toAvviso } from '../cli/import-sentences.ts'
import { isDatabaseDown } from '../db/guasti.ts'
import type { Db } from '../deps.ts'
import { numberBanca, type SchedaBanca } from '../pacchetti/numera.ts'
import { buildFile, publishNuova } from '../pacchetti/pubblica.ts'
import { readByte, readImmagini } from './file.ts'
import { formatRapporto } from './rapporto.ts'
import { Rifiutato } from './rifiutato.ts'
import { type Ambiente, type Codice, FALLITO, FATTO, UsoErrato } from './uscita.ts'

export const OPZIONI = {
  titolo: { type: 'string' },
  ente: { type: 'string' },
  anno: { type: 'string' },
  profilo: { type: 'string' },
  descrizione: { type: 'string' },
  immagini: { type: 'string' },
  separatore: { type: 'string' },
  codifica: { type: 'string' },
  foglio: { type: 'string' },
  evidenza: { type: 'boolean' },
  prova: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

export type Valori = { [K in keyof typeof OPZIONI]?: (typeof OPZIONI)[K]['type'] extends 'boolean' ? boolean : string }

/** Longest name of a bank, a body or a profile. */
const NOME_MASSIMO = 200

function readNome(nome: 'titolo' | 'ente' | 'profilo', valore: string | undefined): string | null {
  const testo = valore?.trim()
  if (testo === undefined) return null
  if (testo === '' || testo.length > NOME_MASSIMO)
    throw new UsoErrato(`--${nome} vuole da 1 a ${NOME_MASSIMO} caratteri`)
  return testo
}

/** The bank's card from the options; a trial needs none. */
export function readScheda(valori: Valori): SchedaBanca {
  const { anno, descrizione, evidenza, prova } = valori
  const concorso = readNome('titolo', valori.titolo)
  const ente = readNome('ente', valori.ente)
  const mancanti = (['titolo', 'ente', 'anno'] as const).filter((nome) => !valori[nome])
  if (mancanti.length > 0 && !prova) throw new UsoErrato(`manca ${mancanti.map((m) => `--${m}`).join(', ')}`)
  if (anno !== undefined && !/^(19|20|21)\d\d$/.test(anno)) throw new UsoErrato(`--anno vuole un anno, non "${anno}"`)
  return {
    slug: null,
    concorso: concorso ?? 'prova',
    ente: ente ?? 'prova',
    anno: anno === undefined ? null : Number(anno),
    profilo: readNome('profilo', valori.profilo),
    descrizione: descrizione?.trim() || null,
    in_evidenza: evidenza ?? false,
  }
}

const readOpzioni = ({ separatore, codifica, foglio }: Valori): ImportOptions => ({
  ...(separatore ? { separator: separatore === '\\t' ? '\t' : separatore } : {}),
  ...(codifica ? { encoding: codifica } : {}),
  ...(foglio ? { sheet: /^\d+$/.test(foglio) ? Number(foglio) : foglio } : {}),
})

/** Reads the file as a bank; a file that is not one is refused with its row and reason. */
async function read(file: string, valori: Valori) {
  const immagini = valori.immagini ? await readImmagini(valori.immagini) : []
  const esito = await leggi({
    nome: basename(file),
    byte: await readByte(file),
    immagini,
    opzioni: readOpzioni(valori),
  })
  if (esito.ok) return esito.value
  const { riga } = esito.error.dati ?? {}
  throw new Rifiutato({
    file,
    ...(riga === undefined ? {} : { riga: Number(riga) }),
    motivo: sentenceOfRefusal(esito.error),
  })
}

async function findGemelle(db: Db, { concorso, ente, anno }: SchedaBanca): Promise<number[]> {
  const { righe } = await db.query<{ id_concorso: number }>(
    `select id_concorso from concorso join ente using (id_ente)
     where concorso = $1 and ente = $2 and anno is not distinct from $3`,
    [concorso, ente, anno],
  )
  return righe.map((r) => r.id_concorso)
}

/** Publishes a file as a new bank, whole or not at all. */
async function publish(file: string, valori: Valori, { err, withDeps }: Ambiente): Promise<RapportoImportazione> {
  const scheda = readScheda(valori)
  err(`Lettura di ${file}…`)
  const { domande, immagini, avvisi } = await read(file, valori)
  if (valori.prova) return makeReport(null, domande, avvisi.map(toAvviso))
  return withDeps(async (deps) => {
    const gemelle = await findGemelle(deps.db, scheda)
    if (gemelle.length > 0)
      err(`Attenzione: esiste già una banca con questo titolo, ente e anno (id_concorso ${gemelle.join(', ')}).`)
    err(`Costruzione del pacchetto: ${domande.length} domande, ${immagini.length} immagini…`)
    const banca = await numberBanca(deps.db, scheda, domande, immagini)
    await publishNuova(deps, banca, await buildFile(deps, banca))
    return makeReport(banca.id_concorso, domande, avvisi.map(toAvviso))
  })
}

const codeOf = (errore: unknown): CodiceErrore => (isDatabaseDown(errore) ? 'SERVIZIO_NON_PRONTO' : 'ERRORE_INTERNO')

/** `importa FILE --titolo T --ente E --anno Y …`: with `json` one object on standard output, whatever happens. */
export async function importa([file, ...altri]: string[], valori: Valori, ambiente: Ambiente): Promise<Codice> {
  if (!file || altri.length > 0) throw new UsoErrato('importa vuole un file')
  try {
    const rapporto = await publish(file, valori, ambiente)
    if (valori.json) ambiente.out(JSON.stringify(rapporto))
    else for (const riga of formatRapporto(rapporto, valori.titolo ?? file)) ambiente.out(riga)
    return FATTO
  } catch (errore) {
    if (!(errore instanceof Rifiutato)) {
      if (valori.json && !(errore instanceof UsoErrato))
        ambiente.out(JSON.stringify({ codice: codeOf(errore), file, motivo: (errore as Error).message }))
      throw errore
    }
    ambiente.err(`Rifiutato: ${errore.message}`)
    if (valori.json) ambiente.out(JSON.stringify({ codice: 'FILE_RIFIUTATO', ...errore.rifiuto }))
    return FALLITO
  }
}
