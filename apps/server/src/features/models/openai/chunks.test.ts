import { GenerationId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { describe, expect, it } from 'vitest'
import { anEndpoint } from '../../../../test/answering.ts'
import { aCost } from '../../../../test/fake-answers.ts'
import type { AnswerDelta, AnswerEnded, PendingAnswer } from '../answers/pending-answer.ts'
import { chatShape } from './chat-shape.ts'
import { chunksOf, deliveredReason, headingOf } from './chunks.ts'
import { textShape } from './text-shape.ts'

const id = GenerationId.parse('gen_01jd3v8q6f7g8h9jkmnpqrstvw')
const deltas: AnswerDelta[] = [
  { kind: 'text', text: 'Say "', tokens: 1 },
  { kind: 'text', text: 'hi"\n\u2028</script>', tokens: 2 },
]

describe('an answer as chunks', () => {
  it('says who speaks once, the words in between, and at the end why it ended', async () => {
    const chunks = await chunksIn({ deltas })
    expect(chunks.map(({ choices }) => choices)).toEqual([
      [{ index: 0, delta: { role: 'assistant', content: 'Say "' }, ...open }],
      [{ index: 0, delta: { content: 'hi"\n\u2028</script>' }, ...open }],
      [{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }],
    ])
  })

  it('has one heading for all of them: the answer’s id, its time, and whose machine made it', async () => {
    const chunks = await chunksIn({ deltas, usage: 'reported' })
    for (const chunk of chunks)
      expect(chunk).toMatchObject({
        id: 'chatcmpl-01jd3v8q6f7g8h9jkmnpqrstvw',
        created: 1_700_000_000,
        model: 'acme/tiny',
        system_fingerprint: 'fp_00000000000000000000000001',
        object: 'chat.completion.chunk',
      })
  })

  it('tells in a chunk of its own what it took, where that was asked for, and before that nothing', async () => {
    const chunks = await chunksIn({ deltas, usage: 'reported' })
    expect(chunks.map(({ usage }) => usage)).toEqual([
      ...[null, null, null],
      {
        ...{ prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 },
        prompt_tokens_details: { cached_tokens: 0 },
        ...{ cost: 0.000007, machine_id: null },
      },
    ])
    expect(chunks.at(-1)?.choices).toEqual([])
    for (const chunk of await chunksIn({ deltas })) expect(chunk).not.toHaveProperty('usage')
  })

  it('may be no word at all', async () => {
    const chunks = await chunksIn({ deltas: [], ended: { reason: 'length', state: 'length' } })
    expect(chunks.map(({ choices }) => choices)).toEqual([
      [{ index: 0, delta: {}, logprobs: null, finish_reason: 'length' }],
    ])
  })

  it('gives calls of tools on as they came', async () => {
    const tool_calls = [{ index: 0, id: 'c', function: { name: 'add', arguments: '{"a' } }]
    const [first] = await chunksIn({ deltas: [{ kind: 'tool_calls', tool_calls, tokens: 1 }] })
    expect(first?.choices).toEqual([
      { index: 0, delta: { role: 'assistant', tool_calls }, ...open },
    ])
  })

  it('of a text has its own form', async () => {
    const chunks = await chunksIn({ deltas, shape: textShape })
    expect(chunks.map(({ choices }) => choices)).toEqual([
      [{ text: 'Say "', index: 0, ...open }],
      [{ text: 'hi"\n\u2028</script>', index: 0, ...open }],
      [{ text: '', index: 0, logprobs: null, finish_reason: 'stop' }],
    ])
    expect(chunks[0]).toMatchObject({
      id: 'cmpl-01jd3v8q6f7g8h9jkmnpqrstvw',
      object: 'text_completion',
    })
  })

  it('is a line each, whatever stands in it', async () => {
    for (const text of await textsOf({ deltas })) expect(text).not.toContain('\n')
  })
})

describe('an answer that did not reach its end', () => {
  it('gives what came of it, and then the refusal, without a reason to stop', async () => {
    const given: string[] = []
    const reading = textsOf({ deltas, ended: { state: 'broken', reason: 'failed' } }, given)
    await expect(reading).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(given).toHaveLength(2)
  })

  it.each([
    ['broken', 'failed', 'upstream_failed'],
    ['stopped', 'stop', 'not_ready'],
    ['stopped', 'shut_out', 'unauthorized'],
  ] as const)(
    'as it was %s (%s) is refused with %s, and nobody is told a machine’s own words',
    (state, reason, code) => {
      const ended = endedAs({ state, reason, problem: 'at 10.0.0.7' })
      const refusal = refusalIn(() => deliveredReason(ended))
      expect(refusal.code).toBe(code)
      expect(refusal.publicText).not.toContain('10.0.0.7')
    },
  )
})

const open = { logprobs: null, finish_reason: null }

interface Input {
  deltas: readonly AnswerDelta[]
  ended?: Partial<AnswerEnded>
  usage?: 'reported' | 'left_out'
  shape?: typeof chatShape
}

async function textsOf(
  { deltas: come, ended = {}, usage = 'left_out', shape = chatShape }: Input,
  given: string[] = [],
): Promise<string[]> {
  const endpoint = anEndpoint(1)
  const pending: PendingAnswer = {
    id,
    started: Promise.resolve(endpoint),
    deltas: (async function* () {
      yield* come
    })(),
    ended: Promise.resolve(endedAs(ended)),
  }
  const heading = headingOf(shape, { pending, endpoint, at: new Date(1_700_000_000_999) })
  for await (const text of chunksOf({ pending, heading, shape, usage })) given.push(text)
  return given
}

interface Chunk {
  choices: unknown
  usage?: unknown
}

async function chunksIn(input: Input): Promise<Chunk[]> {
  return (await textsOf(input)).map((text): Chunk => JSON.parse(text))
}

function endedAs(over: Partial<AnswerEnded>): AnswerEnded {
  return { state: 'done', reason: 'stop', problem: null, cost: aCost, ...over }
}

function refusalIn(act: () => unknown): Refused {
  try {
    act()
  } catch (error) {
    if (error instanceof Refused) return error
  }
  throw new Error('it was not refused')
}
