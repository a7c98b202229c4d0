import { setImmediate as turn } from 'node:timers/promises'
import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { createGrammars } from './grammars.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

describe('JSON schemas that wait for each other', () => {
  it('are skipped if they were aborted, and do not delay others', async () => {
    const test = setup()
    const left = new AbortController()
    const abandoned = Array.from({ length: 16 }, (_, at) => test.of(`slow ${at}`, left.signal))
    const settled = Promise.allSettled(abandoned)
    await turn()
    left.abort(new Error('gone'))
    await settled
    const wanted = test.of('wanted')
    // The one that was being compiled is waited for, the other fifteen are not begun.
    await test.answer()
    await test.answer()
    expect(await wanted).toBe('grammar of wanted')
    expect(test.asked()).toEqual(['slow 0', 'wanted'])
  })

  it('are compiled once if they are equal', async () => {
    const test = setup()
    const all = [test.of('same'), test.of('same'), test.of('same')]
    await test.answer()
    expect(await Promise.all(all)).toEqual(Array(3).fill('grammar of same'))
    expect(test.asked()).toEqual(['same'])
  })

  it('are cached although their request was aborted', async () => {
    const test = setup()
    const left = new AbortController()
    const abandoned = test.of('kept', left.signal)
    await turn()
    left.abort(new Error('gone'))
    await expect(abandoned).rejects.toThrow('gone')
    await test.answer()
    expect(await test.of('kept')).toBe('grammar of kept')
    expect(test.asked()).toEqual(['kept'])
  })
})

/** Grammars whose process answers one schema per call of `answer()`. */
function setup() {
  const asked: string[] = []
  let deliver: (word: FromWorker) => void = () => {}
  const compiling = createGrammars({
    ...{ clock: createTestClock(), library: '/none', sandbox: undefined },
    start: ({ onWord }) => {
      deliver = onWord
      return {
        pid: undefined,
        say: (word: ToWorker) => {
          if (word.kind === 'compile') asked.push(String(word.schema.title))
        },
        watch: () => {},
        kill: () => {},
        ended: new Promise<string>(() => {}),
        end: async () => {},
      }
    },
  })
  return {
    asked: () => asked,
    of: (title: string, signal = new AbortController().signal) => compiling.of({ title }, signal),
    answer: async () => {
      await turn()
      deliver({ kind: 'compiled', id: 0, grammar: `grammar of ${asked.at(-1)}` })
      await turn()
    },
  }
}
