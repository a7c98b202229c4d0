import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aLoadedChat, anAnswer, aPrompt } from '../../testing/chat-samples.ts'
import { bare, inTurn, refuse } from '../../testing/fake-api.ts'
import { anUnservedModel, smolId } from '../../testing/model-samples.ts'
import {
  calls,
  chatId,
  costWords,
  modelPath,
  renderChat,
  runningChat,
} from '../../testing/render-chat.tsx'
import { sampleId } from '../../testing/samples.ts'

describe('a new chat', () => {
  it('shows the price, sends the prompt to the model and streams the answer', async () => {
    const { user, field, api, router, stream } = await renderChat({
      path: modelPath,
      loaded: runningChat,
    })
    expect(screen.getByText('Ask SmolLM2-135M-Instruct')).toBeTruthy()
    expect(costWords()).toEqual(['$0.02/M in', '$0.06/M out'])
    await user.type(field(), 'What is a loom?{Enter}')
    await waitFor(() => expect(router.state.location.search).toEqual({ chat: chatId }))
    const [call] = api.callsTo(calls.ask)
    expect(call?.query).toEqual({ new_chat: 'true' })
    expect(call?.body).toMatchObject({ model_id: smolId, prompt: 'What is a loom?' })
    await waitFor(() => expect(stream.readers()).toBe(1))
    act(() => stream.send('text', { text: 'A loom' }))
    expect(await screen.findByText('A loom')).toBeTruthy()
  })

  it('keeps the typed prompt and shows the reason when it is refused', async () => {
    const { user, field } = await renderChat({
      path: modelPath,
      answers: {
        [calls.ask]: refuse('endpoints_busy', {
          error: 'Every machine is full. Try again in 4 s.',
        }),
      },
    })
    await user.type(field(), 'Hello{Shift>}{Enter}{/Shift}you{Enter}')
    expect(await screen.findByText(/Try again in 4 s\./)).toBeTruthy()
    expect(field()).toHaveProperty('value', 'Hello\nyou')
  })

  it('starts with the focus in the prompt field', async () => {
    const { user, field, router } = await renderChat({ waitsFor: 'cloth' })
    await user.click(screen.getByRole('button', { name: 'New chat' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(document.activeElement).toBe(field())
  })

  it('does not send a blank prompt', async () => {
    const { user, field, api } = await renderChat({ path: modelPath })
    await user.type(field(), '  {Enter}')
    expect(api.callsTo(calls.ask)).toEqual([])
  })
})

describe('an empty chat', () => {
  it('sends a suggestion as if it had been typed', async () => {
    const { user, api, field } = await renderChat({ path: modelPath })
    const ways = within(screen.getByRole('list', { name: 'Suggestions' })).getAllByRole('button')
    const [first] = ways
    if (first === undefined) throw new Error('nothing is suggested')
    await user.click(first)
    expect(document.activeElement).toBe(field())
    await waitFor(() => expect(api.callsTo(calls.ask)).toHaveLength(1))
    expect(api.callsTo(calls.ask)[0]?.body).toMatchObject({ prompt: first.textContent })
  })

  it('with a model that is not served suggests nothing and sends nothing', async () => {
    const big = anUnservedModel()
    const { user, api, field } = await renderChat({
      path: `/model-hub/${encodeURIComponent(big.id)}`,
      answers: { [calls.model(big.id)]: bare(big) },
    })
    expect(screen.queryByRole('list', { name: 'Suggestions' })).toBeNull()
    await user.type(field(), 'Is anybody there?{Enter}')
    expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(true)
    expect(api.callsTo(calls.ask)).toEqual([])
    expect(field()).toHaveProperty('value', 'Is anybody there?')
  })
})

describe('the thread', () => {
  it.each([
    ['whoever reads what came before is led back to the end', {}, 1],
    ['what stands in an empty one has no end to jump to', { path: modelPath }, 0],
  ])('%s', async (_what, setup, buttons) => {
    await renderChat(setup)
    const box = await screen.findByRole('region', { name: 'Chat with SmolLM2-135M-Instruct' })
    Object.defineProperty(box, 'scrollHeight', { value: 2_000 })
    for (const scrollTop of [900, 300]) fireEvent.scroll(box, { target: { scrollTop } })
    expect(screen.queryAllByRole('button', { name: 'Jump to latest' })).toHaveLength(buttons)
  })
})

describe('branches', () => {
  it('start where a prompt is edited, as a sibling of the old one', async () => {
    const { user, api, field } = await renderChat({
      waitsFor: 'cloth',
    })
    await user.click(field())
    await user.keyboard('{ArrowUp}')
    const editor = await screen.findByRole('textbox', { name: 'Edit prompt' })
    await user.clear(editor)
    await user.type(editor, 'What is a shuttle?{Enter}')
    await waitFor(() => expect(api.callsTo(calls.ask)).toHaveLength(1))
    expect(api.callsTo(calls.ask)[0]?.body).toMatchObject({
      chat_id: chatId,
      prompt: 'What is a shuttle?',
      parent_id: null,
    })
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit prompt' })).toBeNull())
  })

  it('are unchanged when editing is cancelled', async () => {
    const { user, api } = await renderChat({ waitsFor: 'cloth' })
    await user.click(screen.getByRole('button', { name: 'Edit prompt' }))
    await user.keyboard('more{Escape}')
    expect(screen.queryByRole('textbox', { name: 'Edit prompt' })).toBeNull()
    expect(api.callsTo(calls.ask)).toEqual([])
  })

  it('start when an answer is regenerated', async () => {
    const again = `POST /models/chats/${chatId}/again`
    const { user, api } = await renderChat({
      answers: { [again]: bare({ chat_id: chatId, inference: [] }) },
      waitsFor: 'cloth',
    })
    await user.click(screen.getByRole('button', { name: 'Regenerate' }))
    await waitFor(() => expect(api.callsTo(again)).toHaveLength(1))
    expect(api.callsTo(again)[0]?.body).toEqual({ message_id: aPrompt().id, model_id: smolId })
    await waitFor(() => expect(api.callsTo(calls.load)).toHaveLength(2))
  })

  it('can be switched, with the position of the shown one', async () => {
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
    await user.click(screen.getByRole('button', { name: 'Previous answer' }))
    expect(await screen.findByText('cloth')).toBeTruthy()
    expect(screen.getByText(/1 \/ 2/)).toBeTruthy()
    expect(api.callsTo(change)[0]?.body).toEqual({ shown_id: anAnswer().id })
  })
})

describe('the screen', () => {
  it('reports that the chat could not be loaded and offers a retry', async () => {
    const { user } = await renderChat({
      answers: { [calls.load]: inTurn(refuse('not_found'), bare(aLoadedChat())) },
      waitsFor: 'This chat could not be loaded',
    })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('cloth')).toBeTruthy()
  })

  it('reports that the model could not be loaded', async () => {
    await renderChat({
      path: '/model-hub/acme%2FNone',
      waitsFor: 'The model could not be loaded',
    })
  })

  it('reports that no machine serves the model', async () => {
    const big = anUnservedModel()
    await renderChat({
      path: `/model-hub/${encodeURIComponent(big.id)}`,
      answers: { [calls.model(big.id)]: bare(big) },
    })
    expect(screen.getByText('Unavailable')).toBeTruthy()
  })
})
