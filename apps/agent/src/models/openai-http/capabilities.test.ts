import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { noSignal } from '../../../test/model-builders.ts'
import { findCapabilities } from './capabilities.ts'

const model = 'acme/tiny'

describe('what an engine can do', () => {
  it('is probed again when its model or the engine changes, and not with each list', async () => {
    const test = setup(200)
    const can = await findCapabilities(test, listOf({ created: 1 }), noSignal())
    const asked = test.calls()
    await can.onList(listOf({ created: 2, permission: [{ id: 'other' }] }), noSignal())
    await can.onList('', noSignal())
    expect(test.calls()).toBe(asked)
    expect(can.dialect).toBe('plain')
    await can.onList(listOf({ owned_by: 'vllm' }), noSignal())
    expect(test.calls()).toBeGreaterThan(asked)
    expect(can.dialect).toBe('vllm')
    expect(can.features).toContain('top_k')
  })

  it('is probed at growing intervals while the engine is too busy to tell', async () => {
    const test = setup(429)
    const can = await findCapabilities(test, listOf({}), noSignal())
    expect(can.isUnknown).toBe(true)
    const each = test.calls()
    const rounds: number[] = []
    for (let list = 1; list <= 40; list += 1) {
      const before = test.calls()
      await can.onList(listOf({}), noSignal())
      if (test.calls() > before) rounds.push(list)
    }
    expect(rounds).toEqual([4, 12, 28])
    expect(test.calls()).toBe(each * 4)
  })
})

function listOf(fields: object): string {
  return JSON.stringify({ data: [{ id: model, owned_by: 'somebody', ...fields }] })
}

/** An engine that answers everything with this status and one sentence. */
function setup(status: number) {
  let calls = 0
  const body = JSON.stringify({ choices: [{ message: { content: 'ok' } }] })
  const post = async () => {
    calls += 1
    const parts = [new TextEncoder().encode(body)]
    return { status, read: async () => parts.shift(), skipRest: () => {}, leave: () => {} }
  }
  return { model, clock: createTestClock(), upstream: { post }, calls: () => calls }
}
