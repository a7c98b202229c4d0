import type { AnswerRequest } from '@gridloom/contract/agent/models'
import { describe, expect, it } from 'vitest'
import {
  aMarket,
  aModel,
  anEndpoint,
  aPayer,
  aRequest,
  asking,
} from '../../../../test/answering.ts'
import { planAnswer, requireServed } from './plan-answer.ts'

describe('planning an answer', () => {
  it.each<[string, Partial<AnswerRequest>, readonly string[]]>([
    ['a chat', {}, ['chat']],
    ['a text', { input: { kind: 'text', prompt: 'Once' } }, ['completion']],
    ['tools', { tools: [{ type: 'function' }] }, ['chat', 'tools']],
    ['any JSON', { json_schema: {} }, ['chat', 'json_schema']],
  ])('requires the engine features for %s', (_, over, features) => {
    expect(planned(over).features).toEqual(features)
  })

  it.each([
    [null, 500],
    [10, 10],
    [9_000, 500],
  ])('estimates an answer of at most %j tokens at %i tokens', (max_tokens, output) => {
    expect(planned({ max_tokens }).tokens.output).toBe(output)
  })

  it('estimates a prompt by half of its bound', () => {
    const { promptMax, tokens } = planned({ input: asking('x'.repeat(4_000)) })
    expect(promptMax).toBe(2_000 + 8 + 32)
    expect(tokens.input).toBe(promptMax / 2)
  })

  it('refuses a prompt that fits no endpoint, before a machine is asked', () => {
    const long = { input: asking('x'.repeat(2 * 16 * 8_192)) }
    expect(() => planned(long)).toThrow(
      expect.objectContaining({
        code: 'context_exceeded',
        details: expect.objectContaining({ tokens: expect.stringMatching(/^at least \d+$/) }),
      }),
    )
  })

  it('bounds an answer at each endpoint by its context and its price', () => {
    const plan = planned({ max_tokens: 10_000 })
    const [small, large] = [anEndpoint(1), anEndpoint(2, { contextTokens: 8_192 })]
    expect(plan.boundsAt(small)).toMatchObject({ outputMax: 1_024, microUsdMax: 2 * 1_024 })
    expect(plan.boundsAt(large)).toMatchObject({ outputMax: 8_192, microUsdMax: 2 * 8_192 })
  })
})

it('refuses an unsupported feature by its OpenAI parameter name', () => {
  const endpoints = served()
  const needed = { modelId: aModel, features: ['chat', 'json_schema'] } as const
  expect(() => requireServed(endpoints, needed)).toThrow(
    expect.objectContaining({
      code: 'unsupported_parameter',
      details: expect.objectContaining({ parameter: 'response_format' }),
    }),
  )
})

function served() {
  const features = ['chat', 'completion', 'tools'] as const
  const machines = [
    { endpoint: anEndpoint(1, { features }) },
    { endpoint: anEndpoint(2, { features: ['chat'] }) },
  ]
  return aMarket({ machines }).contextFor().endpoints
}

/** A plan for endpoints that support everything. */
function planned(over: Partial<AnswerRequest>) {
  const features = ['chat', 'completion', 'tools', 'json_schema'] as const
  const ctx = aMarket({ machines: [{ endpoint: anEndpoint(1, { features }) }] }).contextFor()
  const payer = { accountId: aPayer, keyId: null }
  return planAnswer(ctx, { payer, modelId: aModel, provider: {}, request: aRequest(over) })
}
