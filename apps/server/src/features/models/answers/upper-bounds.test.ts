import type { EngineMessage } from '@gridloom/contract/agent/models'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anEndpoint, aRequest } from '../../../../test/answering.ts'
import {
  boundsAt,
  chargeOf,
  dearest,
  dearestReading,
  plausible,
  promptTokensMax,
  readingTokensMax,
} from './upper-bounds.ts'

const count = fc.nat({ max: 1_000_000 })
const counts = fc.record({ input_tokens: count, cached_tokens: count, output_tokens: count })
const price = fc.record({
  input_micro_usd: fc.nat({ max: 1_000_000_000 }),
  cached_micro_usd: fc.nat({ max: 1_000_000_000 }),
  output_micro_usd: fc.nat({ max: 1_000_000_000 }),
})

describe('the reserved amount', () => {
  it('covers every answer that fits the context, at any price', () => {
    const asked = fc.record({
      inputMax: fc.integer({ min: 1, max: 100_000 }),
      maxTokens: fc.option(fc.integer({ min: 1, max: 100_000 })),
      choices: fc.integer({ min: 1, max: 16 }),
    })
    const context = fc.integer({ min: 128, max: 100_000 })
    fc.assert(
      fc.property(asked, context, price, counts, (request, contextTokens, at, reported) => {
        const endpoint = anEndpoint(1, { contextTokens, price: at })
        const bounds = boundsAt(endpoint, request)
        const came = plausible(reported, { ...bounds, bytesCame: 1_000_000 })
        // Every choice shares the context with the prompt.
        const room = Math.max(0, contextTokens - came.input_tokens) * request.choices
        fc.pre(came.output_tokens <= room)
        const microUsdMax = dearest(bounds, endpoint)
        const unbounded = chargeOf(came, { endpoint, microUsdMax: 1e15 })
        expect(unbounded).toBeLessThanOrEqual(microUsdMax)
      }),
    )
  })

  it('is never exceeded, whatever counts a machine reports', () => {
    fc.assert(
      fc.property(counts, price, count, (reported, at, microUsdMax) => {
        const bounds = { inputMax: 1_000_000, outputMax: 1_000_000, bytesCame: 1_000_000 }
        const counts = plausible(reported, bounds)
        const charge = chargeOf(counts, { endpoint: { price: at }, microUsdMax })
        expect(charge).toBeLessThanOrEqual(microUsdMax)
        expect(charge).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('is capped by the context', () => {
    const endpoint = anEndpoint(1, { contextTokens: 1_024 })
    expect(boundsAt(endpoint, { inputMax: 5_000, maxTokens: 100_000, choices: 1 })).toEqual({
      inputMax: 1_024,
      outputMax: 1_024,
      choices: 1,
    })
  })

  it('counts each text of an embedding separately, at its highest price', () => {
    const endpoint = anEndpoint(1, { contextTokens: 100 })
    const tokens = readingTokensMax(['ab', 'x'.repeat(1_000)], endpoint)
    expect(tokens).toBe(1 + 2 + 100)
    const dear = { ...endpoint.price, cached_micro_usd: 3_000_000 }
    expect(dearestReading(10, { price: dear })).toBe(30)
  })
})

describe('the most tokens of a prompt', () => {
  it('counts the texts, and everything that an engine may add', () => {
    const message = { role: 'user' as const, content: '😀' }
    const of = (...messages: EngineMessage[]) => aRequest({ input: { kind: 'chat', messages } })
    expect(promptTokensMax(of(message))).toBe(4 + 8 + 32)
    expect(promptTokensMax(of(message, message))).toBe(8 + 16 + 32)
    expect(promptTokensMax({ ...of(message), tools: ['ab'] })).toBe(4 + 8 + 32 + 5)
    expect(promptTokensMax({ ...of(message), json_schema: {} })).toBe(4 + 8 + 32 + 2)
    const calling = { ...message, name: 'ada', tool_calls: ['ab'] }
    expect(promptTokensMax(of(calling))).toBe(4 + 2 + 5 + 8 + 32)
  })

  it('counts a completion prompt as one message', () => {
    const request = aRequest({ input: { kind: 'text', prompt: 'abc' } })
    expect(promptTokensMax(request)).toBe(2 + 8 + 32)
  })
})
