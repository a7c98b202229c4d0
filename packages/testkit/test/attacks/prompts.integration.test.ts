import { startInferenceProduct } from '@gridloom/testkit/models/inference-product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askInChat, askStreamed, refusalOf } from '../models/using-answers.ts'

const france = 'What is the capital of France?'

describe('prompts of a malicious renter', { timeout: 60_000 }, () => {
  let site: Awaited<ReturnType<typeof setup>>
  beforeAll(async () => {
    site = await setup()
  }, 120_000)
  afterAll(() => site[Symbol.asyncDispose]())

  it('are not stored when they exceed every machine’s context', async () => {
    const prompt = 'a'.repeat(1_000_000)
    for (let count = 0; count < 3; count += 1)
      await expect(askInChat(site.renter, { model: site.tiny, prompt })).rejects.toMatchObject({
        code: 'context_exceeded',
      })
    expect((await site.renter.chat.list()).chat_labels).toEqual([])
  })

  it('are rejected with a schema of 20,000 values, in tools too', async () => {
    const words = Array.from({ length: 20_000 }, (_, at) => `word ${at}`)
    const refused = await refusalOf(site.asks(schemaOf({ enum: words })))
    expect(refused).toMatchObject({ status: 400, param: 'response_format' })
    expect(refused.message).toContain('500 enum values')
    const tool = { type: 'function' as const, function: { name: 'x', parameters: { enum: words } } }
    expect(await refusalOf(site.asks({ tools: [tool] }))).toMatchObject({
      ...{ status: 400, param: 'tools' },
    })
  })

  it('do not delay other prompts with the largest allowed schemas', async () => {
    const words = Array.from({ length: 500 }, (_, at) => `word ${at}`)
    const endless = { type: 'array', items: { type: 'string' }, minItems: 1_000_000 }
    const attacks = [schemaOf({ enum: words }), schemaOf(endless)].map((attack) =>
      site.asks({ ...attack, max_tokens: 4 }).catch((error: unknown) => error),
    )
    const { text } = await askStreamed(site.client, { model: site.tiny, prompt: france })
    expect(text).toBe('The capital of France is Paris.')
    const [, refused] = await Promise.all(attacks)
    expect(refused).toMatchObject({ status: 400 })
  })
})

function schemaOf(schema: Record<string, unknown>) {
  return {
    response_format: { type: 'json_schema' as const, json_schema: { name: 'x', schema } },
  }
}

/** Serves the tiny model on the real engine. */
async function setup() {
  await using opened = new AsyncDisposableStack()
  const inference = opened.use(await startInferenceProduct())
  const machine = await inference.addMachine()
  const tiny = await inference.addModel('gridloom-tests/tinychat')
  expect(await inference.serve(machine, tiny)).toMatchObject({ state: 'serving', problem: null })
  const { key } = await inference.makeKey()
  const client = inference.openai(key)
  const open = opened.move()
  return {
    ...{ tiny, client, renter: inference.product.renter },
    asks: (more: object) => askStreamed(client, { model: tiny, prompt: france, ...more }),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
