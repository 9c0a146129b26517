import { expect, it } from 'vitest'
import { todayText } from '#src/gestione/oggi/text'

it.each([
  ['nessun backup: «backup FILE» ne fa uno', 'Nessun backup: «backup FILE» ne fa uno'],
  ['l’ora non torna', 'L’ora non torna'],
  ['è tutto a posto', 'È tutto a posto'],
  ['http://localhost:3000/simulatore/ arriva al server', 'http://localhost:3000/simulatore/ arriva al server'],
  ['/var/lib/idoneo non si legge', '/var/lib/idoneo non si legge'],
  ['smtp.ente.example non risponde', 'smtp.ente.example non risponde'],
  ['connect ECONNREFUSED', 'Connect ECONNREFUSED'],
  ['76,2 GiB liberi in /dati', '76,2 GiB liberi in /dati'],
])('[OP46] a finding begins with a capital only where it begins with a word: %s', (said, shown) => {
  expect(todayText.frase(said)).toBe(shown)
})
