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
  it('has the role in its first chunk, then text, and the finish reason in its last', async () => {
    const chunks = await chunksIn({ deltas })
    expect(chunks.map(({ choices }) => choices)).toEqual([
      [{ index: 0, delta: { role: 'assistant', content: 'Say "' }, ...open }],
      [{ index: 0, delta: { content: 'hi"\n\u2028</script>' }, ...open }],
      [{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }],
    ])
  })

  it('repeats one heading: id, time, model and fingerprint', async () => {
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

  it('reports the usage in a final chunk if requested, and null before it', async () => {
    const chunks = await chunksIn({ deltas, usage: 'reported' })
    expect(chunks.map(({ usage }) => usage)).toEqual([
      ...[null, null, null],
      {
        ...{ prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 },
        prompt_tokens_details: { cached_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 0 },
        ...{ cost: 0.000007, machine_id: null },
      },
    ])
    expect(chunks.at(-1)?.choices).toEqual([])
    for (const chunk of await chunksIn({ deltas })) expect(chunk).not.toHaveProperty('usage')
  })

  it('may have no text at all', async () => {
    const chunks = await chunksIn({ deltas: [], ended: { reason: 'length', state: 'length' } })
    expect(chunks.map(({ choices }) => choices)).toEqual([
      [{ index: 0, delta: {}, logprobs: null, finish_reason: 'length' }],
    ])
  })

  it('has what the model thinks under both names that clients read', async () => {
    const thought: AnswerDelta = { kind: 'reasoning', text: 'Hm "', tokens: 1 }
    const [first] = await chunksIn({ deltas: [thought, ...deltas] })
    const delta = { role: 'assistant', reasoning_content: 'Hm "', reasoning: 'Hm "' }
    expect(first?.choices).toEqual([{ index: 0, delta, ...open }])
  })

  it('passes tool calls on unchanged', async () => {
    const tool_calls = [{ index: 0, id: 'c', function: { name: 'add', arguments: '{"a' } }]
    const [first] = await chunksIn({ deltas: [{ kind: 'tool_calls', tool_calls, tokens: 1 }] })
    expect(first?.choices).toEqual([
      { index: 0, delta: { role: 'assistant', tool_calls }, ...open },
    ])
  })

  it('has the completion shape for a text prompt', async () => {
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

  it('numbers the choices, each with a role, the probabilities of its tokens and its own end', async () => {
    const logprobs = [{ token: 'a', logprob: -0.5, bytes: [97], top_logprobs: [] }]
    const several: AnswerDelta[] = [
      { kind: 'text', text: 'a', tokens: 1, logprobs },
      { kind: 'text', text: 'b', tokens: 1, choice: 1 },
      { kind: 'text', text: 'a', tokens: 1, logprobs },
    ]
    const ended = { reasons: ['stop', 'length'] as const }
    const chunks = await chunksIn({ deltas: several, ended, choices: 2 })
    const content = { content: logprobs, refusal: null }
    expect(chunks.flatMap(({ choices }) => choices)).toEqual([
      { index: 0, delta: { role: 'assistant', content: 'a' }, ...open, logprobs: content },
      { index: 1, delta: { role: 'assistant', content: 'b' }, ...open },
      { index: 0, delta: { content: 'a' }, ...open, logprobs: content },
      { index: 0, delta: {}, logprobs: null, finish_reason: 'stop' },
      { index: 1, delta: {}, logprobs: null, finish_reason: 'length' },
    ])
    const texts = await chunksIn({ deltas: several, ended, choices: 2, shape: textShape })
    expect(texts[2]?.choices).toEqual([
      {
        ...{ text: 'a', index: 0, finish_reason: null },
        logprobs: { tokens: ['a'], token_logprobs: [-0.5], top_logprobs: [{}], text_offset: [1] },
      },
    ])
  })

  it('has no line breaks within a chunk', async () => {
    for (const text of await textsOf({ deltas })) expect(text).not.toContain('\n')
  })
})

describe('an incomplete answer', () => {
  it('yields its output, then the refusal, without a finish reason', async () => {
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
    'that is %s (%s) is refused with %s, without the machine’s own text',
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
  choices?: number
}

async function textsOf(
  { deltas: come, ended = {}, usage = 'left_out', shape = chatShape, choices = 1 }: Input,
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
  for await (const text of chunksOf({ pending, heading, shape, usage, choices })) given.push(text)
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
