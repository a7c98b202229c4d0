import { type Clock, systemClock } from '@gridloom/async/clock'
import { createTestClock } from '@gridloom/async/test-clock'
import { ModelId } from '@gridloom/contract/models/model-id'
import { expect, it } from 'vitest'
import { silentLog } from '../../../platform/log.ts'
import { waitingMax, waitingUnitsMax, waitMsMax } from './count-queue.ts'
import { createTokenCounter, shortUnits, unitsMax } from './token-counter.ts'
import type { Countable } from './token-thread.ts'
import type { Vocabulary } from './vocabulary.ts'

const good = modelId('good')
const hello = (times: number): Countable => ({ kind: 'text', text: 'a'.repeat(times) })
const prompt: Countable = {
  kind: 'prompt',
  input: { kind: 'chat', messages: [{ role: 'user', content: 'aa' }] },
}

it('keeps counting beside invalid vocabularies, and retries those after ten minutes', async () => {
  const clock = createTestClock()
  await using site = setup({ good: vocabularyJson(), broken: '{', wrong: '{"tokens":7}' }, clock)
  expect(await site.counter.count(modelId('broken'), hello(3))).toBeUndefined()
  expect(await site.counter.count(modelId('wrong'), hello(3))).toBeUndefined()
  expect(await site.counter.count(modelId('lost'), hello(3))).toBeUndefined()
  expect(await site.counter.count(good, hello(3))).toBe(3)
  expect(await site.counter.count(modelId('broken'), hello(3))).toBeUndefined()
  expect(site.reads.filter((key) => key === 'broken')).toHaveLength(1)
  await clock.advance(10 * 60_000)
  site.kept.broken = vocabularyJson()
  expect(await site.counter.count(modelId('broken'), hello(3))).toBe(3)
})

it('aborts a template that never ends, and counts the next text', async () => {
  const endless = '{% for i in range(1000000000) %}{% set x = i * i %}{% endfor %}'
  await using site = setup(
    { good: vocabularyJson(), endless: vocabularyJson({ template: endless }) },
    systemClock,
  )
  expect(await site.counter.count(modelId('endless'), prompt)).toBeUndefined()
  // The thread is killed and restarted.
  const count = () => site.counter.count(good, hello(3))
  await expect.poll(count, { timeout: 20_000, interval: 0 }).toBe(3)
})

it('counts short texts in time while many long ones wait', async () => {
  const clock = createTestClock()
  await using site = setup({ good: vocabularyJson() }, clock)
  const long = Array.from({ length: 10 }, () => site.counter.count(good, hello(unitsMax)))
  expect(await site.counter.count(good, hello(shortUnits))).toBe(shortUnits)
  await clock.advance(waitMsMax)
  expect(await Promise.all(long)).toContain(undefined)
})

it('limits the texts and characters that wait', async () => {
  await using site = setup({ good: vocabularyJson() })
  expect(await site.counter.count(good, hello(unitsMax + 1))).toBeUndefined()
  const fitting = waitingUnitsMax / unitsMax
  // The first is being counted and does not wait.
  const long = Array.from({ length: fitting + 2 }, () => site.counter.count(good, hello(unitsMax)))
  expect(await long.at(-1)).toBeUndefined()
  const many = Array.from({ length: waitingMax + 2 }, () => site.counter.count(good, hello(1)))
  expect(await many.at(-1)).toBeUndefined()
  expect(await many[0]).toBe(1)
})

/** A vocabulary with one token per character. */
function vocabularyJson(parts: Partial<Vocabulary> = {}): string {
  return JSON.stringify({
    ...{ kind: 'spm', split: 'default', tokens: ['a', 'b'], scores: [0, 0], merges: [], marks: [] },
    ...{ begin: null, beginToken: '', endToken: '', spacePrefix: false, template: null },
    ...parts,
  } satisfies Vocabulary)
}

function modelId(name: string): ModelId {
  return ModelId.parse(`gridloom-tests/${name}`)
}

function setup(kept: Record<string, string>, clock: Clock = createTestClock()) {
  const reads: string[] = []
  const counter = createTokenCounter({
    ...{ clock, log: silentLog() },
    vocabularies: {
      keyOf: (id) => id.split('/')[1],
      async read(key) {
        reads.push(key)
        return kept[key]
      },
    },
  })
  return {
    ...{ counter, reads, kept },
    [Symbol.asyncDispose]: () => counter[Symbol.asyncDispose](),
  }
}
