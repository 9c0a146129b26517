import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { WARNING_CODES } from '#contract/domanda'
import { importBank } from '#importers/import-bank'
import { HELP } from '#server/cli/commands'
import { IMPORTA_OPTIONS as OPTIONS } from '#server/cli/importa'
import { ROOT } from '#server/root'

// docs/operators/commands.md is read by people who have nothing else: what it says must be so.

const documento = await readFile(join(ROOT, 'docs/operators/commands.md'), 'utf8')
const esempi = [...documento.matchAll(/^```(csv|json|ndjson)\n([\s\S]*?)^```/gm)].map(([, kind, text]) => ({
  tipo: kind ?? '',
  testo: text ?? '',
}))

describe('the operators’ document', () => {
  test('names every kind of warning, and no other', () => {
    const table = documento.slice(documento.indexOf('| `tipo` |'), documento.indexOf('### `--json`'))
    const nominati = [...table.matchAll(/^\| `(\w+)` \| \w/gm)].map(([, kind]) => kind)
    expect(nominati.filter((kind) => kind !== 'tipo')).toEqual([...WARNING_CODES])
  })

  test('names every option of importa, as the help does', () => {
    for (const option of Object.keys(OPTIONS)) {
      expect(documento, option).toContain(`\`--${option}`)
      expect(HELP.join('\n'), option).toContain(`--${option}`)
    }
  })

  test('has examples of every kind of text', () => {
    expect(new Set(esempi.map(({ tipo: kind }) => kind))).toEqual(new Set(['csv', 'json', 'ndjson']))
  })

  test.each(esempi)('its $tipo example is a bank with every key: $testo', async ({ testo: text }) => {
    const result = await importBank({ nome: 'esempio', byte: new TextEncoder().encode(text) })
    if (!result.ok) throw new Error(JSON.stringify(result.error.dati))
    const { domande, avvisi: warnings } = result.value
    expect(domande.length).toBeGreaterThan(1)
    expect(domande.filter((d) => d.corretta === null)).toEqual([])
    expect(warnings.filter((a) => a.tipo !== 'immagine_mancante')).toEqual([])
  })
})

test('[OP36] the newest release of the changelog is the version of package.json', async () => {
  const [changelog, about] = await Promise.all(
    ['CHANGELOG.md', 'package.json'].map((name) => readFile(join(ROOT, name), 'utf8')),
  )
  const [, newest] = /^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$/m.exec(changelog!) ?? []
  expect(newest).toBe(JSON.parse(about!).version)
})
