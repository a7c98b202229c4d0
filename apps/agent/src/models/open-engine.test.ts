import { systemClock } from '@gridloom/async/clock'
import { describe, expect, it } from 'vitest'
import { installFakeLlama } from '../../test/fake-llama.ts'
import { aSource, aSpec, noSignal, tinyFile } from '../../test/model-builders.ts'
import { startUpstream } from '../../test/upstream.ts'
import { EngineUnavailable } from './engine.ts'
import { modelSandboxFinder } from './find-model-sandbox.ts'
import { createHostRules } from './hosts.ts'
import { createOpenEngine, type EngineParts } from './open-engine.ts'

describe('llama.cpp', () => {
  it('opens no model if the sandbox is missing', async () => {
    const lack = { missing: 'bubblewrap is not installed', remedy: 'sudo apt-get install it' }
    const found = { library: '/nowhere' }
    const test = setup({ findLlama: () => found, findSandbox: async () => lack })
    await expect(test.open(ofFile)).rejects.toMatchObject({
      name: 'EngineUnavailable',
      message: 'bubblewrap is not installed.',
    })
  })

  it('is opened with the file of the store, and reports its progress', async () => {
    await using fake = await installFakeLlama()
    const test = setup({ findLlama: () => fake })
    const engine = await test.open(ofFile)
    expect(engine).toMatchObject({ contextTokens: 256, quantization: 'Q4_1' })
    expect(test.steps).toEqual(['fetched 5 of 10', 'loading'])
    await engine.close()
  })

  it('has the quantization of the file if the source names none', async () => {
    await using fake = await installFakeLlama()
    const file = { path: tinyFile, quantization: null }
    const test = setup({ findLlama: () => fake, store: { fetch: async () => file } })
    const engine = await test.open(ofFile)
    expect(engine.quantization).toBe('Q8_0')
    await engine.close()
  })

  it('fetches no file if it is not installed, and does not disclose the remedy', async () => {
    const lack = { missing: 'llama.cpp is not installed', remedy: 'Install it in /opt.' }
    const test = setup({ findLlama: () => lack })
    await expect(test.open(ofFile)).rejects.toThrow(/^llama.cpp is not installed\.$/)
    expect(test.steps).toEqual([])
  })
})

describe('an engine beside the agent', () => {
  it("is called with the provider's key and by its own model name", async () => {
    await using upstream = await startUpstream(({ response }) => {
      const choices = [{ message: { content: 'Hi' }, finish_reason: 'stop' }]
      response.end(JSON.stringify({ choices }))
    })
    const test = setup({ engineKey: 'secret' })
    const engine = await test.open(beside(upstream.url.href))
    expect(test.steps).toEqual(['loading'])
    expect(engine.contextTokens).toBe(2_048)
    await engine.embed(['a'], noSignal()).catch(() => undefined)
    expect(upstream.calls[0]).toMatchObject({
      headers: { authorization: 'Bearer secret' },
      body: { model: 'their-name' },
    })
    await engine.close()
  })

  it('is rejected if the provider did not allow its host', async () => {
    await expect(setup().open(beside('http://10.0.0.9:8000/v1'))).rejects.toThrow(EngineUnavailable)
  })
})

const ofFile = aSpec({ kind: 'llama', sources: [aSource('http://hub/m')], context_tokens: null })

function beside(base_url: string) {
  const names = { base_url, upstream_model: 'their-name' }
  return aSpec({ kind: 'openai-http', ...names, context_tokens: 2_048 })
}

/** Records the steps of the opening; the store has the file at once. */
function setup(changes: Partial<EngineParts> = {}) {
  const steps: string[] = []
  const open = createOpenEngine({
    findLlama: () => ({ missing: 'llama.cpp is not installed', remedy: '' }),
    findSandbox: modelSandboxFinder(),
    ...{ threads: 1, engineKey: undefined, idleMsMax: 60_000, clock: systemClock },
    store: {
      fetch: async ({ onProgress }) => {
        onProgress(5, 10)
        return { path: tinyFile, quantization: 'Q4_1' }
      },
    },
    hosts: createHostRules([]),
    ...changes,
  })
  const listener = {
    onFetched: (fetched: number, total: number) =>
      void steps.push(`fetched ${fetched} of ${total}`),
    onLoading: () => void steps.push('loading'),
  }
  return { steps, open: (spec: typeof ofFile) => open(spec, listener, noSignal()) }
}
