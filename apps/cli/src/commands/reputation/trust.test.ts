import { generateKeyPairSync, sign } from 'node:crypto'
import { Evidence } from '@gridloom/contract/reputation/evidence'
import { MachineTrust } from '@gridloom/contract/reputation/trust'
import { hashEvidence, noHash } from '@gridloom/domain/trust/evidence-chain'
import { scoreTrust } from '@gridloom/domain/trust/v1'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'
import { aMachine, anOffer, idEndingIn } from '../../../test/samples.ts'

const machineId = idEndingIn('mch', 'cccc3333')
const computedAt = '2026-11-21T10:00:00.000Z'

describe('trust', () => {
  it('shows the score and its parts, also by the name of a machine', async () => {
    await using world = await aWorld({ answers: answersWith(aChain()) })
    for (const wanted of [machineId, 'tower']) {
      const { stdout } = await world.run('trust', wanted)
      expect(stdout).toMatch(/Trust score +\d\d of 100/)
      expect(stdout).toMatch(/Successful starts +\d+ +10 +4 +12/)
    }
  })

  it('says that a machine is new', async () => {
    await using world = await aWorld({ answers: answersWith(aChain().slice(0, 3)) })
    const { stdout } = await world.run('trust', machineId)
    expect(stdout).toMatch(/Trust score +new \(3 of 10 facts\)/)
  })
})

describe('trust --check', () => {
  const own = { 'machines.list': () => [aMachine()] }

  it('measures a machine of one’s own again', async () => {
    await using world = await aWorld({ answers: { ...own, 'reputation.checkAgain': () => ({}) } })
    const { stdout } = await world.run('trust', 'tower', '--check')
    expect(stdout).toBe('Measuring tower again. The figures count in its score.\n')
    expect(world.server.calls.at(-1)?.params).toEqual({ id: machineId })
    expect((await world.run('trust', 'tower', '--check', '--json')).stdout).toBe('{}\n')
  })

  it('says why not, and goes with nothing else', async () => {
    const answers = { ...own, 'reputation.checkAgain': () => new Refusal('machine_in_use') }
    await using world = await aWorld({ answers })
    expect((await world.run('trust', 'tower', '--check')).code).toBe(6)
    expect((await world.run('trust', 'tower', '--check', '--recompute')).code).toBe(2)
  })
})

describe('trust --recompute', () => {
  it('verifies the facts and finds the same score', async () => {
    await using world = await aWorld({ answers: answersWith(aChain()) })
    const { code, stdout } = await world.run('trust', machineId, '--recompute')
    expect(stdout).toMatch(/Facts +12, complete and signed/)
    expect(stdout).toMatch(/Result +equal/)
    expect(code).toBe(0)
  })

  it('ignores facts that are newer than the score', async () => {
    const facts = aChain()
    const newer = { ...answersWith(facts), ...onlyFacts([...facts, ...next(facts)]) }
    await using world = await aWorld({ answers: newer })
    expect((await world.run('trust', machineId, '--recompute')).code).toBe(0)
  })

  it.each([
    [
      'a changed fact',
      (facts: Evidence[]) => facts.map((one) => ({ ...one, value: 1_000 })),
      'was changed',
    ],
    ['a missing fact', (facts: Evidence[]) => facts.slice(1), 'Fact 1 is missing'],
    ['a missing end', (facts: Evidence[]) => facts.slice(0, -1), 'The chain ends at fact 11'],
  ])('fails for %s', async (_what, change, problem) => {
    const facts = aChain()
    await using world = await aWorld({
      answers: { ...answersWith(facts), ...onlyFacts(change(facts)) },
    })
    const { code, stdout, stderr } = await world.run('trust', machineId, '--recompute')
    expect(code).toBe(1)
    expect(stdout).toMatch(/Result +not equal/)
    expect(stderr).toContain(problem)
  })

  it('fails for a score that the facts do not lead to', async () => {
    const facts = aChain()
    const trust = { ...aTrust(facts), score: 99 }
    const answers = { ...answersWith(facts), 'reputation.readTrust': () => trust }
    await using world = await aWorld({ answers })
    const { code, stderr } = await world.run('trust', machineId, '--recompute')
    expect(code).toBe(1)
    expect(stderr).toContain('another score')
  })

  it('fails for another key than the given one, and rejects what is no key', async () => {
    await using world = await aWorld({ answers: answersWith(aChain()) })
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? ''
    const ran = await world.run('trust', machineId, '--recompute', '--key', other)
    expect(ran.code).toBe(1)
    expect(ran.stderr).toContain('wrong signature')
    expect((await world.run('trust', machineId, '--recompute', '--key', 'x')).code).toBe(2)
  })
})

it('trust --evidence prints the facts as JSON Lines', async () => {
  const facts = aChain()
  await using world = await aWorld({ answers: answersWith(facts) })
  const { stdout } = await world.run('trust', machineId, '--evidence')
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(facts)
})

const { privateKey, publicKey } = generateKeyPairSync('ed25519')

function answersWith(facts: readonly Evidence[]) {
  return {
    'market.search': () => ({ offers: [anOffer()], total: 1, more: false }),
    'reputation.readTrust': () => aTrust(facts),
    ...onlyFacts(facts),
  }
}

function onlyFacts(facts: readonly Evidence[]) {
  const text = facts.map((fact) => `${JSON.stringify(fact)}\n`).join('')
  return { 'reputation.readEvidence': () => new TextEncoder().encode(text) }
}

function aTrust(facts: readonly Evidence[]): MachineTrust {
  const last = facts.at(-1)
  return MachineTrust.parse({
    ...scoreTrust(facts, new Date(computedAt)),
    machine_id: machineId,
    computed_at: computedAt,
    head: { number: last?.number ?? 0, hash: last?.hash ?? noHash },
    anchor: { number: 0, hash: noHash },
    public_key: publicKey.export({ format: 'jwk' }).x,
    provider_score: 75,
    provider_machines: 2,
  })
}

/** Ten good starts and two bad ones. */
function aChain(): Evidence[] {
  let facts: Evidence[] = []
  for (let at = 0; at < 12; at++) facts = [...facts, ...next(facts)]
  return facts
}

function next(facts: readonly Evidence[]): Evidence[] {
  const fact = {
    number: facts.length + 1,
    machine_id: machineId,
    kind: 'start',
    at: '2026-11-21T09:00:00.000Z',
    value: facts.length < 2 ? 0 : 1_000,
    cause: null,
    figure: null,
    party: null,
    withdraws: null,
    source: 'a'.repeat(64),
    previous: facts.at(-1)?.hash ?? noHash,
    hash: noHash,
    signature: '',
  }
  const { hash: _, signature: __, ...unsigned } = Evidence.parse(fact)
  const hash = hashEvidence(unsigned)
  const signature = sign(null, Buffer.from(hash), privateKey).toString('base64url')
  return [{ ...unsigned, hash, signature }]
}
