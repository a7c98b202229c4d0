import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { silentLog } from '../../../platform/log.ts'
import { createReloader } from './reloader.ts'

it('runs each reload, and once more if it is requested again meanwhile', async () => {
  const { reloader } = setup()
  const read: string[] = []
  reloader.begin('a', async () => {
    read.push('a')
    reloader.begin('a', async () => void read.push('a again'))
  })
  reloader.begin('b', async () => void read.push('b'))
  await reloader.idle()
  expect(read.toSorted()).toEqual(['a', 'a again', 'b'])
})

it('runs a reload once that was requested many times before its turn', async () => {
  const { reloader } = setup()
  const read: number[] = []
  const blocked = Promise.withResolvers<void>()
  reloader.begin('first', () => blocked.promise)
  for (let count = 0; count < 9; count++)
    reloader.begin('second', async () => void read.push(count))
  blocked.resolve()
  await reloader.idle()
  expect(read).toEqual([8])
})

it('retries a failed reload every second until it succeeds', async () => {
  const { reloader, clock } = setup()
  let times = 0
  reloader.begin('a', async () => {
    times += 1
    if (times < 3) throw new Error('the database is away')
  })
  await clock.advance(0)
  expect(times).toBe(1)
  await clock.advance(999)
  expect(times).toBe(1)
  await clock.advance(1)
  expect(times).toBe(2)
  await clock.advance(1_000)
  await reloader.idle()
  expect(times).toBe(3)
})

it('resolves after the first try, even if it failed', async () => {
  const { reloader, clock } = setup()
  let times = 0
  await reloader.begin('a', async () => {
    times += 1
    if (times < 2) throw new Error('the database is away')
  })
  expect(times).toBe(1)
  await clock.advance(0)
  await clock.advance(1_000)
  await reloader.idle()
  expect(times).toBe(2)
})

it('runs a reload that is requested right after the last one ended', async () => {
  const { reloader } = setup()
  const read: string[] = []
  await reloader.begin('a', async () => void read.push('a'))
  await reloader.begin('b', async () => void read.push('b'))
  expect(read).toEqual(['a', 'b'])
})

it('stops retrying when it is stopped', async () => {
  const { reloader, stop, clock } = setup()
  reloader.begin('a', () => Promise.reject(new Error('away')))
  await clock.advance(1)
  stop.abort()
  await reloader.idle()
})

function setup() {
  const clock = createTestClock()
  const stop = new AbortController()
  return { clock, stop, reloader: createReloader({ clock, log: silentLog(), signal: stop.signal }) }
}
