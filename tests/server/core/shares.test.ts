import { expect, it } from 'vitest'
import { createApp } from '#server/app'
import { handlers } from '#server/handlers'
import { makeWorld } from '../world.ts'

it('[OP19] calls beyond what a process carries are refused with a time to come back, whatever LIMITI is', async () => {
  const world = await makeWorld({ config: { limits: 'aperti' } })
  let open = () => {}
  const held = new Promise<void>((done) => {
    open = done
  })
  const uptime = async () => {
    await held
    return { ok: true as const, value: 1 }
  }
  const app = await createApp(world.deps, { ...handlers, uptime })
  const calls = Array.from({ length: 200 }, () => app.inject({ url: '/api/ms_concorso/uptime' }))
  setImmediate(open)
  const answers = await Promise.all(calls)
  const refused = answers.filter(({ statusCode }) => statusCode === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(100)
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  await app.close()
  await world.close()
})
