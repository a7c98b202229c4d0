import {
  type InferenceProduct,
  startInferenceProduct,
} from '@gridloom/testkit/models/inference-product'
import type { Script } from '@gridloom/testkit/models/script'
import { startUpstream } from '@gridloom/testkit/models/upstream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askInChat, askStreamed, expectPaid, followAnswer, refusalOf } from './using-answers.ts'

describe('two machines that serve one model', { timeout: 60_000 }, () => {
  let site: Awaited<ReturnType<typeof setup>>
  beforeAll(async () => {
    site = await setup()
  }, 120_000)
  afterAll(() => site[Symbol.asyncDispose]())

  it('serve a request that one of them refuses from the other, unseen by the client', async () => {
    await using machines = await site.serveOnTwo('gridloom-tests/refusing', {})
    machines.upstreams[0].follow({ failure: 'refuses' })
    const client = await site.aClient()
    for (let at = 0; at < 10; at += 1) {
      const asking = { model: machines.model, prompt: 'Hi' }
      expect(await askStreamed(client, asking)).toMatchObject({ error: undefined, finish: 'stop' })
    }
  })

  it('of which one is killed mid-answer: its part is paid for, and the other serves the next request', async () => {
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
      onText: (received) => {
        if (received.includes(' w20 ')) killed ??= dying.kill()
      },
    })
    await killed
    expect(broken.error).toMatchObject({ message: expect.stringMatching(/\w/) })
    const came = broken.text.trim().split(' ').length
    expect(came).toBeGreaterThanOrEqual(20)
    expect(came).toBeLessThan(400)
    // A client that has part of an answer is not switched to the other machine.
    expect(machines.upstreams[1].counts.asked).toBe(0)

    const over = await askStreamed(client, { model: machines.model, prompt: 'Hi', max_tokens: 5 })
    expect(over).toMatchObject({ error: undefined, machineId: machines.machines[1].id })
    const { gone } = await site.product.until({
      read: () => site.spent(),
      satisfies: ({ gone: now }) => now >= before + came + over.costMicroUsd,
    })
    // The prompt was read, too; tokens that never arrived are not paid for.
    expect(gone - before - over.costMicroUsd).toBeGreaterThanOrEqual(came)
    expect(gone - before - over.costMicroUsd).toBeLessThanOrEqual(came + 10)
    await expectPaid(site, gone)
  })

  it('of which one is killed or hangs before the first token: the other answers', async () => {
    await using machines = await site.serveOnTwo('gridloom-tests/slow-to-begin', {})
    const [slow, quick] = machines.upstreams
    const { openai: client, paid } = await site.addAsker()
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
    expect(await paid()).toBe(silent.costMicroUsd + costMicroUsd)
  })

  it('that are both gone: requests return 503', async () => {
    await using machines = await site.serveOnTwo('gridloom-tests/gone', {})
    const client = await site.aClient()
    for (const machine of machines.machines) await machine.kill()
    const asking = { model: machines.model, prompt: 'Hi' }
    // Until the control plane notices, it tries them in vain.
    const error = await site.product.until({
      read: () => refusalOf(askStreamed(client, asking)),
      satisfies: ({ status }) => status === 503,
    })
    expect(error).toMatchObject({ status: 503, code: 'model_unavailable' })
  })
})

describe('a chat whose machine dies while it answers', { timeout: 60_000 }, () => {
  it('stores the partial answer and the reason, and regenerates it on another machine', async () => {
    await using site = await setup()
    await using machines = await site.serveOnTwo('gridloom-tests/chat', {
      tokens: 400,
      tokenMs: 10,
    })
    const { renter } = site.product
    const { chatId, text, state, kept } = await askInChat(renter, {
      ...{ model: machines.model, prompt: 'Go on.' },
      onText: async (received) => {
        if (received.includes(' w20 ')) await machines.killTheBusyOne()
      },
    })
    expect(state).toBe('broken')
    expect(text).toContain(' w20 ')
    expect(kept).toMatchObject({ state: 'broken', text, problem: expect.stringMatching(/\w/) })
    const came = text.trim().split(' ').length
    expect(kept?.cost?.output_tokens).toBe(came)
    const message_id = kept?.parent_id
    if (!message_id) throw new Error('the answer has no question')
    const again = await renter.chat.again({ params: { id: chatId }, body: { message_id } })
    expect(await followAnswer(renter, again)).toMatchObject({ state: 'done', problem: null })
  })
})

async function setup() {
  const site = await startInferenceProduct()
  return {
    ...site,
    async aClient() {
      return site.openai((await site.makeKey()).key)
    },
    serveOnTwo: (name: string, script: Partial<Script>) => serveOnTwo(site, name, script),
  }
}

async function serveOnTwo(site: InferenceProduct, name: string, script: Partial<Script>) {
  await using opened = new AsyncDisposableStack()
  const one = async () => {
    const upstream = opened.use(await startUpstream(script))
    const machine = await site.addMachine({ idleMsMax: 3_000 })
    return { upstream, machine, model: await site.serveBy(upstream, name, machine) }
  }
  const [first, second] = [await one(), await one()]
  const open = opened.move()
  return {
    model: first.model,
    upstreams: [first.upstream, second.upstream] as const,
    machines: [first.machine, second.machine] as const,
    async killTheBusyOne() {
      const busy = first.upstream.counts.open > 0 ? first : second
      await busy.machine.kill()
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
