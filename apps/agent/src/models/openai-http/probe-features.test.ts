import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { noSignal } from '../../../test/model-builders.ts'
import { AgentRefused } from '../../refused.ts'
import type { EngineAnswer } from './connection.ts'
import { createFailureJudge } from './judge-failure.ts'
import type { ProbeSubject } from './probe.ts'
import { probeFeatures } from './probe-features.ts'
import { blueImage, redImage } from './probe-images.ts'
import { probedFeatures } from './probes.ts'

/** An engine that answers everything with one sentence, as simple servers do: extra fields are ignored. */
const talker: Engine = ({ path }) =>
  path === '/embeddings' ? [404, {}] : [200, { choices: [{ message: { content: 'ok' } }] }]

describe('the features of an engine', () => {
  it('are those that it shows, not those that it accepts', async () => {
    const taken = ['presence_penalty', 'frequency_penalty', 'reasoning_effort']
    expect((await probed(talker)).has).toEqual(['chat', ...taken, 'parallel_tool_calls'])
  })

  it('are all of an engine that has them all, found by small requests', async () => {
    const { test, has, unknown } = await probed(ableEngine, { dialect: 'vllm' })
    expect({ has, unknown }).toEqual({ has: probedFeatures, unknown: [] })
    expect(test.calls.length).toBeLessThanOrEqual(22)
    // None of the prompts holds the word that proves a schema, and each request is small.
    for (const { body } of test.calls) {
      expect(JSON.stringify(body.messages ?? '')).not.toContain('gridloom')
      expect(Number(body.max_tokens ?? 0)).toBeLessThanOrEqual(256)
    }
  })

  it('are not those that an engine of unknown kind ignores in silence', async () => {
    const { has } = await probed(({ path, body }) => {
      const { n, logprobs, logit_bias, top_k, min_p, ...read } = body
      return ableEngine({ path, body: read })
    })
    for (const ignored of ['n', 'logprobs', 'logit_bias', 'top_k', 'min_p', 'repetition_penalty'])
      expect(has).not.toContain(ignored)
    expect(has).toContain('presence_penalty')
  })

  it('are those of an engine of unknown kind whose answers show their effect', async () => {
    const { has } = await probed(ableEngine)
    expect(has).toEqual(probedFeatures.filter((feature) => feature !== 'repetition_penalty'))
  })

  it('are not those that an engine refuses by name, whatever its kind', async () => {
    const refuses: Engine = ({ path, body }) =>
      'n' in body || 'top_k' in body || 'reasoning_effort' in body
        ? [400, { error: { message: 'n is not supported' } }]
        : ableEngine({ path, body })
    const { has } = await probed(refuses, { dialect: 'vllm' })
    for (const refused of ['n', 'top_k', 'reasoning_effort']) expect(has).not.toContain(refused)
    expect(has).toContain('min_p')
  })

  it('do not include images or token IDs that are read as text', async () => {
    const { has } = await probed(({ path, body }) => {
      const text = { ...body, input: JSON.stringify(body.input) }
      if (path === '/embeddings') return ableEngine({ path, body: text })
      if (Array.isArray(body.prompt)) return [200, aText('a', 40)]
      return JSON.stringify(body).includes('image_url')
        ? [200, aMessage('It is a red or blue one.')]
        : ableEngine({ path, body })
    })
    for (const read of ['vision', 'token_prompts', 'token_embeddings'])
      expect(has).not.toContain(read)
    expect(has).toContain('embeddings')
  })

  it('are found in one round of 90 s at most, and the rest in the next', async () => {
    const test = setup(() => 'silent')
    const found = probeFeatures(test.engine, probedFeatures, noSignal())
    for (let at = 0; at < 2; at += 1) await test.clock.advance(60_000)
    expect(await found).toEqual({ has: [], unknown: probedFeatures })
    expect(test.calls.length).toBe(2)
  })

  it.each([
    ['500 for tools and 501 for embeddings, as llama-server answers', 500, 'has'],
    ['429 while it is busy', 429, 'unknown'],
    ['503 while it loads', 503, 'unknown'],
  ] as const)('are known or not by the status: %s', async (_, status, kind) => {
    const { has, unknown } = await probed(({ path, body }) =>
      path === '/embeddings' || body.tools !== undefined ? [status, {}] : talker({ path, body }),
    )
    expect(has).toContain('chat')
    expect(has).not.toContain('tools')
    const busy = ['embeddings', 'tools', 'token_embeddings', 'parallel_tool_calls']
    expect(unknown).toEqual(kind === 'unknown' ? busy : [])
  })

  it('are unknown of an engine that is silent for a minute', async () => {
    const test = setup(() => 'silent')
    const found = probeFeatures(test.engine, ['chat'], noSignal())
    await test.clock.advance(60_000)
    expect(await found).toEqual({ has: [], unknown: ['chat'] })
  })
})

describe('a failure', () => {
  const failure = new AgentRefused('engine_failed', 'The engine answered 500: bad grammar')

  it('is of the request when the engine answers another right after it', async () => {
    const test = setup(talker)
    const judge = createFailureJudge({ engine: () => test.engine, features: ['chat'] })
    const judged = await Promise.all([1, 2, 3].map(() => judge.judge(failure, noSignal())))
    for (const one of judged)
      expect(one).toMatchObject({ code: 'request_failed', message: failure.message })
    expect(test.calls).toHaveLength(1)
  })

  it.each<[string, Engine]>([
    ['fails all', () => [500, {}]],
    ['is silent', () => 'silent'],
    ['says nonsense', () => [200, {}]],
  ])('is of an engine that %s', async (_, answer) => {
    const test = setup(answer)
    const judge = createFailureJudge({ engine: () => test.engine, features: ['chat'] })
    const judged = judge.judge(failure, noSignal())
    await test.clock.advance(3_000)
    expect(await judged).toBe(failure)
  })

  it('that was judged already, such as a full queue, asks nothing', async () => {
    const test = setup(talker)
    const busy = new AgentRefused('busy', 'full')
    const judge = createFailureJudge({ engine: () => test.engine, features: ['chat'] })
    expect(await judge.judge(busy, noSignal())).toBe(busy)
    expect(test.calls).toEqual([])
  })
})

interface Call {
  path: string
  body: Readonly<Record<string, unknown>>
}
type Engine = (call: Call) => readonly [status: number, answer: object] | 'silent'

/** Answers as an engine with every feature does. */
const ableEngine: Engine = ({ path, body }) => {
  if (path === '/embeddings') {
    const inputs = [body.input].flat(1)
    const tokens = inputs.flat().length
    return [
      200,
      { data: inputs.map(() => ({ embedding: [0.5] })), usage: { prompt_tokens: tokens } },
    ]
  }
  if (path === '/completions') return [200, aText('a', [body.prompt].flat().length)]
  const words = wordsFor(body)
  const tool_calls = body.tools === undefined ? null : [{ function: { name: 'ping' } }]
  const a = { token: 'a', logprob: -1, bytes: null }
  const logprobs = body.logprobs === true ? { content: [{ ...a, top_logprobs: [a] }] } : null
  const choices = Array.from({ length: Number(body.n ?? 1) }, () => ({
    ...{ logprobs, message: { content: words, tool_calls } },
  }))
  return [200, { choices }]
}

let different = 0

function wordsFor(body: Call['body']): string {
  if (body.response_format !== undefined) return '{"word":"gridloom"}'
  const [token] = Object.keys(Object(body.logit_bias ?? {}))
  if (token !== undefined) return ` t${token}`.repeat(4)
  if (JSON.stringify(body).includes(redImage)) return 'Red.'
  if (JSON.stringify(body).includes(blueImage)) return 'Blue.'
  different += 1
  return body.temperature === 2 && !('top_k' in body || 'min_p' in body) ? `${different}` : 'Hello'
}

function aText(text: string, prompt_tokens: number) {
  return { choices: [{ text }], usage: { prompt_tokens } }
}

function aMessage(content: string) {
  return { choices: [{ message: { content } }] }
}

async function probed(answer: Engine, subject: Partial<ProbeSubject> = {}) {
  const test = setup(answer, subject)
  return { test, ...(await probeFeatures(test.engine, probedFeatures, noSignal())) }
}

function setup(answer: Engine, subject: Partial<ProbeSubject> = {}) {
  const clock = createTestClock()
  const calls: Call[] = []
  const engine = {
    clock,
    ...{ model: 'upstream-name', dialect: 'plain' as const, saysVision: false, ...subject },
    upstream: {
      async post(path: string, text: string, { signal }: { signal: AbortSignal }) {
        const call: Call = { path, body: JSON.parse(text) }
        calls.push(call)
        const said = answer(call)
        if (said === 'silent')
          return new Promise<EngineAnswer>((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason), { once: true })
          })
        return answerOf(said[0], JSON.stringify(said[1]))
      },
    },
  }
  return { clock, calls, engine }
}

function answerOf(status: number, text: string): EngineAnswer {
  const parts = [new TextEncoder().encode(text)]
  return { status, read: async () => parts.shift(), skipRest: () => {}, leave: () => {} }
}
