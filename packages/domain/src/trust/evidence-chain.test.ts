import type { Evidence } from '@gridloom/contract/reputation/evidence'
import { describe, expect, it } from 'vitest'
import { hashEvidence, noHash, problemOfChain, type UnsignedEvidence } from './evidence-chain.ts'

const machineId = 'mch_01jd3v8q6f7g8h9jkmnpqrstvw'

describe('problemOfChain', () => {
  it('finds none in a whole chain, or in one whose beginning was deleted', () => {
    const facts = aChain(5)
    expect(problem(facts)).toBeNull()
    const [, second, ...rest] = facts
    const anchor = { number: 2, hash: second?.hash ?? '' }
    expect(problem(rest, { anchor })).toBeNull()
    expect(problem([], { head: { number: 0, hash: noHash } })).toBeNull()
  })

  it('finds a fact that was changed, whichever field it is', () => {
    const facts = aChain(3)
    const changes: Partial<Evidence>[] = [
      { value: 0 },
      { kind: 'rental' },
      { at: '2026-11-27T11:00:00.000Z' },
      { cause: 'outage' },
      { party: { digest: noHash, own: false, other_providers: 1 } },
      { figure: { kind: 'gpus', advertised: 2, measured: 1 } },
      { withdraws: 1 },
      { source: noHash },
    ]
    for (const change of changes)
      expect(problem(facts.map((fact, at) => (at === 1 ? { ...fact, ...change } : fact)))).toBe(
        'Fact 2 was changed.',
      )
  })

  it('finds missing, moved and foreign facts, and a chain that ends too early', () => {
    const [first, second, third] = aChain(3)
    if (first === undefined || second === undefined || third === undefined) throw new Error('short')
    const head = { number: 3, hash: third.hash }
    expect(problem([first, third], { head })).toBe('Fact 2 is missing.')
    expect(problem([first, second], { head })).toBe('The chain ends at fact 2, not at fact 3.')
    expect(problem([{ ...first, previous: first.hash }], { head })).toMatch('does not follow')
    const foreign = aChain(1, 'mch_01jd3v8q6f7g8h9jkmnpqrstvx')
    expect(problem(foreign, { head })).toBe('Fact 1 is about another machine.')
  })

  it('finds a fact that another key signed', () => {
    expect(problem(aChain(2), { isSigned: () => false })).toBe('Fact 1 has a wrong signature.')
  })
})

function problem(
  facts: readonly Evidence[],
  chain: Partial<Parameters<typeof problemOfChain>[1]> = {},
): string | null {
  return problemOfChain(facts, {
    machineId,
    anchor: { number: 0, hash: noHash },
    head: { number: facts.at(-1)?.number ?? 0, hash: facts.at(-1)?.hash ?? noHash },
    isSigned: (text, signature) => signature === `signed ${text}`,
    ...chain,
  })
}

function aChain(length: number, machine = machineId): Evidence[] {
  const facts: Evidence[] = []
  for (let number = 1; number <= length; number++) {
    const fact = {
      number,
      machine_id: machine,
      kind: 'start',
      at: '2026-11-27T12:00:00.000Z',
      value: 1_000,
      cause: null,
      figure: null,
      party: null,
      withdraws: null,
      source: 'a'.repeat(64),
      previous: facts.at(-1)?.hash ?? noHash,
    } as UnsignedEvidence
    const hash = hashEvidence(fact)
    facts.push({ ...fact, hash, signature: `signed ${hash}` })
  }
  return facts
}
