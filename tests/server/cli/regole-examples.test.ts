import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MODELLI, type Modello } from '#rules/regolamento/modelli'
import { punteggio } from '#server/cli/punteggio'
import { EXAMPLES, stampa } from './regole-examples.ts'

const PAGE_PREFIX = new URL('../../../docs/operators/punteggi.md', import.meta.url)
const TITOLO = '## Un esempio per concorso\n'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idoneo-esempi-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(regole: string, risposte: string, json: boolean): Promise<string> {
  const file = { regole: join(folder, 'R.json'), risposte: join(folder, 'S.json') }
  await writeFile(file.regole, regole)
  await writeFile(file.risposte, risposte)
  const rows: string[] = []
  await punteggio([], { ...file, json }, { out: (row) => void rows.push(row) })
  return rows.join('\n')
}

function documenti({ id, nome: name, regole }: Modello) {
  const esempio = EXAMPLES[id]
  if (!esempio) throw new Error(`${id}: no example`)
  const { domande, altri_punteggi } = esempio
  return {
    esempio,
    regole: stampa({ nome: name, ...regole }),
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
  const parts: string[] = []
  for (const modello of MODELLI) {
    const { regole, risposte } = documenti(modello)
    const note = (modello.non_indicati ?? []).map((quale) => ` ${NON_INDICATI[quale]}`).join('')
    parts.push(
      `### ${modello.nome}`,
      `\`${modello.id}\`. Fonte: ${modello.fonte}.${note}`,
      `\`\`\`json regole\n${regole}\n\`\`\``,
      `\`\`\`json risposte\n${risposte}\n\`\`\``,
      `\`\`\`text\n${await run(regole, risposte, false)}\n\`\`\``,
    )
  }
  return `${parts.join('\n\n')}\n`
}

it.each(MODELLI.map((m) => [m.id, m] as const))('%s: the example is the sum made by hand', async (_, modello) => {
  const { esempio, regole, risposte } = documenti(modello)
  const result = JSON.parse(await run(regole, risposte, true))
  expect(result).toMatchObject({ totale: esempio.totale, esito: esempio.esito })
  const { corrette, errate, intermedie, omesse, non_valutate } = result
  expect(corrette + errate + intermedie + omesse).toBe(modello.numero_domande)
  expect(non_valutate).toBe(0)
})

it('examples are of models that exist', () =>
  expect(Object.keys(EXAMPLES).sort()).toEqual(MODELLI.map((m) => m.id).sort()))

it('[D23] the page on rules shows every model, its answers and the output of the command', async () => {
  const pagina = await readFile(PAGE_PREFIX, 'utf8')
  const start = pagina.indexOf(TITOLO) + TITOLO.length
  const [introduzione = ''] = pagina.slice(start).split('\n### ')
  const wait = `${pagina.slice(0, start)}${introduzione.trimEnd()}\n\n${await scriviEsempi()}`
  // UPDATE_DOCS=1 writes it anew.
  if (process.env.UPDATE_DOCS === '1') await writeFile(PAGE_PREFIX, wait)
  else expect(pagina).toBe(wait)
})
