import { describe, expect, it } from 'vitest'
import { createPasswords, owaspCost } from './passwords.ts'

describe('createPasswords', () => {
  it('matches the right password and no other', async () => {
    const { passwords } = setup()
    const stored = await passwords.hash('correct horse')
    expect(await passwords.matches('correct horse', stored)).toBe(true)
    expect(await passwords.matches('Correct horse', stored)).toBe(false)
  })

  it('never matches without a stored hash, not even the decoy', async () => {
    const { passwords, decoy } = setup()
    expect(await passwords.matches(decoy, undefined)).toBe(false)
  })

  it('stores Argon2id with the parameters recommended by OWASP and a new salt each time', async () => {
    const passwords = createPasswords({ cost: owaspCost, decoy: 'x' })
    const [one, two] = await Promise.all([passwords.hash('same'), passwords.hash('same')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
  })

  it('takes as long for an unknown account as for a wrong password', async () => {
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

function setup() {
  const decoy = 'the decoy'
  return { decoy, passwords: createPasswords({ cost: { memoryKib: 64, passes: 1 }, decoy }) }
}

/** The median ratio of two works, measured in pairs. */
async function medianRatio(one: () => Promise<unknown>, other: () => Promise<unknown>) {
  const ratios: number[] = []
  for (let pair = 0; pair < 9; pair++) ratios.push((await cpuOf(one)) / (await cpuOf(other)))
  return ratios.sort((a, b) => a - b)[4] ?? 0
}

/** In microseconds of this process, so that the load of others has no effect. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
