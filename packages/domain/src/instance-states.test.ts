import { InstanceState } from '@gridloom/contract/instances/instance'
import { describe, expect, it } from 'vitest'
import { canMove, moves, routeBetween } from './instance-states.ts'

const states = InstanceState.options
const pairs = states.flatMap((from) => states.map((to) => ({ from, to })))
const legal: ReadonlySet<string> = new Set(
  Object.entries(moves).flatMap(([from, tos]) => tos.map((to) => `${from} ${to}`)),
)

describe('the table of instance moves', () => {
  it('has exactly 44 of 100 moves', () => {
    expect(legal.size).toBe(44)
    for (const { from, to } of pairs) expect(canMove(from, to)).toBe(legal.has(`${from} ${to}`))
  })

  it('has no move out of destroyed or back to requested', () => {
    for (const state of states) {
      expect(canMove('destroyed', state)).toBe(false)
      expect(canMove(state, 'requested')).toBe(false)
    }
  })

  it('has no move from a state to itself', () => {
    for (const state of states) expect(canMove(state, state)).toBe(false)
  })

  it('lets every live state become lost or failed', () => {
    for (const state of states.filter((state) => state !== 'destroyed')) {
      expect(state === 'lost' || canMove(state, 'lost')).toBe(true)
      expect(state === 'failed' || canMove(state, 'failed')).toBe(true)
    }
  })

  it('lets lost become every state that an agent may report', () => {
    for (const state of InstanceState.exclude(['requested', 'lost']).options) {
      expect(canMove('lost', state)).toBe(true)
    }
  })

  it('lets stopped and failed instances start again', () => {
    expect(canMove('stopped', 'starting')).toBe(true)
    expect(canMove('failed', 'starting')).toBe(true)
  })

  it('has running only after starting or lost', () => {
    const before = states.filter((from) => canMove(from, 'running'))
    expect(before).toEqual(['starting', 'lost'])
  })
})

describe('routeBetween', () => {
  it('takes only legal steps and ends at its target, for every pair', () => {
    for (const { from, to } of pairs) {
      const route = routeBetween(from, to)
      if (route === null) continue
      const walk = [from, ...route]
      expect(walk.at(-1)).toBe(to)
      for (const [at, state] of route.entries()) {
        expect(legal.has(`${walk[at]} ${state}`), `${walk[at]} → ${state}`).toBe(true)
      }
    }
  })

  it('exists for every pair except out of destroyed and back to requested', () => {
    for (const { from, to } of pairs) {
      const reachable = from === to || (from !== 'destroyed' && to !== 'requested')
      expect(routeBetween(from, to) !== null, `${from} → ${to}`).toBe(reachable)
    }
  })

  it('is one step if the table has that step', () => {
    for (const { from, to } of pairs.filter(({ from, to }) => legal.has(`${from} ${to}`))) {
      expect(routeBetween(from, to)).toEqual([to])
    }
  })

  it('never passes through failed, lost or destroyed', () => {
    for (const { from, to } of pairs) {
      const between = routeBetween(from, to)?.slice(0, -1) ?? []
      for (const state of between) expect(['failed', 'lost', 'destroyed']).not.toContain(state)
    }
  })

  it('includes the states that a report skipped', () => {
    expect(routeBetween('requested', 'running')).toEqual(['creating', 'starting', 'running'])
    expect(routeBetween('running', 'destroyed')).toEqual(['stopping', 'stopped', 'destroyed'])
    expect(routeBetween('running', 'starting')).toEqual(['stopping', 'stopped', 'starting'])
    expect(routeBetween('running', 'running')).toEqual([])
  })
})
