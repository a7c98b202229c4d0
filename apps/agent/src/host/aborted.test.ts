import { expect, it } from 'vitest'
import { aborted } from './aborted.ts'

it('waits for a signal to abort, and resolves at once for one that has', async () => {
  const ended = new AbortController()
  const events: string[] = []
  const waiting = aborted(ended.signal).then(() => events.push('aborted'))
  await Promise.resolve()
  events.push('before')
  ended.abort()
  await waiting
  expect(events).toEqual(['before', 'aborted'])
  await aborted(ended.signal)
})
