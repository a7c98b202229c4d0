import type { ModelId } from '@gridloom/contract/models'
import {
  type InferenceProduct,
  startInferenceProduct,
} from '@gridloom/testkit/inference/inference-product'
import { startUpstream, type Upstream } from '@gridloom/testkit/inference/upstream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askStreamed, expectPaid, refusalOf } from './using-answers.ts'

describe('two machines that serve one model', { timeout: 60_000 }, () => {
  let site: Awaited<ReturnType<typeof setup>>
  beforeAll(async () => {
    site = await setup()
  }, 120_000)
  afterAll(() => site[Symbol.asyncDispose]())

  it('answer for each other: what one refuses, the other is asked, and the asker sees nothing of it', async () => {
    await using machines = await site.serveOnTwo('gridloom-tests/refusing', {})
    machines.upstreams[0].follow({ failure: 'refuses' })
    const client = await site.aClient()
    for (let at = 0; at < 10; at += 1) {
      const asking = { model: machines.model, prompt: 'Hi' }
      expect(await askStreamed(client, asking)).toMatchObject({ error: undefined, finish: 'stop' })
    }
  })

  it('of which one is killed at an answer: its part is kept, marked and paid, and the other takes over', async () => {
    await using machines = await site.serveOnTwo('gridloom-tests/dying', {
      tokens: 400,
      tokenMs: 10,
    })
    const client = await site.aClient()
    const { gone: before } = await site.spent()
    const dying = machines.machines[0]
    let killed: Promise<void> | undefined
    const broken = await askStreamed(client, {
      ...{ model: machines.model, prompt: 'Go on.' },
      ...{ provider: { order: [dying.id], allow_fallbacks: true } },
      onText: (heard) => {
        if (heard.includes(' w20 ')) killed ??= dying.kill()
      },
    })
    await killed
    expect(broken.error).toMatchObject({ message: expect.stringMatching(/\w/) })
    const came = broken.text.trim().split(' ').length
    expect(came).toBeGreaterThanOrEqual(20)
    expect(came).toBeLessThan(400)
    // Whoever has a part of an answer already is given no other one’s.
    expect(machines.upstreams[1].counts.asked).toBe(0)

    const over = await askStreamed(client, { model: machines.model, prompt: 'Hi', max_tokens: 5 })
    expect(over).toMatchObject({ error: undefined, machineId: machines.machines[1].id })
    const { gone } = await site.product.until({
      read: () => site.spent(),
      satisfies: ({ gone: now }) => now >= before + came + over.costMicroUsd,
    })
    // The prompt was read, too; nothing that did not come is paid.
    expect(gone - before - over.costMicroUsd).toBeGreaterThanOrEqual(came)
    expect(gone - before - over.costMicroUsd).toBeLessThanOrEqual(came + 10)
    await expectPaid(site, gone)
  })

  it('of which one is killed or falls silent before the first word: the other answers, and nobody sees it', async () => {
    await using machines = await site.serveOnTwo('gridloom-tests/slow-to-begin', {})
    const [slow, quick] = machines.upstreams
    const { client, gone } = await site.aNewcomer()
    const [first] = machines.machines
    const asking = {
      ...{ model: machines.model, prompt: 'Hi' },
      ...{ provider: { order: [first.id], allow_fallbacks: true } },
    }
    slow.follow({ failure: 'hangs', failsAfterTokens: 0 })
    const silent = await askStreamed(client, asking)
    expect(silent).toMatchObject({ error: undefined, machineId: machines.machines[1].id })

    slow.follow({ failure: null, firstTokenMs: 60_000 })
    const dying = askStreamed(client, asking)
    await expect.poll(() => slow.counts.open, { timeout: 10_000 }).toBe(1)
    await first.kill()
    expect(await dying).toMatchObject({ error: undefined, machineId: machines.machines[1].id })
    expect(quick.counts.asked).toBe(2)
    const { costMicroUsd } = await dying
    expect(await gone()).toBe(silent.costMicroUsd + costMicroUsd)
  })

  it('are both gone, and that is said', async () => {
    await using machines = await site.serveOnTwo('gridloom-tests/gone', {})
    const client = await site.aClient()
    for (const machine of machines.machines) await machine.kill()
    const asking = { model: machines.model, prompt: 'Hi' }
    // Until the control plane has noticed it asks them, in vain.
    const error = await site.product.until({
      read: () => refusalOf(askStreamed(client, asking)),
      satisfies: ({ status }) => status === 503,
    })
    expect(error).toMatchObject({ status: 503, code: 'model_unavailable' })
  })
})

describe('a chat whose machine dies while it answers', { timeout: 60_000 }, () => {
  it('keeps the part that came, says why, costs that alone, and is answered again by another', async () => {
    await using site = await setup()
    await using machines = await site.serveOnTwo('gridloom-tests/chat', {
      tokens: 400,
      tokenMs: 10,
    })
    const { renter } = site.product
    const asked = await renter.chats.ask({
      query: { new_chat: 'true' },
      body: { model_id: machines.model, prompt: 'Go on.' },
    })
    const id = asked.inference.at(-1)?.generation_id
    if (!id) throw new Error('no answer was begun')
    let text = ''
    let ended: string | undefined
    for await (const { event, data } of renter.chats.follow({ params: { id } })) {
      if (event === 'text') text += data.text
      if (event === 'end') ended = data.state
      if (event === 'text' && text.includes(' w20 ')) await machines.killTheBusyOne()
    }
    expect(ended).toBe('broken')
    expect(text).toContain(' w20 ')
    const { messages } = await renter.chats.load({ query: { chat_id: asked.chat_id } })
    const answer = messages.find(({ generation_id }) => generation_id === id)
    expect(answer).toMatchObject({ state: 'broken', text, problem: expect.stringMatching(/\w/) })
    const came = text.trim().split(' ').length
    expect(answer?.cost?.output_tokens).toBe(came)
    const parent = answer?.parent_id
    if (!parent) throw new Error('the answer has no question')
    const again = await renter.chats.again({
      params: { id: asked.chat_id },
      body: { message_id: parent },
    })
    const other = again.inference.at(-1)?.generation_id
    if (!other) throw new Error('no answer was begun')
    for await (const { event, data } of renter.chats.follow({ params: { id: other } }))
      if (event === 'end') expect(data).toMatchObject({ state: 'done', problem: null })
  })
})

async function setup() {
  const site = await startInferenceProduct()
  return {
    ...site,
    async aClient() {
      return site.openai((await site.makeKey()).key)
    },
    /** Of whom nothing but what is asked here is paid. */
    async aNewcomer() {
      const person = await site.product.newcomer()
      return {
        client: site.openai((await site.makeKey({}, person)).key),
        async gone() {
          await site.product.server.container.system.tabs.flush()
          return (await site.spent(person)).gone
        },
      }
    },
    serveOnTwo: (name: string, script: Parameters<Upstream['follow']>[0]) =>
      serveOnTwo(site, name, script),
  }
}

async function serveOnTwo(
  site: InferenceProduct,
  name: string,
  script: Parameters<Upstream['follow']>[0],
) {
  await using opened = new AsyncDisposableStack()
  const model: ModelId = await site.addModel(name, 'none')
  const one = async () => {
    const upstream = opened.use(await startUpstream(script))
    const machine = await site.addMachine({ silenceMsMax: 3_000 })
    expect(await site.serve(machine, model, site.by(upstream))).toMatchObject({ state: 'serving' })
    return { upstream, machine }
  }
  const [first, second] = [await one(), await one()]
  const open = opened.move()
  return {
    model,
    upstreams: [first.upstream, second.upstream] as const,
    machines: [first.machine, second.machine] as const,
    async killTheBusyOne() {
      const busy = first.upstream.counts.open > 0 ? first : second
      await busy.machine.kill()
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
