import { agentPath } from '@gridloom/contract/agent/call'
import { describe, expect, it } from 'vitest'
import { anEndpoint, aRequest } from '../../../../test/answering.ts'
import { askForAnswer } from './answer-parts.ts'

const counts = { input_tokens: 7, cached_tokens: 2, output_tokens: 3 }
const end = { kind: 'end', reason: 'stop', problem: null, counts }

describe('a valid part of an answer', () => {
  it.each([
    [{ kind: 'text', text: 'a', tokens: 1 }],
    [{ kind: 'text', text: '', tokens: 0 }],
    [{ kind: 'text', text: 'a', tokens: 1, read: { input_tokens: 7, cached_tokens: 2 } }],
    [{ kind: 'tool_calls', tool_calls: [{ index: 0 }], tokens: 2 }],
    [end],
    [{ ...end, reason: 'failed', problem: 'Out of memory.' }],
    [{ ...end, made_ms: 12.5 }],
    [{ kind: 'text', text: 'a', tokens: 1, from_a_newer_agent: true }],
  ])('is passed on unchanged: %j', async (part) => {
    expect(await parts([part]).next()).toEqual(part)
  })

  it('is followed by undefined when it is the last one', async () => {
    const { next } = parts([end])
    await next()
    expect(await next()).toBeUndefined()
  })
})

describe('an invalid part of an answer', () => {
  it.each([
    [null],
    ['text'],
    [7],
    [[]],
    [{}],
    [{ kind: 'picture' }],
    [{ kind: 'text', text: 7, tokens: 1 }],
    [{ kind: 'text', text: 'a' }],
    [{ kind: 'text', text: 'a', tokens: -1 }],
    [{ kind: 'text', text: 'a', tokens: 0.5 }],
    [{ kind: 'text', text: 'a', tokens: 1e300 }],
    [{ kind: 'text', text: 'a', tokens: '1' }],
    [{ kind: 'text', text: 'a', tokens: 1, read: { input_tokens: -1, cached_tokens: 0 } }],
    [{ kind: 'tool_calls', tool_calls: {}, tokens: 1 }],
    [{ kind: 'tool_calls', tool_calls: [], tokens: null }],
    [{ ...end, reason: 'because' }],
    [{ ...end, problem: 7 }],
    [{ ...end, problem: undefined }],
    [{ ...end, counts: { ...counts, output_tokens: -3 } }],
    [{ ...end, counts: { input_tokens: 1 } }],
    [{ ...end, counts: null }],
    [{ ...end, made_ms: -1 }],
    [{ ...end, made_ms: 'soon' }],
  ])('is rejected with upstream_failed: %j', async (value) => {
    await expect(parts([value]).next()).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  it('does not affect the parts before it', async () => {
    const { next } = parts([{ kind: 'text', text: 'a', tokens: 1 }, { kind: 'noise' }])
    expect(await next()).toMatchObject({ text: 'a' })
    await expect(next()).rejects.toMatchObject({ code: 'upstream_failed' })
  })
})

it('sends the request to the machine of the endpoint, and hangs up with the reason', () => {
  const endpoint = anEndpoint(3)
  const sent: object[] = []
  const hungUp: Error[] = []
  const request = aRequest()
  const answer = askForAnswer({
    agents: {
      stream: (machineId, call, { params, body }) => {
        sent.push({ machineId, path: agentPath(call, params), body })
        return { next: async () => undefined, hangUp: (reason) => void hungUp.push(reason) }
      },
    },
    endpoint,
    request,
  })
  const reason = new Error('enough')
  answer.hangUp(reason)
  expect(hungUp).toEqual([reason])
  expect(sent).toMatchObject([
    {
      machineId: endpoint.machineId,
      path: `/v1/models/${endpoint.id}/answers`,
      body: request,
    },
  ])
})

/** A machine that sends these values, valid or not. */
function parts(values: readonly unknown[]) {
  const waiting = [...values]
  const response = { next: async () => waiting.shift(), hangUp: () => {} }
  return askForAnswer({
    agents: { stream: () => response },
    endpoint: anEndpoint(1),
    request: aRequest(),
  })
}
