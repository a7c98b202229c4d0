import { describe, expect, it } from 'vitest'
import { createPasswords, createTurns, owaspCost } from './passwords.ts'

describe('createPasswords', () => {
  it('knows the right password and no other', async () => {
    const { passwords } = setup()
    const stored = await passwords.hash('correct horse')
    expect(await passwords.matches('correct horse', stored)).toBe(true)
    expect(await passwords.matches('Correct horse', stored)).toBe(false)
  })

  it('never matches without a stored hash, not even the decoy itself', async () => {
    const { passwords, decoy } = setup()
    expect(await passwords.matches(decoy, undefined)).toBe(false)
  })

  it('stores Argon2id with the parameters that OWASP names, salted anew each time', async () => {
    const passwords = createPasswords({ cost: owaspCost, decoy: 'x' })
    const [one, two] = await Promise.all([passwords.hash('same'), passwords.hash('same')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
  })

  it('works as long for an unknown account as for a wrong password', async () => {
    const passwords = createPasswords({ cost: owaspCost, decoy: 'x' })
    const stored = await passwords.hash('right')
    await passwords.matches('warm', undefined)
    const ratio = await medianRatio(
      () => passwords.matches('wrong', undefined),
      () => passwords.matches('wrong', stored),
    )
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})

describe('createTurns', () => {
  it('never runs more at once than it may, and runs all in order', async () => {
    const inTurn = createTurns({ atOnceMax: 2, waitingMax: 10 })
    const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
    const started: number[] = []
    const all = gates.map((gate, index) =>
      inTurn(() => {
        started.push(index)
        return gate.promise
      }),
    )
    expect(started).toEqual([0, 1])
    gates[1]?.resolve()
    await all[1]
    expect(started).toEqual([0, 1, 2])
    for (const gate of gates) gate.resolve()
    await Promise.all(all)
    expect(started).toEqual([0, 1, 2, 3, 4])
  })

  it('refuses whom it cannot let wait, and serves again when there is room', async () => {
    const inTurn = createTurns({ atOnceMax: 1, waitingMax: 1 })
    const gate = Promise.withResolvers<string>()
    const first = inTurn(() => gate.promise)
    const second = inTurn(async () => 'second')
    await expect(inTurn(async () => 'third')).rejects.toMatchObject({ code: 'too_many_requests' })
    gate.resolve('first')
    expect(await Promise.all([first, second])).toEqual(['first', 'second'])
    expect(await inTurn(async () => 'fourth')).toBe('fourth')
  })

  it('gives the turn on when the work fails', async () => {
    const inTurn = createTurns({ atOnceMax: 1, waitingMax: 1 })
    const failing = inTurn(async () => Promise.reject(new Error('broken')))
    const next = inTurn(async () => 'next')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('next')
  })
})

function setup() {
  const decoy = 'the decoy'
  return { decoy, passwords: createPasswords({ cost: { memoryKib: 64, passes: 1 }, decoy }) }
}

/** How long one takes against the other, in pairs, so that what else the machine does weighs on both. */
async function medianRatio(one: () => Promise<unknown>, other: () => Promise<unknown>) {
  const ratios: number[] = []
  for (let pair = 0; pair < 9; pair++) ratios.push((await msOf(one)) / (await msOf(other)))
  return ratios.sort((a, b) => a - b)[4] ?? 0
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
