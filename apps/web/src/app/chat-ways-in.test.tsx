import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aLoadedChat, anAnswer, aPrompt } from '../lib/testing/chat-samples.ts'
import { bare, refuse } from '../lib/testing/fake-api.ts'
import { aModel, anUnservedModel } from '../lib/testing/model-samples.ts'
import { sampleId } from '../lib/testing/samples.ts'
import { askCall, modelPath, renderChat } from './testing/render-chat.tsx'

const readOf = (id: string) => `GET /models/text/models/${encodeURIComponent(id)}`

describe('an empty chat', () => {
  it('asks what it suggests, as if it had been typed', async () => {
    const { user, api } = await renderChat({
      path: modelPath,
      answers: { [askCall]: bare({ chat_id: sampleId('cht', 1), inference: [] }) },
    })
    const ways = within(screen.getByRole('list', { name: 'Suggestions' })).getAllByRole('button')
    const [first] = ways
    if (first === undefined) throw new Error('nothing is suggested')
    await user.click(first)
    await waitFor(() => expect(api.callsTo(askCall)).toHaveLength(1))
    expect(api.callsTo(askCall)[0]?.body).toMatchObject({ prompt: first.textContent })
  })

  it('of a model that nobody serves suggests nothing, and sends nothing', async () => {
    const big = anUnservedModel()
    const { user, api, field } = await renderChat({
      path: `/model-hub/${encodeURIComponent(big.id)}`,
      answers: { [readOf(big.id)]: bare(big) },
    })
    expect(screen.queryByRole('list', { name: 'Suggestions' })).toBeNull()
    await user.type(field(), 'Is anybody there?{Enter}')
    expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(true)
    expect(api.callsTo(askCall)).toEqual([])
    expect(field()).toHaveProperty('value', 'Is anybody there?')
  })
})

it('leads from a model that is not there to those that are', async () => {
  await renderChat({
    path: '/model-hub/acme%2FNone',
    answers: { [readOf('acme/None')]: refuse('model_unknown') },
    waitsFor: 'There is no model acme/None',
  })
  const link = screen.getByRole('link', { name: 'See all models' })
  expect(link.getAttribute('href')).toBe('/model-hub')
})

it('leads whoever has run out of credit to their balance', async () => {
  const { user, field } = await renderChat({
    path: modelPath,
    answers: { [askCall]: refuse('insufficient_funds') },
  })
  await user.type(field(), 'Hello{Enter}')
  const link = await screen.findByRole('link', { name: 'See your balance' })
  expect(link.getAttribute('href')).toBe('/account?section=billing')
})

it('says of an answer of another model which one made it, and of one of this model not again', async () => {
  const other = anAnswer({ model_id: anUnservedModel().id })
  await renderChat({ loaded: aLoadedChat({ messages: [aPrompt(), other] }), waitsFor: 'cloth' })
  const figures = () => screen.getByRole('list', { name: 'What this answer took' })
  expect(figures().textContent).toContain('by Big-70B')
  expect(figures().textContent).not.toContain(aModel().name)
})

it('tells what is known of the model beside the chat', async () => {
  const { user } = await renderChat({ waitsFor: 'cloth' })
  await user.click(screen.getByRole('button', { name: 'Details' }))
  const dialog = within(await screen.findByRole('dialog', { name: aModel().name }))
  expect(dialog.getByText('A small model that answers in English.')).toBeTruthy()
})

it('compares with another model that somebody serves, where there is one', async () => {
  const other = aModel({ id: 'acme/Other-1B', name: 'Other-1B' })
  const { user } = await renderChat({
    path: modelPath,
    answers: { 'GET /models/text/models': bare({ models: [aModel(), anUnservedModel(), other] }) },
  })
  await user.click(screen.getByRole('button', { name: 'Compare with another model' }))
  expect(await screen.findByRole('region', { name: 'Chat with Other-1B, compared' })).toBeTruthy()
})
