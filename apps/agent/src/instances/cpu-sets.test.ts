import { describe, expect, it } from 'vitest'
import type { CpuLayout } from '../host/cpu-layout.ts'
import { createCpuSets } from './cpu-sets.ts'

/** Two nodes of two cores with two threads each. */
const twoNodes: CpuLayout = [
  [
    [0, 4],
    [1, 5],
  ],
  [
    [2, 6],
    [3, 7],
  ],
]
const none = { had: [] }

describe('the CPUs of containers', () => {
  it('are whole cores, each of one container only', () => {
    const sets = createCpuSets()
    const taken = ['a', 'b', 'c', 'd'].map((name) =>
      sets.take(name, { vcpus: 1.9, ...none }, twoNodes),
    )
    expect(taken).toEqual([
      [0, 4],
      [1, 5],
      [2, 6],
      [3, 7],
    ])
  })

  it('fill one node before the next, so that a large share still fits a node', () => {
    const sets = createCpuSets()
    sets.take('small', { vcpus: 2, ...none }, twoNodes)
    sets.take('small too', { vcpus: 2, ...none }, twoNodes)
    expect(sets.take('large', { vcpus: 3.8, ...none }, twoNodes)).toEqual([2, 3, 6, 7])
  })

  it('span several nodes where no single one is large enough', () => {
    const sets = createCpuSets()
    expect(sets.take('a', { vcpus: 6, ...none }, twoNodes)).toHaveLength(6)
  })

  it('overlap only when none are free', () => {
    const sets = createCpuSets()
    for (const name of ['a', 'b', 'c', 'd']) sets.take(name, { vcpus: 2, ...none }, twoNodes)
    sets.release('c')
    expect(sets.take('e', { vcpus: 2, ...none }, twoNodes)).toEqual([2, 6])
    expect(sets.take('f', { vcpus: 2, ...none }, twoNodes)).toHaveLength(2)
  })

  it('are one each for two shares of 0.95 on a machine with two CPUs', () => {
    const sets = createCpuSets()
    const taken = ['a', 'b'].map((name) => sets.take(name, { vcpus: 0.95, ...none }, [[[0], [1]]]))
    expect(taken).toEqual([[0], [1]])
  })

  it('stay the same across a stop, unless another container has taken them', () => {
    const sets = createCpuSets()
    sets.take('b', { vcpus: 2, ...none }, twoNodes)
    expect(sets.take('a', { vcpus: 2, had: [3, 7] }, twoNodes)).toEqual([3, 7])
    expect(sets.take('c', { vcpus: 2, had: [3, 7] }, twoNodes)).toEqual([1, 5])
    expect(sets.take('d', { vcpus: 2, had: [0, 4] }, twoNodes)).toEqual([2, 6])
  })

  it('exclude those of containers that ran before the agent', () => {
    const sets = createCpuSets()
    sets.hold('a', [0, 4])
    expect(sets.take('b', { vcpus: 2, ...none }, twoNodes)).toEqual([1, 5])
  })

  it.each([
    ['a small part of a CPU', 0.45, twoNodes],
    ['the entire machine', 7.6, twoNodes],
    ['whatever there is where the system does not say', 2, []],
  ])('are not chosen for %s', (_, vcpus, layout) => {
    expect(createCpuSets().take('a', { vcpus, ...none }, layout)).toBeUndefined()
  })
})
