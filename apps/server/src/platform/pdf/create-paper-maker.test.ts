import { monitorEventLoopDelay } from 'node:perf_hooks'
import { systemClock } from '@gridloom/async/clock'
import { expect, it } from 'vitest'
import { createPaperMaker } from './create-paper-maker.ts'
import { makePaperPdf } from './make-paper-pdf.ts'
import type { Paper } from './paper.ts'

it('makes the same bytes as without the thread, and keeps the event loop free', async () => {
  await using maker = createPaperMaker({ clock: systemClock })
  const expected = await makePaperPdf(aPaper())
  expect((await maker.make(aPaper(), 'a')).equals(expected)).toBe(true)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const began = performance.now()
  await maker.make(
    aPaper({ rows: Array.from({ length: 400 }, () => ['Instance web', '$1.00']) }),
    'a',
  )
  const tookMs = performance.now() - began
  delay.disable()
  // On the event loop, the longest delay would be nearly all of it.
  expect(delay.max / 1e6).toBeLessThan(tookMs / 2)
})

it('refuses papers beyond its queue', async () => {
  await using maker = createPaperMaker({ clock: systemClock, waitingMax: 1 })
  const made = await Promise.allSettled([1, 2, 3].map(() => maker.make(aPaper(), 'a')))
  expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(made[2]).toMatchObject({ reason: { code: 'too_many_requests' } })
})

it('ends a thread that takes too long, and makes the next paper with another', async () => {
  await using maker = createPaperMaker({
    ...{ clock: systemClock, msMax: 2_000 },
    script: scriptOf(`port.on('message', ({ title }) => {
      while (title === 'endless');
      port.postMessage(title === 'broken' ? { problem: 'no glyph' } : { pdf: new Uint8Array([7]) })
    })`),
  })
  const made = await Promise.allSettled(
    ['endless', 'broken', 'fine'].map((title) => maker.make(aPaper({ title }), 'a')),
  )
  expect(made).toMatchObject([
    { status: 'rejected', reason: { problem: 'time' } },
    { status: 'rejected', reason: { message: 'a PDF cannot be made: no glyph' } },
    { status: 'fulfilled', value: Buffer.from([7]) },
  ])
})

function scriptOf(body: string): URL {
  const text = `import { parentPort as port } from 'node:worker_threads'\n${body}`
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`)
}

function aPaper(parts: Partial<Paper> = {}): Paper {
  return {
    ...{ title: 'Receipt', name: 'Receipt 1', author: 'Operator', subject: 'Test' },
    date: '2026-11-28T00:00:00.000Z',
    facts: [['Number', '1']],
    parties: [{ word: 'From', name: 'Operator', lines: ['Berlin'] }],
    remark: null,
    columns: [
      { text: 'What', x: 48, widthMax: 200 },
      { text: 'Cost', x: 547, align: 'right' },
    ],
    rows: [['Instance', '$1.00']],
    sums: [],
    total: ['Total', '$1.00'],
    ...{ notes: [], foot: 'Operator', attachment: null, metadata: null },
    ...parts,
  }
}
