import { describe, expect, it } from 'vitest'
import { anInstance } from '../../testing/samples.ts'
import { type PossibleActions, possibleActions } from './instance-actions.ts'

describe('the possible actions on an instance', () => {
  it.each([
    ['requested', 'running', 'stop destroy'],
    ['pulling', 'running', 'stop destroy'],
    ['starting', 'running', 'stop destroy'],
    ['running', 'running', 'stop restart destroy reach'],
    ['running', 'stopped', 'destroy reach'],
    ['stopping', 'stopped', 'destroy'],
    ['stopped', 'stopped', 'start destroy'],
    ['failed', 'running', 'start destroy'],
    ['lost', 'running', 'stop destroy'],
    ['running', 'destroyed', 'reach'],
    ['destroyed', 'destroyed', ''],
  ])('that is %s and desired %s: %s', (state, desired, words) => {
    expect(wordsOf(possibleActions(anInstance({ state, desired })))).toBe(words)
  })

  it.each([
    ['running', 'running', 'reach'],
    ['stopping', 'stopped', ''],
    ['stopped', 'stopped', ''],
    ['requested', 'running', ''],
  ])('that moves, is %s and desired %s: %s', (state, desired, words) => {
    const can = possibleActions(anInstance({ state, desired, moving: true }))
    expect(wordsOf(can)).toBe(words)
    expect(can.move).toBe(false)
  })
})

function wordsOf({ start, stop, restart, destroy, reach }: PossibleActions): string {
  const words = Object.entries({ start, stop, restart, destroy, reach })
  return words.flatMap(([word, can]) => (can ? [word] : [])).join(' ')
}
