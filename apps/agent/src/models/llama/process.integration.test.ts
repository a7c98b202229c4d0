import { systemClock } from '@gridloom/async/clock'
import { describe, expect, it } from 'vitest'
import { type FakeTraits, installFakeLlama } from '../../../test/fake-llama.ts'
import { allOf, aRequest, noSignal, tinyFile } from '../../../test/model-builders.ts'
import { ownSandbox } from '../../../test/own-sandbox.ts'
import { openLlama } from './index.ts'

describe('a process that opens a model', () => {
  it('reports why it failed, without paths', async () => {
    await expect(setup({ opening: 'fails' })).rejects.toThrow(/^cannot map …$/)
  })

  it('may crash without affecting the agent', async () => {
    await expect(setup({ opening: 'dies' })).rejects.toThrow(
      /^The engine crashed \(exit code 7\): cannot map …\.$/,
    )
  })

  it('is ended when the signal aborts', async () => {
    const left = new AbortController()
    const opening = setup({ opening: 'takes for ever' }, left.signal)
    left.abort(new Error('withdrawn'))
    await expect(opening).rejects.toThrow('withdrawn')
  })
})

describe('a process of a model', () => {
  it("has none of the agent's environment variables", async () => {
    await using engine = await setup()
    const { text } = await allOf(engine.answer(aRequest('env'), noSignal()))
    expect(text.split(',').sort()).toEqual(['HOME', 'LC_ALL', 'PATH', 'PWD', 'TMPDIR'])
  })

  it('ends an answer as failed when the model fails, and serves the next', async () => {
    await using engine = await setup()
    const broken = await allOf(engine.answer(aRequest('fail So far'), noSignal()))
    expect(broken.text).toBe('So far')
    expect(broken.end).toMatchObject({
      ...{ reason: 'failed', problem: 'the model has no room left' },
      counts: { input_tokens: 12, output_tokens: 6 },
    })
    expect((await allOf(engine.answer(aRequest('say Hi'), noSignal()))).text).toBe('Hi')
  })

  it('rejects an answer when the model fails before its first token', async () => {
    await using engine = await setup()
    const failed = allOf(engine.answer(aRequest('fail'), noSignal()))
    await expect(failed).rejects.toMatchObject({
      ...{ code: 'engine_failed', message: 'the model has no room left' },
    })
  })

  it('stops within a token when the reader leaves', async () => {
    await using engine = await setup({ trainContextSize: 1_000_000 })
    const left = new AbortController()
    const answer = engine.answer(aRequest('go on'), left.signal)
    await answer.next()
    left.abort(new Error('gone'))
    await expect(allOf(answer)).rejects.toThrow('gone')
    expect(engine.tokensAfterAbort()).toBeLessThanOrEqual(1)
  })
})

async function setup(traits: FakeTraits = {}, signal = noSignal()) {
  const fake = await installFakeLlama(traits)
  const engine = await openLlama({
    sandbox: await ownSandbox(),
    ...{ library: fake.library, file: tinyFile, slots: 1, contextTokensMax: null, threads: 1 },
    ...{ clock: systemClock, idleMsMax: 60_000, signal },
  }).catch(async (cause: unknown) => {
    await fake[Symbol.asyncDispose]()
    throw cause
  })
  return {
    ...engine,
    [Symbol.asyncDispose]: async () => {
      await engine.close()
      await fake[Symbol.asyncDispose]()
    },
  }
}
