import { expect, it } from 'vitest'
import { readReadiness } from './readiness.ts'

it('is ready when every part is healthy, and reports the state of each', async () => {
  const ready = await readReadiness(undefined, {
    database: async () => 'answers',
    jobs: async () => 'running',
  })
  expect(ready).toEqual({
    ready: true,
    parts: { database: { ok: true, text: 'answers' }, jobs: { ok: true, text: 'running' } },
  })
})

it('is not ready when one part is unhealthy, and reports the state of each', async () => {
  const reading = readReadiness(undefined, {
    database: async () => Promise.reject(new Error('does not answer')),
    jobs: async () => 'running',
  })
  await expect(reading).rejects.toMatchObject({
    code: 'not_ready',
    status: 503,
    details: { database: 'does not answer', jobs: 'running' },
  })
})
