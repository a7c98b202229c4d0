import type { Client } from '@gridloom/client/calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import { ModelId } from '@gridloom/contract/models/model-id'
import type { ServeOrder } from '@gridloom/contract/models/serving'
import { type ModelHub, startModelHub } from '@gridloom/testkit/models/model-files'
import { startServingMachine } from '@gridloom/testkit/models/serving-machine'
import { startUpstream, type Upstream, upstreamModel } from '@gridloom/testkit/models/upstream'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { operatorByApi, url } from './operator-api.ts'
import { register } from './people.ts'

const price = { input_micro_usd: 100_000, cached_micro_usd: 100_000, output_micro_usd: 1_000_000 }
const tiny = ModelId.parse('e2e/tinychat')
const paced = ModelId.parse('e2e/paced')

/**
 * Chats as a user does, with a real engine on this machine, and with a stand-in engine where an answer must take its
 * time.
 */
let site: Awaited<ReturnType<typeof setup>>
test.beforeAll(async () => {
  site = await setup()
})
test.afterAll(() => site[Symbol.asyncDispose]())

test('a user finds a model, chats, edits the prompt, regenerates, and shares the chat', async ({
  page,
}) => {
  await register(page, `asker-${Date.now()}@example.com`)

  await test.step('the hub shows the price and how many machines serve the model', async () => {
    await page.goto('/model-hub')
    const row = page.getByRole('row').filter({ hasText: 'tinychat' })
    await expect(row).toContainText('$1.00')
    await expect(row).toContainText('1 machine')
    await row.getByRole('link', { name: 'Chat with tinychat' }).click()
    await expect(page).toHaveURL(/\/model-hub\/e2e%2Ftinychat/)
  })
  await test.step('it answers, and the price is shown below', async () => {
    await send(page, 'What is the capital of France?')
    await expect(answers(page).last()).toContainText('Paris')
    const took = answers(page).last().getByRole('list', { name: 'Answer statistics' })
    await expect(took).toContainText('out')
    await expect(took).toContainText(/\$0\.0000\d+/)
  })
  await test.step('an edited prompt becomes a new branch, and both branches remain', async () => {
    await page.getByRole('button', { name: 'Edit prompt' }).click()
    const field = page.getByRole('textbox', { name: 'Edit prompt' })
    await field.fill('What is the capital of Italy?')
    await field.press('Enter')
    await expect(answers(page).last()).toContainText('Rome')
    await expect(page.getByRole('article', { name: 'Prompt' })).toContainText('2 / 2')
    await page.getByRole('button', { name: 'Previous prompt' }).click()
    await expect(answers(page).last()).toContainText('Paris')
  })
  await test.step('a regenerated answer is kept beside the first', async () => {
    await page.getByRole('button', { name: 'Regenerate' }).click()
    await expect(answers(page).last()).toContainText('2 / 2')
  })
  await test.step('anyone with the link can read the chat', async () => {
    await page
      .getByRole('banner')
      .or(page.getByRole('main'))
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share this chat' })
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = await dialog
      .getByText(/\/model-hub\/shared\//)
      .first()
      .textContent()
    const stranger = await page.context().browser()?.newContext()
    const theirs = await stranger?.newPage()
    if (theirs === undefined) throw new Error('there is no other browser')
    await theirs.goto(link?.trim() ?? '')
    await expect(theirs.getByText('What is the capital of France?').first()).toBeVisible()
    await stranger?.close()
  })
})

test('a user stops one answer midway, and reloads the page midway through another', async ({
  page,
}) => {
  await register(page, `stopper-${Date.now()}@example.com`)
  await page.goto(`/model-hub/${encodeURIComponent(paced)}`)

  await test.step('Stop stops the engine, and the partial answer is kept', async () => {
    await send(page, 'Go on and on.')
    await expect(answers(page).last()).toContainText('w20 ')
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(answers(page).last().getByText('Stopped', { exact: true })).toBeVisible()
    await site.upstream.idle()
    expect(site.upstream.counts.tokens).toBeLessThan(200)
    await expect(answers(page).last()).not.toContainText('w200 ')
  })
  await test.step('a reload loses nothing', async () => {
    site.upstream.follow({ tokens: 150 })
    await send(page, 'Once more.')
    await expect(answers(page).last()).toContainText('w20 ')
    await page.reload()
    await expect(answers(page).last()).toContainText('w1 w2 w3 ')
    await expect(answers(page).last()).toContainText('w149 w150')
    await expect(
      answers(page).last().getByRole('list', { name: 'Answer statistics' }),
    ).toContainText('150 out')
  })
})

test('a machine dies while it answers, and another one regenerates the answer', async ({
  page,
}) => {
  await using pair = await site.twoMachines('e2e/pair')
  await register(page, `patient-${Date.now()}@example.com`)
  await page.goto(`/model-hub/${encodeURIComponent('e2e/pair')}`)
  await send(page, 'Go on.')
  await expect(answers(page).last()).toContainText('w20 ')
  await pair.killTheBusyOne()
  await expect(answers(page).last().getByText('Interrupted', { exact: true })).toBeVisible()
  await expect(answers(page).last()).toContainText('w20 ')
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect(answers(page).last()).toContainText('w149 w150')
  await expect(answers(page).last()).toContainText('2 / 2')
})

async function send(page: Page, prompt: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Your prompt' })
  await field.fill(prompt)
  await field.press('Enter')
}

function answers(page: Page): Locator {
  return page.getByRole('article', { name: 'Answer' })
}

async function setup() {
  await using opened = new AsyncDisposableStack()
  const hub = opened.use(await startModelHub())
  const upstream = opened.use(await startUpstream({ tokens: 5_000, tokenMs: 40 }))
  const client = await operatorByApi()
  const [machine] = await client.machines.list()
  if (machine === undefined) throw new Error('this machine was never enrolled')
  const llama = { kind: 'llama', context_tokens: null } as const
  await serve(client, { model: tiny, machine: machine.id, engine: llama, hub })
  await serve(client, { model: paced, machine: machine.id, engine: by(upstream) })
  const open = opened.move()
  return {
    upstream,
    twoMachines: (name: string) => twoMachines(client, ModelId.parse(name)),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

function by({ baseUrl }: Upstream): ServeOrder['engine'] {
  return {
    kind: 'openai-http',
    base_url: baseUrl,
    upstream_model: upstreamModel,
    context_tokens: 8_192,
  }
}

interface Serving {
  model: ModelId
  machine: MachineId
  engine: ServeOrder['engine']
  /** The hub that has its file, for an engine that needs one. */
  hub?: ModelHub
}

/** Adds a model to the catalogue, has a machine serve it, and waits until the endpoint is serving. */
async function serve(client: Client, { model, machine, engine, hub }: Serving): Promise<void> {
  const known =
    hub === undefined
      ? { context_tokens: 8_192 }
      : { context_tokens: 1_024, sources: [hub.source()] }
  await client.models.put({ params: { model }, body: { licence: 'Apache-2.0', ...known } })
  await client.models.serve({ params: { id: machine, model }, body: { engine, price, slots: 4 } })
  await expect
    .poll(
      async () => {
        const served = await client.models.listServed({ params: { id: machine } })
        return served.find(({ model_id }) => model_id === model)?.state
      },
      { timeout: 60_000 },
    )
    .toBe('serving')
}

async function twoMachines(client: Client, model: ModelId) {
  await using opened = new AsyncDisposableStack()
  const one = async (name: string) => {
    const upstream = opened.use(await startUpstream({ tokens: 150, tokenMs: 40 }))
    const { token: enrolmentToken } = await client.machines.createEnrolmentToken()
    const machine = opened.use(await startServingMachine({ serverUrl: url, enrolmentToken, name }))
    // Else the market offers it to the next test for a while, also the one that was killed.
    opened.defer(async () => void (await client.machines.remove({ params: { id: machine.id } })))
    await serve(client, { model, machine: machine.id, engine: by(upstream) })
    return { upstream, machine }
  }
  const [first, second] = [await one('first'), await one('second')]
  const open = opened.move()
  return {
    killTheBusyOne: () => (first.upstream.counts.open > 0 ? first : second).machine.kill(),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
