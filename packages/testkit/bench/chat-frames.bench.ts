import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@gridloom/client/calls'
import { tokenCookie } from '@gridloom/contract/core/constants'
import type { ChatId } from '@gridloom/contract/core/ids'
import { ModelId } from '@gridloom/contract/models/model-id'
import { chromium, type Page } from '@playwright/test'
import { markdownTokens } from '../src/models/markdown-token.ts'
import { promptOf, type Script } from '../src/models/script.ts'
import { type Bench, type Figure, percentile } from './bench.ts'
import { openGatewaySite } from './gateway-site.ts'
import { type Watched, watchFrames } from './watch-frames.ts'

/** Together with their answers, 200 messages. */
const prompts = 100
const tokensPerS = 200
const watchedMs = 8_000
/** Longer than the measurement: the answer is stopped. */
const answerTokens = 60 * tokensPerS
/** Slightly less than 60: without a screen a browser draws by a timer, which is not exactly 60 Hz. */
const framesPerSAtLeast = 58
/** Long enough for everything to finish after a chat was opened or scrolled. */
const restMs = 3_000
const scrolledPx = 600
const box = 'section[aria-label^="Chat with"]'
const growing = 'article[aria-busy="true"]'

export const chatFrames: Bench = {
  name: 'chat-frames',
  about: `a chat of ${2 * prompts} messages in Chromium while an answer in Markdown comes at ${tokensPerS} tokens/s, with its reader at the end, and scrolled up`,
  async run(say) {
    await using site = await openGatewaySite({ models: 1 })
    const { url } = site.processes
    const model = ModelId.parse(site.gridloom.model)
    const client = site.processes.client(site.renter)
    const id = await haveLongChat(client, model)
    say(`${2 * prompts} messages are there`)
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking'],
    })
    try {
      const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } })
      await context.addCookies([{ name: tokenCookie, value: site.renter, url }])
      const page = await context.newPage()
      await page.goto(`${url}/model-hub/${encodeURIComponent(model)}?chat=${id}`)
      const answers = page.getByRole('article', { name: 'Answer' })
      await answers.nth(prompts - 1).waitFor({ state: 'attached' })
      await delay(restMs)
      const following = await watchAnswer(page, async () => undefined)
      say('the reader was at the end')
      const away = await watchAnswer(page, scrollUp)
      say('the reader was scrolled up')
      return {
        figures: [
          ...figuresOf('at the end', following),
          {
            what: 'at the end: the end out of sight, at most',
            value: Math.max(...following.fromEndPx),
            unit: 'px',
          },
          ...figuresOf('scrolled up', away),
          {
            what: 'scrolled up: what is read moved',
            value: Math.max(...away.placesPx) - Math.min(...away.placesPx),
            unit: 'px',
            atMost: 0,
          },
          { what: 'tokens that came', value: await speedOf(client, id), unit: '/s' },
        ],
        notes: [
          'Server, database, agent, upstream and browser share the cores of this machine; the browser draws without a graphics card. The main thread’s time is its own, of one core',
        ],
      }
    } finally {
      await browser.close()
    }
  },
}

/** Creates the chat through the API, and waits for each answer: all are in Markdown. */
async function haveLongChat(client: Client, model: ModelId): Promise<ChatId> {
  const ask = (chat?: ChatId) =>
    client.chat.ask({
      query: { new_chat: chat === undefined ? 'true' : 'false' },
      body: {
        model_id: model,
        prompt: markdownPrompt({ tokens: markdownTokens }),
        chat_id: chat ?? null,
      },
    })
  let asked = await ask()
  for (let count = 1; ; count += 1) {
    const generation = asked.inference.at(-1)?.generation_id
    if (!generation) throw new Error('nothing answers')
    for await (const { event, data } of client.chat.follow({ params: { id: generation } }))
      if (event === 'end' && data.state !== 'done') throw new Error(JSON.stringify(data))
    if (count === prompts) return asked.chat_id
    asked = await ask(asked.chat_id)
  }
}

/** Sends a prompt on the page, acts as the reader does, measures, and stops the answer. */
async function watchAnswer(page: Page, read: (page: Page) => Promise<void>): Promise<Watched> {
  const field = page.getByRole('textbox', { name: 'Your prompt' })
  await field.fill(markdownPrompt({ tokens: answerTokens, tokenMs: 1_000 / tokensPerS }))
  await field.press('Enter')
  await page.locator(growing).getByRole('table').first().waitFor()
  await read(page)
  const watched = await watchFrames(page, { box, rows: 'article', spanMs: watchedMs })
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.locator(growing).waitFor({ state: 'detached' })
  return watched
}

/** With the wheel, as a user does. */
async function scrollUp(page: Page): Promise<void> {
  await page.locator(box).hover()
  await page.mouse.wheel(0, -scrolledPx)
  await page.getByRole('button', { name: 'Jump to latest' }).waitFor()
  await delay(restMs)
}

function markdownPrompt(script: Partial<Script>): string {
  return promptOf({ text: 'markdown', ...script })
}

/** The speed of the newest answer of a chat, as the API reports it to its reader. */
async function speedOf(client: Client, id: ChatId): Promise<number> {
  const { inference } = await client.chat.load({ query: { chat_id: id } })
  return inference.at(-1)?.cost?.tokens_per_s ?? 0
}

function figuresOf(where: string, { frameMs, longTasksMs, busy }: Watched): Figure[] {
  const spanMs = sumOf(frameMs)
  return [
    {
      what: `${where}: frames`,
      value: (1_000 * frameMs.length) / spanMs,
      unit: '/s',
      atLeast: framesPerSAtLeast,
    },
    { what: `${where}: from frame to frame, p50`, value: percentile(frameMs, 0.5), unit: 'ms' },
    { what: `${where}: from frame to frame, p95`, value: percentile(frameMs, 0.95), unit: 'ms' },
    { what: `${where}: from frame to frame, longest`, value: Math.max(...frameMs), unit: 'ms' },
    { what: `${where}: in tasks over 50 ms`, value: sumOf(longTasksMs), unit: 'ms' },
    { what: `${where}: main thread`, value: busy.all, unit: '%' },
    { what: `${where}: main thread, script`, value: busy.script, unit: '%' },
    { what: `${where}: main thread, style and layout`, value: busy.styleAndLayout, unit: '%' },
  ]
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
