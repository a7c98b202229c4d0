import { FrameState } from '@gridloom/contract/rendering/frame'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runsOf } from './frame-runs.ts'

const states = fc.array(fc.constantFrom(...FrameState.options), { maxLength: 200 })

it('covers every frame with its state, in as few runs as possible', () => {
  fc.assert(
    fc.property(states, (each) => {
      const numbers = each.map((_, at) => at * 3 - 50)
      const runs = runsOf(numbers, each.map((state) => state.slice(0, 2)).join(''))
      expect(
        runs.flatMap(({ count, state }) => Array.from({ length: count }, () => state)),
      ).toEqual(each)
      const changes = each.filter((state, at) => state !== each[at - 1]).length
      expect(runs.length).toBe(changes)
      let at = 0
      for (const { from, count } of runs) {
        expect(from).toBe(numbers[at])
        at += count
      }
    }),
  )
})

it('distinguishes every state by its first two letters', () => {
  const stateCodes = FrameState.options.map((state) => state.slice(0, 2))
  expect(new Set(stateCodes).size).toBe(FrameState.options.length)
})

it('ends where the states end', () => {
  expect(runsOf([1, 2, 3], 'dodo')).toEqual([{ from: 1, count: 2, state: 'done' }])
  expect(runsOf([], '')).toEqual([])
})
