import { createTestClock } from '@gridloom/async/test-clock'
import { RenderJobId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { fakeChanges } from '../../../../test/fake-changes.ts'
import { type JobUpdate, updatesOf } from './watch-changes.ts'

const id = RenderJobId.parse('rnj_00000000000000000000000001')
const other = RenderJobId.parse('rnj_00000000000000000000000002')

it('batches the changes of a quarter of a second, each subject once', async () => {
  const { clock, publish, next } = setup()
  const first = next()
  publish('render', id)
  expect(await first).toEqual({ job: true, frames: [], chunks: [] })
  for (const frame of [3, 4, 3, -7]) publish('render_frame', `${id}:${frame}`)
  publish('render_chunk', `${id}:rch_1`)
  const second = next()
  await clock.advance(249)
  publish('render_frame', `${id}:5`)
  await clock.advance(1)
  expect(await second).toEqual({ job: false, frames: [3, 4, -7, 5], chunks: ['rch_1'] })
})

it('yields at most four times a second for a job that changes constantly', async () => {
  const { clock, publish, next, end } = setup()
  const received: (JobUpdate | undefined)[] = []
  const reading = (async () => {
    for (let news = await next(); news !== undefined; news = await next()) received.push(news)
  })()
  for (let ms = 0; ms < 2_000; ms += 10) {
    publish('render_frame', `${id}:${ms}`)
    await clock.advance(10)
  }
  expect(received.length).toBeGreaterThan(6)
  expect(received.length).toBeLessThan(10)
  end()
  await reading
})

it('ignores other jobs and other topics, and ends when its signal aborts', async () => {
  const { changes, publish, next, end } = setup()
  const news = next()
  publish('render', other)
  publish('render_frame', `${other}:1`)
  publish('balance', id)
  end()
  expect(await news).toBeUndefined()
  expect(changes.listening()).toBe(0)
})

it('yields nothing if its signal has already aborted', async () => {
  const { changes, next } = setup('gone')
  expect(await next()).toBeUndefined()
  expect(changes.listening()).toBe(0)
})

function setup(reader: 'there' | 'gone' = 'there') {
  const clock = createTestClock()
  const changes = fakeChanges()
  const stop = new AbortController()
  if (reader === 'gone') stop.abort()
  const news = updatesOf({ changes, clock, signal: stop.signal }, id)[Symbol.asyncIterator]()
  return {
    clock,
    changes,
    publish: (topic: 'render' | 'render_frame' | 'render_chunk' | 'balance', subject: string) =>
      changes.publish({ topic, subject }),
    next: async (): Promise<JobUpdate | undefined> => (await news.next()).value,
    end: () => stop.abort(),
  }
}
