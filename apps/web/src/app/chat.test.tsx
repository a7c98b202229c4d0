import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  aLoadedChat,
  anAnswer,
  aPrompt,
  aRunningAnswer,
  someCost,
} from '../lib/testing/chat-samples.ts'
import { bare, inTurn, refuse } from '../lib/testing/fake-api.ts'
import { aModel, anUnservedModel, smolId } from '../lib/testing/model-samples.ts'
import { sampleId } from '../lib/testing/samples.ts'
import {
  askCall,
  followCall,
  loadCall,
  modelPath,
  renderChat,
  stopCall,
} from './testing/render-chat.tsx'

const chatId = sampleId('cht', 1)
const running = aLoadedChat({ messages: [aPrompt(), aRunningAnswer()] })

describe('a new chat', () => {
  it('says what it is, what it costs, and asks with what was chosen', async () => {
    const { user, field, api, router, stream } = await renderChat({
      path: modelPath,
      loaded: running,
      answers: { [askCall]: bare({ chat_id: chatId, inference: [] }) },
    })
    expect(screen.getByText('Ask SmolLM2-135M-Instruct')).toBeTruthy()
    expect(screen.getByText('$0.02/M in · $0.06/M out')).toBeTruthy()
    await user.type(field(), 'What is a loom?{Enter}')
    await waitFor(() => expect(router.state.location.search).toEqual({ chat: chatId }))
    const [call] = api.callsTo(askCall)
    expect(call?.query).toEqual({ new_chat: 'true' })
    expect(call?.body).toMatchObject({ model_id: smolId, prompt: 'What is a loom?' })
    await waitFor(() => expect(stream.readers()).toBe(1))
    act(() => stream.send('text', { text: 'A loom' }))
    expect(await screen.findByText('A loom')).toBeTruthy()
  })

  it('keeps what was typed when it is refused, and says why', async () => {
    const { user, field } = await renderChat({
      path: modelPath,
      answers: {
        [askCall]: refuse('endpoints_busy', { error: 'Every machine is full. Try again in 4 s.' }),
      },
    })
    await user.type(field(), 'Hello{Shift>}{Enter}{/Shift}you{Enter}')
    expect(await screen.findByText(/Try again in 4 s\./)).toBeTruthy()
    expect(field()).toHaveProperty('value', 'Hello\nyou')
  })

  it('is begun where one writes: its field has the focus', async () => {
    const { user, field, router } = await renderChat({ waitsFor: 'cloth' })
    await user.click(screen.getByRole('button', { name: 'New chat' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(document.activeElement).toBe(field())
  })

  it('sends nothing that is empty', async () => {
    const { user, field, api } = await renderChat({ path: modelPath })
    await user.type(field(), '  {Enter}')
    expect(api.callsTo(askCall)).toEqual([])
  })
})

describe('an answer', () => {
  it('has what it took below it, to the last micro-dollar, and who made it', async () => {
    await renderChat({ waitsFor: 'cloth' })
    const figures = screen.getByRole('list', { name: 'What this answer took' })
    for (const words of [
      '31 in (12 cached)',
      '64 out',
      '84 ms',
      '42 tok/s',
      '$0.000005',
      'loom-01',
    ])
      expect(within(figures).getByText(words)).toBeTruthy()
  })

  it('that runs is followed after a reload, and ends with its figures', async () => {
    const { stream, user } = await renderChat({ loaded: running })
    await waitFor(() => expect(stream.readers()).toBe(1))
    act(() => stream.send('text', { text: 'A loom **weaves' }))
    expect(await screen.findByText('weaves')).toBeTruthy()
    expect(screen.getByText('The answer is being written.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
    act(() => stream.send('text', { text: '** cloth' }))
    act(() => stream.send('end', { state: 'done', problem: null, cost: someCost() }))
    expect(await screen.findByText('$0.000005')).toBeTruthy()
    expect(screen.getByText('The answer is complete, 64 tokens.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Copy answer' }))
    expect(await navigator.clipboard.readText()).toBe('A loom **weaves** cloth')
  })

  it('is stopped by Escape, and says so', async () => {
    const { stream, user, api } = await renderChat({ loaded: running })
    await waitFor(() => expect(stream.readers()).toBe(1))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(api.callsTo(stopCall)).toHaveLength(1))
    act(() => stream.send('end', { state: 'stopped', problem: null, cost: someCost() }))
    expect(await screen.findByText('You paid only for what had come.')).toBeTruthy()
  })

  it('is stopped by its button, not by Escape in a drawer', async () => {
    const { user, api } = await renderChat({ loaded: running })
    await user.click(screen.getByRole('button', { name: 'Parameters' }))
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsTo(stopCall)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(api.callsTo(stopCall)).toHaveLength(1))
  })

  it('says that its line is lost when it cannot be followed, and loads the chat again', async () => {
    const answers = { [followCall]: refuse('not_found') }
    const { user, api } = await renderChat({ loaded: running, answers })
    await user.click(await screen.findByRole('button', { name: 'Load the chat again' }))
    await waitFor(() => expect(api.callsTo(loadCall).length).toBeGreaterThan(1))
  })

  it.each([
    [{ state: 'broken', problem: 'The machine was lost.' }, /The machine was lost. What had come/],
    [{ state: 'length' }, /as many tokens as Parameters allow/],
  ])('that is not whole says why: %j', async (parts, words) => {
    await renderChat({ loaded: aLoadedChat({ messages: [aPrompt(), anAnswer(parts)] }) })
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

describe('branches', () => {
  it('begin when a prompt is changed, at the place where it stands', async () => {
    const { user, api, field } = await renderChat({
      answers: { [askCall]: bare({ chat_id: chatId, inference: [] }) },
      waitsFor: 'cloth',
    })
    await user.click(field())
    await user.keyboard('{ArrowUp}')
    const editor = await screen.findByRole('textbox', { name: 'Edit prompt' })
    await user.clear(editor)
    await user.type(editor, 'What is a shuttle?{Enter}')
    await waitFor(() => expect(api.callsTo(askCall)).toHaveLength(1))
    expect(api.callsTo(askCall)[0]?.body).toMatchObject({
      chat_id: chatId,
      prompt: 'What is a shuttle?',
      parent_id: null,
    })
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit prompt' })).toBeNull())
  })

  it('are left as they are when the change is given up', async () => {
    const { user, api } = await renderChat({ waitsFor: 'cloth' })
    await user.click(screen.getByRole('button', { name: 'Edit prompt' }))
    await user.keyboard('more{Escape}')
    expect(screen.queryByRole('textbox', { name: 'Edit prompt' })).toBeNull()
    expect(api.callsTo(askCall)).toEqual([])
  })

  it('come of another answer to the same prompt', async () => {
    const again = `POST /models/chats/${chatId}/again`
    const { user, api } = await renderChat({
      answers: { [again]: bare({ chat_id: chatId, inference: [] }) },
      waitsFor: 'cloth',
    })
    await user.click(screen.getByRole('button', { name: 'Regenerate' }))
    await waitFor(() => expect(api.callsTo(again)).toHaveLength(1))
    expect(api.callsTo(again)[0]?.body).toEqual({ message_id: aPrompt().id, model_id: smolId })
    await waitFor(() => expect(api.callsTo(loadCall)).toHaveLength(2))
  })

  it('are switched between, and say which one is shown', async () => {
    const second = anAnswer({ id: sampleId('msg', 3), text: 'The second answer' })
    const loaded = aLoadedChat({ messages: [aPrompt(), anAnswer(), second] })
    const change = `PATCH /models/chats/${chatId}`
    const { user, api } = await renderChat({
      loaded,
      answers: {
        [change]: () =>
          Response.json({ status: 'success', data: { ...loaded.chat, leaf_id: anAnswer().id } }),
      },
      waitsFor: 'The second answer',
    })
    expect(screen.getByText(/2 \/ 2/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show the answer before' }))
    expect(await screen.findByText('cloth')).toBeTruthy()
    expect(screen.getByText(/1 \/ 2/)).toBeTruthy()
    expect(api.callsTo(change)[0]?.body).toEqual({ shown_id: anAnswer().id })
  })
})

describe('the screen', () => {
  it('says that a chat is not there, and asks again on request', async () => {
    const { user } = await renderChat({
      answers: { [loadCall]: inTurn(refuse('not_found'), bare(aLoadedChat())) },
      waitsFor: 'This chat could not be loaded',
    })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('cloth')).toBeTruthy()
  })

  it('says that there is no such model', async () => {
    await renderChat({
      path: '/model-hub/acme%2FNone',
      waitsFor: 'The model could not be loaded',
    })
  })

  it('says that no machine serves the model', async () => {
    const big = anUnservedModel()
    await renderChat({
      path: `/model-hub/${encodeURIComponent(big.id)}`,
      answers: { [`GET /models/text/models/${encodeURIComponent(big.id)}`]: bare(big) },
    })
    expect(screen.getByText('Not served now')).toBeTruthy()
  })

  it('asks two models the same, each in a chat of its own', async () => {
    const { user, field, api } = await renderChat({
      path: modelPath,
      answers: {
        [askCall]: inTurn(
          bare({ chat_id: chatId, inference: [] }),
          bare({ chat_id: sampleId('cht', 2), inference: [] }),
        ),
      },
    })
    await user.click(screen.getByRole('button', { name: 'Compare with another model' }))
    expect(await screen.findByRole('region', { name: /, compared$/ })).toBeTruthy()
    await user.type(field(), 'Both{Enter}')
    await waitFor(() => expect(api.callsTo(askCall)).toHaveLength(2))
    for (const call of api.callsTo(askCall)) {
      expect(call.query).toEqual({ new_chat: 'true' })
      expect(call.body).toMatchObject({ model_id: aModel().id, prompt: 'Both' })
    }
  })
})
