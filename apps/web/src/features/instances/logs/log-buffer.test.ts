import { describe, expect, it } from 'vitest'
import { aLogLine } from '../../../testing/renter-samples.ts'
import { createLogBuffer } from './log-buffer.ts'

describe('the log buffer', () => {
  it('keeps lines in order of arrival, each with a unique number', () => {
    const { buffer, frame } = setup()
    push(buffer, 'one', 'two', 'two')
    frame()
    expect(buffer.view().lines.map(({ number, text }) => [number, text])).toEqual([
      [1, 'one'],
      [2, 'two'],
      [3, 'two'],
    ])
  })

  it('notifies subscribers once for all lines of a frame', () => {
    const { buffer, frame, calls } = setup()
    push(buffer, 'one', 'two', 'three')
    expect(calls()).toBe(0)
    frame()
    expect(calls()).toBe(1)
  })

  it('returns the same view while nothing arrives, as React requires', () => {
    const { buffer, frame } = setup()
    push(buffer, 'one')
    frame()
    expect(buffer.view()).toBe(buffer.view())
  })

  it('drops the oldest lines beyond its size and counts them', () => {
    const { buffer, frame } = setup({ kept: 3 })
    push(buffer, 'a', 'b', 'c', 'd')
    frame()
    push(buffer, 'e')
    frame()
    expect(buffer.view().lines.map(({ text }) => text)).toEqual(['c', 'd', 'e'])
    expect(buffer.view().dropped).toBe(2)
  })

  it('ignores a line that a resumed stream repeats', () => {
    const { buffer, frame } = setup()
    buffer.push(aLogLine({ text: 'last' }))
    frame()
    buffer.push(aLogLine({ text: 'last' }))
    buffer.push(aLogLine({ text: 'last', at: '2026-11-21T11:59:00.123456790Z' }))
    frame()
    expect(buffer.view().lines).toHaveLength(2)
  })

  it('keeps equal lines of different streams apart', () => {
    const { buffer, frame } = setup()
    buffer.push(aLogLine({ text: 'x', stream: 'stdout' }))
    buffer.push(aLogLine({ text: 'x', stream: 'stderr' }))
    frame()
    expect(buffer.view().lines.map(({ stream }) => stream)).toEqual(['stdout', 'stderr'])
  })

  it('is empty after clearing and continues numbering', () => {
    const { buffer, frame } = setup({ kept: 1 })
    push(buffer, 'a', 'b')
    frame()
    buffer.clear()
    push(buffer, 'c')
    frame()
    expect(buffer.view()).toMatchObject({ dropped: 0, lines: [{ text: 'c', number: 3 }] })
  })

  it('does not notify a listener that has unsubscribed', () => {
    const { buffer, frame, calls, leave } = setup()
    leave()
    push(buffer, 'one')
    frame()
    expect(calls()).toBe(0)
  })

  it('keeps 10,000 lines by default', () => {
    const { buffer, frame } = setup({ kept: undefined })
    for (let line = 0; line < 10_050; line += 1) push(buffer, `line ${line}`)
    frame()
    expect(buffer.view().lines).toHaveLength(10_000)
    expect(buffer.view().lines[0]?.text).toBe('line 50')
  })
})

type Buffer = ReturnType<typeof createLogBuffer>

let nanosecond = 0
function push(buffer: Buffer, ...texts: string[]): void {
  for (const text of texts) {
    nanosecond += 1
    const at = `2026-11-21T11:59:00.${String(nanosecond).padStart(9, '0')}Z`
    buffer.push(aLogLine({ text, at }))
  }
}

function setup({ kept }: { kept?: number | undefined } = {}) {
  const waiting: (() => void)[] = []
  const buffer = createLogBuffer({
    ...(kept ? { kept } : {}),
    later: (notice) => waiting.push(notice),
  })
  let calls = 0
  const leave = buffer.subscribe(() => {
    calls += 1
  })
  return {
    buffer,
    leave,
    calls: () => calls,
    frame: () => {
      for (const notice of waiting.splice(0)) notice()
    },
  }
}
