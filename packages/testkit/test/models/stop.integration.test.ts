import { startInferenceProduct } from '@gridloom/testkit/models/inference-product'
import { startUpstream, type Upstream } from '@gridloom/testkit/models/upstream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askInChat, askStreamed } from './using-answers.ts'

/** From the stop request to the last token that the engine generates. */
const stopMsMax = 50
/** The median of so many tries counts: other load delays some tries, but a slow stop is slow in each. */
const tries = 7
const tokenMs = 2

describe('a cancelled answer', { timeout: 60_000 }, () => {
  let site: Awaited<ReturnType<typeof setup>>
  beforeAll(async () => {
    site = await setup()
  }, 120_000)
  afterAll(() => site[Symbol.asyncDispose]())

  it('stops in its engine within 50 ms after the client disconnects', async () => {
    const { model } = site
    const { openai } = await site.addAsker()
    const tookMs = await site.tryOften(async (progress) => {
      const reader = new AbortController()
      const onText = (text: string) => void progress(text, () => reader.abort())
      const asking = { model, prompt: 'Go on and on.', signal: reader.signal, onText }
      expect((await askStreamed(openai, asking)).finish).toBeNull()
    })
    expect(middleOf(tookMs)).toBeLessThanOrEqual(stopMsMax)
  })

  it('stops in its engine within 50 ms after Stop in a chat', async () => {
    const { model } = site
    const { client } = (await site.addAsker()).person
    const tookMs = await site.tryOften(async (progress) => {
      const { state } = await askInChat(client, {
        ...{ model, prompt: 'Go on and on.' },
        onText: (text, id) => progress(text, () => client.chat.stop({ params: { id } })),
      })
      expect(state).toBe('stopped')
    })
    expect(middleOf(tookMs)).toBeLessThanOrEqual(stopMsMax)
  })
})

function middleOf(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]
}

async function setup() {
  await using opened = new AsyncDisposableStack()
  const inference = opened.use(await startInferenceProduct())
  const upstream = opened.use(await startUpstream({ tokens: 100_000, tokenMs }))
  const model = await inference.serveBy(upstream, 'gridloom-tests/endless')
  const open = opened.move()
  return {
    ...{ ...inference, model },
    /** How long each try took to stop the engine, in milliseconds. */
    async tryOften(ask: Try): Promise<number[]> {
      const tookMs: number[] = []
      while (tookMs.length < tries) tookMs.push(await tryOnce(upstream, ask))
      return tookMs
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** Requests an answer, and calls `progress` with the text so far and a function that stops it, which is called once. */
type Try = (progress: (text: string, stop: () => unknown) => unknown) => Promise<void>

async function tryOnce(upstream: Upstream, ask: Try): Promise<number> {
  let ended: Promise<{ tookMs: number; tokens: number }> | undefined
  await ask((text, stop) => {
    if (ended !== undefined || !text.includes(' w20 ')) return undefined
    const startedMs = performance.now()
    ended = upstream.idle().then(() => {
      return { tookMs: performance.now() - startedMs, tokens: upstream.counts.tokens }
    })
    return stop()
  })
  if (ended === undefined) throw new Error('it was over before it could be stopped')
  const { tookMs, tokens } = await ended
  // Nothing is generated after the stop.
  expect(upstream.counts).toMatchObject({ open: 0, tokens })
  return tookMs
}
