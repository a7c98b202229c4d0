import { expect, it } from 'vitest'
import { createKeyedLimiter } from './keyed-limiter.ts'

it('runs a limited number of tasks per key, and keys independently', async () => {
  const limiter = createKeyedLimiter({ atOnce: 2 })
  const begun: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const begin = (key: string, name: string) => {
    const gate = Promise.withResolvers<void>()
    gates.set(name, gate)
    return limiter.run(key, () => {
      begun.push(name)
      return gate.promise
    })
  }
  const all = [begin('a', 'a1'), begin('a', 'a2'), begin('a', 'a3'), begin('b', 'b1')]
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  gates.get('a1')?.resolve()
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const gate of gates.values()) gate.resolve()
  await Promise.all(all)
})

it('continues after a task that failed', async () => {
  const limiter = createKeyedLimiter({ atOnce: 1 })
  const failing = limiter.run('a', async () => {
    throw new Error('no')
  })
  const next = limiter.run('a', async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await limiter.run('a', async () => 'again')).toBe('again')
})

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
