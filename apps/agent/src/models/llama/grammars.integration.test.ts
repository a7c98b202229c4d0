import { systemClock } from '@gridloom/async/clock'
import { describe, expect, it } from 'vitest'
import { installFakeLlama } from '../../../test/fake-llama.ts'
import { allOf, aRequest, noSignal, ownLlama, tinyFile } from '../../../test/model-builders.ts'
import { ownSandbox } from '../../../test/own-sandbox.ts'
import { createGrammars } from './grammars.ts'
import { openLlama } from './index.ts'

describe('a JSON schema', () => {
  it('that takes too long is aborted within seconds, and the next is compiled', async () => {
    await using grammars = await setup()
    const begunMs = systemClock.monotonicMs()
    await expect(grammars.of({ type: 'slow' }, noSignal())).rejects.toMatchObject({
      ...{ code: 'unsupported', message: 'The JSON schema takes too long to compile.' },
    })
    expect(systemClock.monotonicMs() - begunMs).toBeLessThan(10_000)
    expect(await grammars.of({ type: 'object' }, noSignal())).toBe('grammar of object')
  })

  it('that crashes its process or makes too large a grammar is rejected', async () => {
    await using grammars = await setup()
    for (const type of ['dies', 'large'])
      await expect(grammars.of({ type }, noSignal())).rejects.toMatchObject({ code: 'unsupported' })
    expect(await grammars.of({}, noSignal())).toBe('any JSON')
  })

  it('that cannot be compiled is rejected with the reason', async () => {
    await using grammars = await setup()
    await expect(grammars.of({ type: 'wrong' }, noSignal())).rejects.toMatchObject({
      ...{ code: 'unsupported', message: 'The JSON schema is not supported: no such type' },
    })
  })

  it('waits for its turn, and is rejected as busy behind 16 others', async () => {
    await using grammars = await setup()
    const types = Array.from({ length: 20 }, (_, at) => `t${at}`)
    const all = await Promise.allSettled(types.map((type) => grammars.of({ type }, noSignal())))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(16)
    expect(all.at(-1)).toMatchObject({ reason: { code: 'busy' } })
  })

  it('does not delay other answers while it is compiled', async () => {
    const fake = await installFakeLlama()
    await using _ = fake
    const engine = await openLlama({
      ...{
        sandbox: await ownSandbox(),
        library: fake.library,
        file: tinyFile,
        slots: 2,
        contextTokensMax: null,
        threads: 1,
      },
      ...{ clock: systemClock, idleMsMax: 60_000, signal: noSignal() },
    })
    const slow = allOf(
      engine.answer(aRequest('say No', { json_schema: { type: 'slow' } }), noSignal()),
    )
    slow.catch(() => undefined)
    expect((await allOf(engine.answer(aRequest('say Hi'), noSignal()))).text).toBe('Hi')
    await expect(slow).rejects.toMatchObject({ code: 'unsupported' })
    await engine.close()
  })
})

describe('the real library', () => {
  it('rejects a schema of endless repetition, and compiles one with 500 values', async () => {
    const sandbox = await ownSandbox()
    const grammars = createGrammars({ clock: systemClock, ...ownLlama(), sandbox })
    const endless = { type: 'array', items: { type: 'string' }, minItems: 1_000_000 }
    await expect(grammars.of(endless, noSignal())).rejects.toMatchObject({ code: 'unsupported' })
    const words = Array.from({ length: 500 }, (_, at) => `word ${at}`)
    expect(await grammars.of({ enum: words }, noSignal())).toContain('word 499')
    await grammars.close()
  })
})

async function setup() {
  const fake = await installFakeLlama()
  const { library } = fake
  const grammars = createGrammars({ clock: systemClock, library, sandbox: await ownSandbox() })
  return {
    ...grammars,
    [Symbol.asyncDispose]: async () => {
      await grammars.close()
      await fake[Symbol.asyncDispose]()
    },
  }
}
