import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { silentLog } from '../../../platform/log.ts'
import { createReloader } from './reloader.ts'

it('reads each thing again, and once more where it changed while it was read', async () => {
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

it('reads once what was requested many times before its turn came', async () => {
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

it('tries again after a second what could not be read, until it can', async () => {
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

it('says when a thing was tried once, though it is tried on', async () => {
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

it('reads what is begun in the moment in which it comes to rest', async () => {
  const { reloader } = setup()
  const read: string[] = []
  await reloader.begin('a', async () => void read.push('a'))
  await reloader.begin('b', async () => void read.push('b'))
  expect(read).toEqual(['a', 'b'])
})

it('gives up when all of it stops', async () => {
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
