import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MODELLI, type Modello } from '#rules/regolamento/modelli'
import { punteggio } from '#server/comandi/punteggio'
import { ESEMPI, stampa } from './esempi-regole.ts'

const PAGINA = new URL('../../../docs/REGOLE.md', import.meta.url)
const TITOLO = '## Un esempio per concorso\n'

let cartella: string
beforeAll(async () => {
  cartella = await mkdtemp(join(tmpdir(), 'idoneo-esempi-'))
})
afterAll(() => rm(cartella, { recursive: true, force: true }))

async function run(regole: string, risposte: string, json: boolean): Promise<string> {
  const file = { regole: join(cartella, 'R.json'), risposte: join(cartella, 'S.json') }
  await writeFile(file.regole, regole)
  await writeFile(file.risposte, risposte)
  const righe: string[] = []
  await punteggio([], { ...file, json }, { out: (riga) => void righe.push(riga) })
  return righe.join('\n')
}

function documenti({ id, nome, regole }: Modello) {
  const esempio = ESEMPI[id]
  if (!esempio) throw new Error(`${id}: no example`)
  const { domande, altri_punteggi } = esempio
  return {
    esempio,
    regole: stampa({ nome, ...regole }),
    risposte: stampa({ domande, ...(altri_punteggi && { altri_punteggi }) }),
  }
}

const NON_INDICATI = {
  punti: 'La fonte non dice i punti: sono quelli più comuni.',
  omessa: 'La fonte non dice quanto vale una risposta omessa: qui zero.',
  media: 'La fonte non dice quanto vale una domanda media: qui il doppio di una facile.',
}

/** The part of the page that shows every model, its answers and what the command says of them. */
async function scriviEsempi(): Promise<string> {
  const parti: string[] = []
  for (const modello of MODELLI) {
    const { regole, risposte } = documenti(modello)
    const note = (modello.non_indicati ?? []).map((quale) => ` ${NON_INDICATI[quale]}`).join('')
    parti.push(
      `### ${modello.nome}`,
      `\`${modello.id}\`. Fonte: ${modello.fonte}.${note}`,
      `\`\`\`json regole\n${regole}\n\`\`\``,
      `\`\`\`json risposte\n${risposte}\n\`\`\``,
      `\`\`\`text\n${await run(regole, risposte, false)}\n\`\`\``,
    )
  }
  return `${parti.join('\n\n')}\n`
}

it.each(MODELLI.map((m) => [m.id, m] as const))('%s: the example is the sum made by hand', async (_, modello) => {
  const { esempio, regole, risposte } = documenti(modello)
  const esito = JSON.parse(await run(regole, risposte, true))
  expect(esito).toMatchObject({ totale: esempio.totale, esito: esempio.esito })
  const { corrette, errate, intermedie, omesse, non_valutate } = esito
  expect(corrette + errate + intermedie + omesse).toBe(modello.numero_domande)
  expect(non_valutate).toBe(0)
})

it('examples are of models that exist', () =>
  expect(Object.keys(ESEMPI).sort()).toEqual(MODELLI.map((m) => m.id).sort()))

it('[D23] the page on rules shows every model, its answers and the output of the command', async () => {
  const pagina = await readFile(PAGINA, 'utf8')
  const inizio = pagina.indexOf(TITOLO) + TITOLO.length
  const [introduzione = ''] = pagina.slice(inizio).split('\n### ')
  const attesa = `${pagina.slice(0, inizio)}${introduzione.trimEnd()}\n\n${await scriviEsempi()}`
  // UPDATE_DOCS=1 writes it anew.
  if (process.env.UPDATE_DOCS === '1') await writeFile(PAGINA, attesa)
  else expect(pagina).toBe(attesa)
})
