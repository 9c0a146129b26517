import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Mondo, makeWorld } from '../world.ts'

let world: Mondo
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const report = (type: string, payload: string) =>
  world.app.inject({ method: 'POST', url: '/rapporti/csp', headers: { 'content-type': type }, payload })
const told = () => world.righe.filter((row) => row.includes('contenuto rifiutato dalla pagina'))
const ADDRESS = 'https://quiz.example/simulatore/recupera?token=segreto#x'

it('reports of both kinds reach the log, without what follows the path of an address', async () => {
  const old = {
    'csp-report': { 'document-uri': ADDRESS, 'blocked-uri': 'inline', 'effective-directive': 'script-src' },
  }
  const young = [
    { type: 'csp-violation', body: { documentURL: ADDRESS, blockedURL: ADDRESS, effectiveDirective: 'img-src' } },
  ]
  expect((await report('application/csp-report', JSON.stringify(old))).statusCode).toBe(204)
  expect((await report('application/reports+json', JSON.stringify(young))).statusCode).toBe(204)
  expect(told().map((row) => JSON.parse(row))).toMatchObject([
    { direttiva: 'script-src', bloccato: 'inline', pagina: 'https://quiz.example/simulatore/recupera' },
    { direttiva: 'img-src', bloccato: 'https://quiz.example/simulatore/recupera' },
  ])
  expect(told().join('')).not.toContain('segreto')
})

it('takes no other type, no large body and no endless stream of an address', async () => {
  expect((await report('text/plain', 'x')).statusCode).toBe(415)
  expect((await report('application/csp-report', '{')).statusCode).toBe(400)
  expect((await report('application/csp-report', JSON.stringify('x'.repeat(20_000)))).statusCode).toBe(413)
  for (const body of ['null', '[]', '7', '[null,1,"x"]'])
    expect((await report('application/csp-report', body)).statusCode).toBe(204)
  for (let i = 0; i < 100; i++) await report('application/csp-report', '{}')
  expect(told().length).toBeLessThanOrEqual(80)
})
