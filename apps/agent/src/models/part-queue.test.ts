import type { AnswerPart } from '@gridloom/contract/agent/models'
import { describe, expect, it } from 'vitest'
import { createPartQueue, type PartQueue } from './part-queue.ts'

describe('queued parts', () => {
  it('that wait together are joined to one part with all their tokens', async () => {
    const queue = createPartQueue()
    for (const message of ['a', 'b', 'c']) queue.put(aText(message))
    queue.put(anEnd)
    queue.end()
    expect(await allOf(queue)).toEqual([{ kind: 'text', text: 'abc', tokens: 3 }, anEnd])
  })

  it('keep the prompt counts when they are joined', async () => {
    const read = { input_tokens: 5, cached_tokens: 1 }
    const queue = createPartQueue()
    queue.put({ kind: 'text', text: 'a', tokens: 1, read })
    queue.put({ kind: 'text', text: 'b', tokens: 1 })
    queue.end()
    expect((await queue.read().next()).value).toEqual({ kind: 'text', text: 'ab', tokens: 2, read })
  })

  it('are read one by one while the reader keeps up', async () => {
    const queue = createPartQueue()
    const read = queue.read()
    for (const message of ['a', 'b']) {
      const next = read.next()
      queue.put(aText(message))
      expect((await next).value).toEqual(aText(message))
    }
  })

  it('do not join text with tool calls', async () => {
    const queue = createPartQueue()
    const call: AnswerPart = { kind: 'tool_calls', tool_calls: [{ index: 0 }], tokens: 1 }
    for (const part of [aText('a'), call, aText('b')]) queue.put(part)
    queue.end()
    expect(await allOf(queue)).toEqual([aText('a'), call, aText('b')])
  })

  it('are read completely before a failure is thrown', async () => {
    const queue = createPartQueue()
    queue.put(aText('a'))
    queue.fail(new Error('it crashed'))
    const read = queue.read()
    expect((await read.next()).value).toEqual(aText('a'))
    await expect(read.next()).rejects.toThrow('it crashed')
  })

  it('are ignored after the end', async () => {
    const queue = createPartQueue()
    queue.end()
    queue.fail(new Error('late'))
    queue.put(aText('late'))
    expect(await allOf(queue)).toEqual([])
  })

  it('wake a waiting reader at the end', async () => {
    const queue = createPartQueue()
    const next = queue.read().next()
    queue.end()
    expect((await next).done).toBe(true)
  })
})

const anEnd: AnswerPart = {
  kind: 'end',
  reason: 'stop',
  problem: null,
  counts: { input_tokens: 1, cached_tokens: 0, output_tokens: 3 },
}

function aText(text: string): AnswerPart {
  return { kind: 'text', text, tokens: 1 }
}

function allOf(queue: PartQueue): Promise<AnswerPart[]> {
  return Array.fromAsync(queue.read())
}
