import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aLoadedChat, aPrompt, aRunningAnswer } from '../../testing/chat-samples.ts'
import { bare, ok, refuse } from '../../testing/fake-api.ts'
import { fakeStream } from '../../testing/fake-stream.ts'
import { aModel, smolId } from '../../testing/model-samples.ts'
import {
  calls,
  chatId,
  costWords,
  modelPath,
  renderChat,
  runningChat,
} from '../../testing/render-chat.tsx'
import { sampleId } from '../../testing/samples.ts'
import type { SeenCall } from '../../testing/seen-call.ts'

const besideId = sampleId('cht', 2)
const other = aModel({ id: 'acme/Big-70B', name: 'Big-70B' })
const models = { 'GET /models/text/models': bare({ models: [aModel(), other] }) }

describe('switching to another model', () => {
  it('keeps the chat and sends later prompts to the new model', async () => {
    const { user, field, api, router } = await renderChat({
      answers: { ...models, [calls.model(other.id)]: bare(other) },
      waitsFor: 'cloth',
    })
    await choose(user, 'Model', other.id)
    await waitFor(() => expect(router.state.location.pathname).toContain('Big-70B'))
    expect(router.state.location.search).toEqual({ chat: chatId })
    expect(await screen.findByText('cloth')).toBeTruthy()
    await user.type(field(), 'And now you{Enter}')
    await waitFor(() => expect(api.callsTo(calls.ask)).toHaveLength(1))
    expect(api.callsTo(calls.ask)[0]?.body).toMatchObject({ model_id: other.id, chat_id: chatId })
  })
})

describe('comparing two models', () => {
  it('sends both the same prompt and streams each answer into its own thread', async () => {
    const { user, field, api, ours, theirs } = await compareTwo()
    await user.type(field(), 'Both of you{Enter}')
    await waitFor(() => expect(theirs.readers() + ours.readers()).toBe(2))
    expect(api.callsTo(calls.ask).map(({ body }) => body)).toMatchObject([
      { model_id: smolId, prompt: 'Both of you' },
      { model_id: other.id, prompt: 'Both of you' },
    ])
    for (const { query } of api.callsTo(calls.ask)) expect(query).toEqual({ new_chat: 'true' })
    act(() => theirs.send('text', { text: 'from the other' }))
    act(() => ours.send('text', { text: 'from this one' }))
    const beside = screen.getByRole('region', { name: 'Compared with' })
    expect(await within(beside).findByText('from the other')).toBeTruthy()
    expect(within(beside).queryByText('from this one')).toBeNull()
    expect(await screen.findByText('from this one')).toBeTruthy()
  })

  it('gives the second model the history of the chat', async () => {
    const { user, field, api } = await renderChat({ answers: models, waitsFor: 'cloth' })
    await user.click(screen.getByRole('button', { name: 'Compare with another model' }))
    const beside = await screen.findByRole('region', { name: 'Compared with' })
    expect(await within(beside).findByText('What is a loom?')).toBeTruthy()
    expect(within(beside).queryByRole('button', { name: 'Regenerate' })).toBeNull()
    await user.type(field(), 'And both of you{Enter}')
    await waitFor(() => expect(api.callsTo(calls.ask)).toHaveLength(2))
    const bodies = api.callsTo(calls.ask).map(({ body }) => body)
    expect(bodies).toMatchObject([
      { model_id: smolId, chat_id: chatId },
      { model_id: other.id, history_to: sampleId('msg', 2) },
    ])
    expect(bodies[0]).not.toHaveProperty('history_to')
  })

  it('shows both prices at the composer', async () => {
    const price = { input_micro_usd: 1_000_000, cached_micro_usd: 0, output_micro_usd: 2_000_000 }
    const dear = aModel({ ...other, price })
    await compareTwo({ 'GET /models/text/models': bare({ models: [aModel(), dear] }) })
    await waitFor(() =>
      expect(costWords()).toEqual([
        'SmolLM2-135M-Instruct $0.02/M in, $0.06/M out',
        'Big-70B $1.00/M in, $2.00/M out',
      ]),
    )
  })

  it('stops both answers with one press', async () => {
    const { user, field, api, ours, theirs } = await compareTwo()
    await user.type(field(), 'Both of you{Enter}')
    await waitFor(() => expect(theirs.readers() + ours.readers()).toBe(2))
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(api.callsTo(calls.stop)).toHaveLength(1))
    expect(api.callsTo(`POST /models/generations/${sampleId('gen', 2)}/stop`)).toHaveLength(1)
  })

  it('returns to one thread when it is stopped', async () => {
    const { user } = await compareTwo()
    await user.click(screen.getByRole('button', { name: 'Stop comparing' }))
    expect(screen.queryByRole('region', { name: 'Compared with' })).toBeNull()
  })

  it('shows the refusal of one model in its thread while the other answers', async () => {
    const { user, field, ours } = await compareTwo({
      [calls.ask]: ({ body }: SeenCall) =>
        JSON.stringify(body).includes(other.id)
          ? refuse('endpoints_busy', { error: 'Every machine is full.' })(aCall)
          : Response.json({ chat_id: chatId, inference: [] }),
    })
    await user.type(field(), 'Both of you{Enter}')
    const beside = screen.getByRole('region', { name: 'Compared with' })
    expect(await within(beside).findByText(/Every machine is full/)).toBeTruthy()
    await waitFor(() => expect(ours.readers()).toBe(1))
  })
})

/** A call for answers that do not read it. */
const aCall: SeenCall = {
  to: calls.ask,
  query: {},
  body: undefined,
  token: undefined,
  key: undefined,
  signal: undefined,
}

/** A new chat in comparison with another model, each with an answer stream of its own. */
async function compareTwo(answers: object = {}) {
  const theirs = fakeStream()
  const beside = aLoadedChat({
    chat: { id: besideId, model_id: other.id },
    messages: [aPrompt(), aRunningAnswer({ generation_id: sampleId('gen', 2) })],
  })
  const app = await renderChat({
    path: modelPath,
    answers: {
      ...models,
      [calls.ask]: ({ body }: SeenCall) =>
        Response.json({
          chat_id: JSON.stringify(body).includes(other.id) ? besideId : chatId,
          inference: [],
        }),
      [calls.load]: ({ query }: SeenCall) =>
        Response.json(query.chat_id === besideId ? beside : runningChat),
      [`GET /models/generations/${sampleId('gen', 2)}/stream`]: theirs.answer,
      [`POST /models/generations/${sampleId('gen', 2)}/stop`]: ok({}),
      ...answers,
    },
  })
  await app.user.click(screen.getByRole('button', { name: 'Compare with another model' }))
  await screen.findByRole('region', { name: 'Compared with' })
  return { ...app, ours: app.stream, theirs }
}

async function choose(
  user: Awaited<ReturnType<typeof renderChat>>['user'],
  label: string,
  option: string,
) {
  await user.click(screen.getByRole('combobox', { name: label }))
  await user.click(
    await screen.findByRole('option', { name: new RegExp(`^${option}`), hidden: true }),
  )
}
