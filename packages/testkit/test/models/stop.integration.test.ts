import { startInferenceProduct } from '@gridloom/testkit/models/inference-product'
import { startUpstream, type Upstream } from '@gridloom/testkit/models/upstream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askInChat, askStreamed } from './using-answers.ts'

/** From the moment at which somebody stops an answer to the last token that its engine makes. */
const stopMsMax = 50
/** Of so many tries the one in the middle counts: what else a machine does delays some, a stop that is slow is slow each time. */
const tries = 7
const tokenMs = 2

describe('an answer that nobody wants any more', { timeout: 60_000 }, () => {
  let site: Awaited<ReturnType<typeof setup>>
  beforeAll(async () => {
    site = await setup()
  }, 120_000)
  afterAll(() => site[Symbol.asyncDispose]())

  it('ends in its engine within 50 ms of its reader’s leaving', async () => {
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

  it('ends in its engine within 50 ms of Stop in a chat', async () => {
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
    /** What each try took to stop the engine, in milliseconds. */
    async tryOften(ask: Try): Promise<number[]> {
      const tookMs: number[] = []
      while (tookMs.length < tries) tookMs.push(await tryOnce(upstream, ask))
      return tookMs
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** Asks, and hears what has come, with what stops it: that is done once, in its midst. */
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
  // Whoever has gone is written nothing more.
  expect(upstream.counts).toMatchObject({ open: 0, tokens })
  return tookMs
}
