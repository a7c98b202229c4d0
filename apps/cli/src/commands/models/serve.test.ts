import { describe, expect, it } from 'vitest'
import { type Answers, Refusal } from '../../../test/fake-server.ts'
import { aModel, anEndpoint, aServedModel } from '../../../test/model-samples.ts'
import { aWorld } from '../../../test/run-words.ts'
import { aMachine, idEndingIn } from '../../../test/samples.ts'

const prices = ['--price-in', '0.02', '--price-out', '0.04']

describe('serve', () => {
  it('uses the only machine, and shows each step until it serves the model', async () => {
    const steps = [
      anEndpoint({ state: 'waiting' }),
      anEndpoint({ state: 'fetching', fetched_bytes: 45, total_bytes: 100 }),
      anEndpoint({ state: 'loading' }),
      anEndpoint(),
    ]
    await using world = await setup({
      'models.listServed': () => {
        const asked = world.server.calls.some(({ name }) => name === 'models.serve')
        return asked ? [steps.shift()] : []
      },
      'models.serve': () => steps.shift(),
    })
    const ran = await world.run('serve', 'small', ...prices)
    expect(ran).toEqual({
      code: 0,
      stdout: 'tower serves org/small at $0.02 input and $0.04 output per million tokens.\n',
      stderr: 'waiting\nfetching: 45 %\nloading\n',
    })
    expect(serveCall(world)).toMatchObject({
      params: { model: 'org/small' },
      body: {
        engine: { kind: 'llama', context_tokens: null },
        price: { input_micro_usd: 20_000, cached_micro_usd: 20_000, output_micro_usd: 40_000 },
        slots: 2,
      },
    })
  })

  it('accepts an external engine, with its name for the model', async () => {
    await using world = await setup()
    const engine = ['--engine', 'http://127.0.0.1:8000/v1', '--upstream-model', 'm']
    const words = ['serve', 'org/small', '--machine', 'tower', ...prices, ...engine]
    expect((await world.run(...words)).stderr).toContain('--context N')
    expect(await world.run(...words, '--context', '8192', '--slots', '8')).toMatchObject({
      code: 0,
    })
    expect(serveCall(world)?.body).toMatchObject({
      engine: {
        kind: 'openai-http',
        base_url: 'http://127.0.0.1:8000/v1',
        upstream_model: 'm',
        context_tokens: 8_192,
      },
      slots: 8,
    })
  })

  it('declares that an own engine stores nothing, and keeps the declaration', async () => {
    const url = 'http://127.0.0.1:8000/v1'
    const engine = { kind: 'openai-http', base_url: url, upstream_model: 'm', context_tokens: 512 }
    const declared = { ...engine, data_collection: 'deny' }
    const order = { ...aServedModel().order, engine: declared }
    await using world = await setup({
      'models.listServed': () => [aServedModel({ order, engine: 'openai-http' })],
      'models.serve': () => aServedModel({ order, engine: 'openai-http' }),
    })
    expect((await world.run('serve', 'small', '--slots', '3')).stdout).toContain(
      'Declared: prompts and answers are not stored.',
    )
    expect(serveCall(world)?.body).toMatchObject({ engine: declared, slots: 3 })
    const words = ['--data-collection', 'allow']
    await world.run('serve', 'small', ...words)
    expect(serveCall(world)?.body).toMatchObject({ engine: { data_collection: 'allow' } })
    expect((await world.run('serve', 'small', '--engine', 'llama', ...words)).stderr).toContain(
      'llama.cpp stores no prompts or answers.',
    )
  })

  it('keeps the price, slots and context of a model that is already served', async () => {
    const order = { ...aServedModel().order, slots: 5 }
    const engine = { kind: 'llama', context_tokens: 1_024 }
    await using world = await setup({
      'models.listServed': () => [aServedModel({ order: { ...order, engine } })],
    })
    const words = ['serve', 'small', '--price-out', '0.1', '--json']
    expect(JSON.parse((await world.run(...words)).stdout)).toMatchObject({ state: 'serving' })
    const price = { ...order.price, output_micro_usd: 100_000 }
    expect(serveCall(world)?.body).toEqual({ engine, price, slots: 5 })
  })

  it('changes only the given settings of an external engine', async () => {
    const engine = {
      kind: 'openai-http',
      base_url: 'http://127.0.0.1:8000/v1',
      upstream_model: 'm',
      context_tokens: 8_192,
    }
    const { order } = aServedModel()
    await using world = await setup({
      'models.listServed': () => [aServedModel({ order: { ...order, engine } })],
    })
    const asked = async (...words: string[]) => {
      expect(await world.run('serve', 'small', ...words)).toMatchObject({ code: 0 })
      return serveCall(world)?.body
    }
    const price = { ...order.price, output_micro_usd: 90_000 }
    expect(await asked('--price-out', '0.09')).toEqual({ ...order, engine, price })
    const other = { ...engine, context_tokens: 4_096 }
    expect(await asked('--context', '4096')).toEqual({ ...order, engine: other })
    const moved = { ...engine, base_url: 'http://127.0.0.1:9000/v1' }
    expect(await asked('--engine', moved.base_url)).toEqual({ ...order, engine: moved })
    const llama = { kind: 'llama', context_tokens: null }
    expect(await asked('--engine', 'llama')).toEqual({ ...order, engine: llama })
  })

  it('requires a price, a machine and a model when they are ambiguous', async () => {
    await using world = await setup({
      'machines.list': () => [aMachine(), aMachine({ id: idEndingIn('mch', 'dddd4444') })],
    })
    expect(await world.run('serve', 'small', ...prices)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--machine NAME'),
    })
    await using alone = await setup()
    expect(await alone.run('serve', 'small')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--price-in and --price-out'),
    })
    expect((await alone.run('serve', 'large', ...prices)).code).toBe(4)
    expect((await alone.run('serve', 'small', '--upstream-model', 'm', ...prices)).code).toBe(2)
    expect(serveCall(alone)).toBeUndefined()
  })

  it.each([
    [['--slots', '0'], '--slots'],
    [['--slots', '257'], '--slots'],
    [['--context', '64'], '--context'],
    [['--price-in', '-1'], '--price-in'],
    [['--price-cached', 'much'], '--price-cached'],
    [['--engine', 'llama', '--upstream-model', 'm'], '--upstream-model requires --engine'],
  ])('rejects %j before anything is sent', async (words, text) => {
    await using world = await setup()
    expect(await world.run('serve', 'small', ...prices, ...words)).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining(text) },
    })
    expect(serveCall(world)).toBeUndefined()
  })

  it('explains how to add a machine when there is none, and rejects an unknown one', async () => {
    await using none = await setup({ 'machines.list': () => [] })
    expect(await none.run('serve', 'small', ...prices)).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('gridloom machines token') },
    })
    await using one = await setup()
    expect((await one.run('serve', 'small', '--machine', 'box', ...prices)).code).toBe(4)
  })

  it('stops waiting when serving was stopped by another request', async () => {
    await using world = await setup({ 'models.serve': () => anEndpoint({ state: 'waiting' }) })
    expect(await world.run('serve', 'small', ...prices)).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining('Serving was stopped by another request.') },
    })
  })

  it('ends with 1 and the reason when the machine cannot serve it', async () => {
    const failed = anEndpoint({ state: 'failed', problem: 'The file has a wrong hash.' })
    await using world = await setup({ 'models.serve': () => failed })
    expect(await world.run('serve', 'small', ...prices)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The file has a wrong hash.'),
    })
  })

  it('prints how to fix a machine that cannot run llama.cpp', async () => {
    const failed = anEndpoint({ state: 'failed', problem: 'llama.cpp is not installed.' })
    const llama_missing = 'llama.cpp is not installed. Install it with script/bootstrap.'
    await using world = await setup({
      'models.serve': () => failed,
      'models.readEngines': () => ({ llama_missing }),
    })
    expect(await world.run('serve', 'small', ...prices)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(llama_missing),
    })
  })

  it('does not wait with --detach', async () => {
    await using world = await setup({ 'models.serve': () => anEndpoint({ state: 'waiting' }) })
    expect(await world.run('serve', 'small', '--detach', ...prices)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('tower will serve org/small'),
    })
  })

  it('stops serving, and ends with 4 when there is nothing to stop', async () => {
    await using world = await setup({ 'models.stopServing': () => ({}) })
    expect((await world.run('serve', 'small', '--stop')).stdout).toBe(
      'tower no longer serves org/small.\n',
    )
    await using none = await setup({ 'models.stopServing': () => new Refusal('not_found') })
    expect((await none.run('serve', 'small', '--stop')).code).toBe(4)
  })
})

type World = Awaited<ReturnType<typeof setup>>

function serveCall(world: World) {
  return world.server.calls.findLast(({ name }) => name === 'models.serve')
}

function setup(answers: Answers = {}) {
  return aWorld({
    answers: {
      'machines.list': () => [aMachine()],
      'models.list': () => ({ models: [aModel()] }),
      'models.listServed': () => [],
      'models.readEngines': () => ({ llama_missing: null }),
      'models.serve': () => anEndpoint(),
      ...answers,
    },
  })
}
