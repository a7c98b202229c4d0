import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { createTestClock } from '@gridloom/async/test-clock'
import type { AnswerPart, ServeReport, ServeSpec } from '@gridloom/contract/agent/models'
import { describe, expect, it } from 'vitest'
import { createFakeEngines, type Opening } from '../../test/fake-engine.ts'
import {
  anEndpointId,
  anotherEndpointId,
  aRequest,
  aSpec,
  noSignal,
} from '../../test/model-builders.ts'
import { EngineUnavailable } from './engine.ts'
import { serveModels } from './keep-serving.ts'
import { drainMsMax, retryDelays } from './served-model.ts'
import { waitersPerSlot } from './slots.ts'

describe('a model', () => {
  it('reports each of its phases', async () => {
    await using test = await setup()
    await test.order([spec()])
    const { listener, succeed } = test.opening()
    listener.onFetched(10, 100)
    listener.onLoading()
    succeed()
    await turn()
    expect(test.reported.map(({ phase }) => phase)).toEqual([
      'fetching',
      'fetching',
      'loading',
      'serving',
    ])
    expect(test.reported[0]).toMatchObject({ fetched_bytes: null })
    expect(test.reported[1]).toMatchObject({ fetched_bytes: 10, total_bytes: 100 })
    expect(test.report()).toMatchObject({ context_tokens: 1_024, features: ['chat'], busy: 0 })
  })

  it('reports a shortfall of its engine while it serves', async () => {
    await using test = await setup()
    await test.order([spec()])
    test.opening().succeed('It counts nothing.')
    await turn()
    expect(test.report()).toMatchObject({ phase: 'serving', problem: 'It counts nothing.' })
  })

  it('rejects answers before it serves, and names its phase', async () => {
    await using test = await setup()
    await test.order([spec()])
    await expect(test.ask().next()).rejects.toMatchObject({ code: 'not_serving' })
    await expect(test.manager.find(anEndpointId).embed(['a'], noSignal())).rejects.toThrow('still')
  })

  it('is unloaded when nobody asks, and loaded again by the next request, which waits', async () => {
    await using test = await setup()
    const first = await test.serving()
    await test.clock.advance(599_000)
    expect(first.isClosed()).toBe(false)
    await test.clock.advance(2_000)
    expect(first.isClosed()).toBe(true)
    expect(test.report()).toMatchObject({
      ...{ phase: 'serving', cold: true, context_tokens: 1_024, features: ['chat'] },
      load_ms: 0,
    })
    const parts = test.ask()
    const begun = parts.next()
    await turn()
    expect(test.report()).toMatchObject({ phase: 'serving', cold: true, busy: 1 })
    await test.clock.advance(1_200)
    test.opening().succeed()
    expect(await begun).toMatchObject({ value: { kind: 'text' } })
    expect(test.report()).toMatchObject({ cold: false, load_ms: 1_200 })
    await parts.return()
  })

  it('is not unloaded while an answer runs, however long it takes', async () => {
    await using test = await setup()
    const { isClosed, answers } = await test.serving()
    const parts = test.ask()
    await parts.next()
    await test.clock.advance(3_600_000)
    expect(isClosed()).toBe(false)
    answers[0]?.finish()
    await Array.fromAsync(parts)
    await test.clock.advance(599_000)
    expect(isClosed()).toBe(false)
    await test.clock.advance(602_000)
    expect(isClosed()).toBe(true)
  })

  it('refuses those who wait when it cannot be loaded again, and tries further', async () => {
    await using test = await setup()
    await test.serving()
    await test.clock.advance(601_000)
    const refused = expect(test.ask().next()).rejects.toMatchObject({ code: 'engine_failed' })
    await turn()
    test.opening().fail(new EngineUnavailable('No memory.'))
    await refused
    expect(test.report()).toMatchObject({ phase: 'failed', problem: 'No memory.', cold: false })
  })

  it('is not found if it was never ordered', async () => {
    await using test = await setup()
    expect(() => test.manager.find(anotherEndpointId)).toThrow('does not serve that model')
  })

  it('is opened again with growing delays when it fails, and reports why', async () => {
    await using test = await setup()
    await test.order([spec()])
    for (const waitMs of [1, 2, 4]) {
      test.opening().fail(new EngineUnavailable('Nothing answers.'))
      await turn()
      expect(test.report()).toMatchObject({ phase: 'failed', problem: 'Nothing answers.' })
      const before = test.openings.length
      await test.clock.advance(waitMs * retryDelays.firstMs * 0.7)
      expect(test.openings).toHaveLength(before)
      await test.clock.advance(waitMs * retryDelays.firstMs * 0.1)
      expect(test.openings).toHaveLength(before + 1)
    }
    expect(test.failures).toEqual([])
  })

  it('is opened again when its engine dies, after the first delay if it was stable', async () => {
    await using test = await setup()
    await test.order([spec()])
    test.opening().succeed()
    await turn()
    await test.clock.advance(retryDelays.stableAfterMs)
    test.opening().die('The engine crashed.')
    await turn()
    expect(test.report()).toMatchObject({ phase: 'failed', problem: 'The engine crashed.' })
    await test.clock.advance(retryDelays.firstMs)
    test.opening().succeed()
    await turn()
    expect(test.report()).toMatchObject({ phase: 'serving', problem: null })
  })

  it('passes an internal error to onFailure', async () => {
    await using test = await setup()
    await test.order([spec()])
    test.opening().fail(new TypeError('undefined is not a function'))
    await turn()
    expect(test.failures).toHaveLength(1)
  })
})

describe('answers', () => {
  it('are counted while they run and while they wait', async () => {
    await using test = await setup()
    const first = await test.serving()
    const running = test.ask()
    await running.next()
    const waiting = test.ask().next()
    await turn()
    expect(test.report()).toMatchObject({ busy: 1, queued: 1 })
    first.answers[0]?.finish()
    await Array.fromAsync(running)
    await waiting
    expect(test.report()).toMatchObject({ busy: 1, queued: 0 })
  })

  it('are rejected as busy once the queue is full', async () => {
    await using test = await setup()
    await test.serving()
    await test.ask().next()
    for (let waiting = 0; waiting < waitersPerSlot; waiting += 1) void test.ask().next()
    await expect(test.ask().next()).rejects.toMatchObject({ code: 'busy' })
  })

  it('that waited when the engine died are rejected as not_serving', async () => {
    await using test = await setup()
    const engine = await test.serving()
    const running = test.ask()
    await running.next()
    const waiting = test.ask().next()
    engine.die('The engine crashed.')
    await turn()
    const refused = expect(waiting).rejects.toMatchObject({ code: 'not_serving' })
    await Array.fromAsync(running)
    await refused
  })

  it('under way finish when their model is withdrawn, and no more are accepted', async () => {
    await using test = await setup()
    const engine = await test.serving()
    const running = test.ask()
    await running.next()
    await test.order([])
    expect(() => test.manager.find(anEndpointId)).toThrow('does not serve')
    await turn()
    expect(engine.isClosed()).toBe(false)
    engine.answers[0]?.finish()
    expect((await Array.fromAsync(running)).at(-1)).toMatchObject({ reason: 'stop' })
    await turn()
    await turn()
    expect(engine.isClosed()).toBe(true)
  })

  it('are not waited for longer than a minute', async () => {
    await using test = await setup()
    const engine = await test.serving()
    await test.ask().next()
    await test.order([])
    await turn()
    await test.clock.advance(drainMsMax)
    await turn()
    expect(engine.isClosed()).toBe(true)
  })
})

describe('an agent that stops', () => {
  it('closes its engines at once, also those that still drain', async () => {
    await using test = await setup()
    const withdrawn = await test.serving()
    await test.ask().next()
    await test.order([spec({ generation: 2, slots: 2 })])
    test.opening().succeed()
    await turn()
    await test.manager[Symbol.asyncDispose]()
    expect([withdrawn.isClosed(), test.opening().isClosed()]).toEqual([true, true])
  })
})

describe('orders', () => {
  it('with the same engine and slots keep the open engine', async () => {
    await using test = await setup()
    await test.serving()
    await test.order([spec({ generation: 2 })])
    expect(test.openings).toHaveLength(1)
    expect(test.report()).toMatchObject({ observed_generation: 2, phase: 'serving' })
  })

  it('older than the current one change nothing', async () => {
    await using test = await setup()
    await test.order([spec({ generation: 3 })])
    await test.order([spec({ generation: 2, slots: 9 })])
    expect(test.openings).toHaveLength(1)
    expect(test.report()).toMatchObject({ observed_generation: 3 })
  })

  it('with other slots open a new engine, while the old one finishes its answers', async () => {
    await using test = await setup()
    const engine = await test.serving()
    const running = test.ask()
    await running.next()
    await test.order([spec({ generation: 2, slots: 2 })])
    expect(test.openings).toHaveLength(2)
    test.opening().succeed()
    await turn()
    expect(engine.isClosed()).toBe(false)
    expect(test.report()).toMatchObject({ observed_generation: 2, phase: 'serving', busy: 0 })
    engine.answers[0]?.finish()
    await Array.fromAsync(running)
  })

  it('that withdraw a model abort its opening at once', async () => {
    await using test = await setup()
    await test.order([spec()])
    await test.order([])
    await turn()
    expect(test.openings[0]?.signal.aborted).toBe(true)
    expect(test.manager.all()).toEqual([])
  })

  it('are stored: a restarted agent serves before it is connected', async () => {
    await using test = await setup()
    await test.order([spec({ generation: 4 })])
    await test.restart()
    expect(test.opening().spec).toMatchObject({ generation: 4 })
    expect(JSON.parse(await readFile(test.ordersFile, 'utf8')).specs).toHaveLength(1)
  })

  it('that cannot be read are reported and ignored', async () => {
    await using test = await setup()
    await writeFile(test.ordersFile, '{"specs": [')
    await test.restart()
    expect(test.manager.all()).toEqual([])
    expect(test.failures).toHaveLength(1)
  })

  it('are rejected while the agent stops', async () => {
    await using test = await setup()
    await test.order([spec()])
    await test.manager[Symbol.asyncDispose]()
    expect(() => test.manager.order({ specs: [] })).toThrow('stopping')
  })
})

function spec(changes: object = {}): ServeSpec {
  return aSpec({ kind: 'llama', sources: [], context_tokens: null }, { slots: 1, ...changes })
}

async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-orders-'))
  const ordersFile = join(folder, 'orders.json')
  const clock = createTestClock()
  const { open, openings } = createFakeEngines()
  const reported: ServeReport[] = []
  const failures: unknown[] = []
  const begin = () =>
    serveModels({
      ordersFile,
      openEngine: open,
      idleAfterMs: 600_000,
      clock,
      random: { next: () => 0.5, uuid: () => 'uuid' },
      onChange: (model) => void reported.push(model.report()),
      onFailure: (cause) => void failures.push(cause),
    })
  let manager = await begin()

  function opening(): Opening {
    const last = openings.at(-1)
    if (last === undefined) throw new Error('nothing was opened')
    return last
  }

  return {
    ordersFile,
    clock,
    openings,
    reported,
    failures,
    opening,
    get manager() {
      return manager
    },
    order: (specs: ServeSpec[]) => manager.order({ specs }),
    report: () => manager.find(anEndpointId).report(),
    ask: (): AsyncGenerator<AnswerPart, void> =>
      manager.find(anEndpointId).answer(aRequest('Hi'), noSignal()),
    serving: async () => {
      await manager.order({ specs: [spec()] })
      opening().succeed()
      await turn()
      return opening()
    },
    restart: async () => {
      await manager[Symbol.asyncDispose]()
      manager = await begin()
    },
    [Symbol.asyncDispose]: async () => {
      await manager[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}
