import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TIPI_AVVISO } from '#contract/domanda'
import { importBank } from '#importers/import-bank'
import { AIUTO } from '#server/comandi/aiuto'
import { OPZIONI } from '#server/comandi/importa'
import { RADICE } from '#server/radice'

// docs/OPERATORS.md is read by people who have nothing else: what it says must be so.

const documento = await readFile(join(RADICE, 'docs/OPERATORS.md'), 'utf8')
const esempi = [...documento.matchAll(/^```(csv|json|ndjson)\n([\s\S]*?)^```/gm)].map(([, tipo, testo]) => ({
  tipo: tipo ?? '',
  testo: testo ?? '',
}))

describe('the operators’ document', () => {
  test('names every kind of warning, and no other', () => {
    const tabella = documento.slice(documento.indexOf('| `tipo` |'), documento.indexOf('### `--json`'))
    const nominati = [...tabella.matchAll(/^\| `(\w+)` \| \w/gm)].map(([, tipo]) => tipo)
    expect(nominati.filter((tipo) => tipo !== 'tipo')).toEqual([...TIPI_AVVISO])
  })

  test('names every option of importa, as the help does', () => {
    for (const opzione of Object.keys(OPZIONI)) {
      expect(documento, opzione).toContain(`\`--${opzione}`)
      expect(AIUTO.join('\n'), opzione).toContain(`--${opzione}`)
    }
  })

  test('has examples of every kind of text', () => {
    expect(new Set(esempi.map(({ tipo }) => tipo))).toEqual(new Set(['csv', 'json', 'ndjson']))
  })

  test.each(esempi)('its $tipo example is a bank with every key: $testo', async ({ testo }) => {
    const esito = await importBank({ nome: 'esempio', byte: new TextEncoder().encode(testo) })
    if (!esito.ok) throw new Error(JSON.stringify(esito.error.dati))
    const { domande, avvisi } = esito.value
    expect(domande.length).toBeGreaterThan(1)
    expect(domande.filter((d) => d.corretta === null)).toEqual([])
    expect(avvisi.filter((a) => a.tipo !== 'immagine_mancante')).toEqual([])
  })
})
