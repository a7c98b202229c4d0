import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aLoadedChat, anAnswer, aPrompt, someCost } from '../../../testing/chat-samples.ts'
import { refuse, unreachable } from '../../../testing/fake-api.ts'
import { calls, renderChat, runningChat } from '../../../testing/render-chat.tsx'

describe('an answer', () => {
  it('shows its statistics, the price to the micro-dollar, and its machine', async () => {
    await renderChat({ waitsFor: 'cloth' })
    const figures = screen.getByRole('list', { name: 'Answer statistics' })
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

  it('is followed after a reload and ends with its statistics', async () => {
    const { stream, user } = await renderChat({ loaded: runningChat })
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

  it('shows what the model thinks while it thinks, folded once it writes', async () => {
    const { stream, user } = await renderChat({ loaded: runningChat })
    await waitFor(() => expect(stream.readers()).toBe(1))
    act(() => stream.send('reasoning', { text: 'The user asks about looms.' }))
    expect(await screen.findByText('The user asks about looms.')).toBeTruthy()
    expect(screen.getByText('Thinking')).toBeTruthy()
    act(() => stream.send('text', { text: 'It weaves.' }))
    expect(await screen.findByText('It weaves.')).toBeTruthy()
    expect(screen.queryByText('The user asks about looms.')).toBeNull()
    const cost = someCost({ reasoning_ms: 12_300, reasoning_tokens: 40 })
    act(() => stream.send('end', { state: 'done', problem: null, cost }))
    await user.click(await screen.findByRole('button', { name: 'Thought for 12 s' }))
    expect(screen.getByText('The user asks about looms.')).toBeTruthy()
    expect(screen.getByText('64 out (40 reasoning)')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Copy answer' }))
    expect(await navigator.clipboard.readText()).toBe('It weaves.')
  })

  it('is stopped by Escape and shown as stopped', async () => {
    const { stream, user, api } = await renderChat({ loaded: runningChat })
    await waitFor(() => expect(stream.readers()).toBe(1))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(api.callsTo(calls.stop)).toHaveLength(1))
    act(() => stream.send('end', { state: 'stopped', problem: null, cost: someCost() }))
    expect(await screen.findByText('You were charged only for the tokens processed.')).toBeTruthy()
  })

  it('is stopped by its button, not by Escape in a drawer, and focuses the prompt field', async () => {
    const { user, api, field } = await renderChat({ loaded: runningChat })
    await user.click(screen.getByRole('button', { name: 'Parameters' }))
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsTo(calls.stop)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(api.callsTo(calls.stop)).toHaveLength(1))
    expect(document.activeElement).toBe(field())
  })

  it('offers to reload the chat when it cannot be followed', async () => {
    const answers = { [calls.follow]: refuse('not_found') }
    const { user, api } = await renderChat({ loaded: runningChat, answers })
    await user.click(await screen.findByRole('button', { name: 'Reload chat' }))
    await waitFor(() => expect(api.callsTo(calls.load).length).toBeGreaterThan(1))
  })

  it.each([
    [
      { state: 'broken', problem: 'The machine was lost.' },
      /The machine was lost. The partial answer/,
    ],
    [{ state: 'length' }, /reached the maximum tokens set in Parameters/],
  ])('shows why it is incomplete: %j', async (parts, words) => {
    await renderChat({ loaded: aLoadedChat({ messages: [aPrompt(), anAnswer(parts)] }) })
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('without any text is shown as "No answer" and cannot be copied', async () => {
    const none = anAnswer({ state: 'broken', text: '', problem: 'The prompt is too long.' })
    await renderChat({ loaded: aLoadedChat({ messages: [aPrompt(), none] }) })
    expect(await screen.findByText('No answer')).toBeTruthy()
    expect(screen.getByText('The prompt is too long.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Copy answer' })).toBeNull()
  })
})

describe('a stream that breaks off', () => {
  it('shows the lost connection, reconnects and continues the answer', async () => {
    const { stream } = await renderChat({ loaded: runningChat })
    await waitFor(() => expect(stream.readers()).toBe(1))
    act(() => stream.send('text', { text: 'The first half' }))
    expect(await screen.findByText('The first half')).toBeTruthy()
    act(() => stream.breakOff())
    expect(await screen.findByText('Connection lost, reconnecting')).toBeTruthy()
    expect(screen.getByText('The first half')).toBeTruthy()
    await waitFor(() => expect(stream.readers()).toBe(1))
    act(() => stream.send('text', { text: ' and the second' }))
    expect(await screen.findByText('The first half and the second')).toBeTruthy()
    act(() => stream.send('end', { state: 'done', problem: null, cost: someCost() }))
    expect(await screen.findByText('The answer is complete, 64 tokens.')).toBeTruthy()
  })

  it('can still be stopped while reconnecting', async () => {
    const { stream, user, api } = await renderChat({ loaded: runningChat })
    await waitFor(() => expect(stream.readers()).toBe(1))
    api.answer(calls.follow, unreachable())
    act(() => stream.breakOff())
    expect(await screen.findByText('Connection lost, reconnecting')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(api.callsTo(calls.stop)).toHaveLength(1))
  })
})

describe('a prompt that is edited while an answer streams', () => {
  it('can be sent once the answer has ended', async () => {
    const { stream, user } = await renderChat({ loaded: runningChat })
    await waitFor(() => expect(stream.readers()).toBe(1))
    await user.click(screen.getByRole('button', { name: 'Edit prompt' }))
    const ask = await screen.findByRole('button', { name: 'Save and send' })
    expect(ask).toHaveProperty('disabled', true)
    act(() => stream.send('end', { state: 'done', problem: null, cost: someCost() }))
    await waitFor(() => expect(ask).toHaveProperty('disabled', false))
  })
})
