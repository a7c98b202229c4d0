import { describe, expect, it } from 'vitest'
import { startEngine } from '../../../test/http-engine.ts'
import { allOf, aRequest, noSignal } from '../../../test/model-builders.ts'
import { eventsOf } from '../../../test/upstream.ts'

const usage = { prompt_tokens: 20, completion_tokens: 6 }

describe('several answers to one prompt', () => {
  it('are told apart in a stream, with the end of each and the tokens of all', async () => {
    const { all, end, body } = await answered({ n: 2 }, 'stream', [
      aChoice(0, { content: 'Hel' }),
      aChoice(1, { content: 'Good ' }),
      {
        choices: [
          ...aChoice(1, { content: 'day' }).choices,
          ...aChoice(0, { content: 'lo' }).choices,
        ],
      },
      aChoice(1, {}, 'length'),
      aChoice(0, {}, 'stop'),
      { choices: [], usage },
    ])
    expect(body).toMatchObject({ n: 2 })
    expect(all.slice(0, -1)).toEqual([
      { kind: 'text', text: 'Hello', tokens: 2, read: { input_tokens: 20, cached_tokens: 0 } },
      { kind: 'text', text: 'Good day', tokens: 2, choice: 1 },
    ])
    expect(end).toMatchObject({ reasons: ['stop', 'length'], counts: { output_tokens: 6 } })
  })

  it('are told apart in a whole answer', async () => {
    const choices = ['one', 'two'].map((content, index) => ({
      ...{ index, message: { content }, finish_reason: 'stop' },
    }))
    const { all, end } = await answered({ n: 2 }, 'whole', { choices, usage })
    expect(all.slice(0, -1)).toEqual([
      { kind: 'text', text: 'one', tokens: 6 },
      { kind: 'text', text: 'two', tokens: 0, choice: 1 },
    ])
    expect(end).toMatchObject({ reasons: ['stop', 'stop'] })
  })
})

describe('the probabilities of tokens', () => {
  const a = { token: 'a', logprob: -0.5, bytes: [97] }
  const wanted = [{ ...a, top_logprobs: [a] }]

  it.each([
    ['of chats', { content: [{ ...a, top_logprobs: [a, { ...a, token: 'b' }] }] }],
    [
      'of completions',
      { tokens: ['a'], token_logprobs: [-0.5], top_logprobs: [{ a: -0.5, b: -2 }] },
    ],
  ])('have one form, as many as were requested: %s', async (_, logprobs) => {
    const choices = [{ index: 0, delta: { content: 'a' }, logprobs, finish_reason: 'stop' }]
    const { all, body } = await answered({ logprobs: 1 }, 'stream', [{ choices }])
    expect(body).toMatchObject({ logprobs: true, top_logprobs: 1 })
    expect(all[0]).toMatchObject({ kind: 'text', text: 'a', logprobs: wanted })
  })

  it('are kept where a token has no text, and where one is impossible', async () => {
    const logprobs = { content: [{ token: '', logprob: null, bytes: [240] }] }
    const { all } = await answered({ logprobs: 0 }, 'stream', [
      { choices: [{ index: 0, delta: { content: '' }, logprobs, finish_reason: 'stop' }] },
    ])
    const logprob = { token: '', logprob: -9_999, bytes: [240], top_logprobs: [] }
    expect(all[0]).toEqual({ kind: 'text', text: '', tokens: 0, logprobs: [logprob] })
  })
})

function aChoice(index: number, delta: object, finish_reason: string | null = null) {
  return { choices: [{ index, delta, finish_reason }] }
}

async function answered(parameters: object, how: 'stream' | 'whole', said: object) {
  await using test = await startEngine(({ response }) => {
    response.end(Array.isArray(said) ? eventsOf(said) : JSON.stringify(said))
  })
  const request = aRequest('Hi', { parameters, stream: how === 'stream' })
  const read = await allOf(test.engine.answer(request, noSignal()))
  return { ...read, body: test.upstream.calls[0]?.body }
}
