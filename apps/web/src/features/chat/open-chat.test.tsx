import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aLoadedChat, anAnswer, aPrompt } from '../../testing/chat-samples.ts'
import { bare, refuse } from '../../testing/fake-api.ts'
import { aModel, anUnservedModel } from '../../testing/model-samples.ts'
import { calls, modelPath, renderChat } from '../../testing/render-chat.tsx'

it('links to the list of models when the model does not exist', async () => {
  await renderChat({
    path: '/model-hub/acme%2FNone',
    answers: { [calls.model('acme/None')]: refuse('model_unknown') },
    waitsFor: 'Model acme/None not found',
  })
  const link = screen.getByRole('link', { name: 'See all models' })
  expect(link.getAttribute('href')).toBe('/model-hub')
})

it('links to the balance when the credit is used up', async () => {
  const { user, field } = await renderChat({
    path: modelPath,
    answers: { [calls.ask]: refuse('insufficient_funds') },
  })
  await user.type(field(), 'Hello{Enter}')
  const link = await screen.findByRole('link', { name: 'View balance' })
  expect(link.getAttribute('href')).toBe('/account?section=billing')
})

it('names the model of an answer only if it is not the chat’s model', async () => {
  const other = anAnswer({ model_id: anUnservedModel().id })
  await renderChat({ loaded: aLoadedChat({ messages: [aPrompt(), other] }), waitsFor: 'cloth' })
  const figures = () => screen.getByRole('list', { name: 'Answer statistics' })
  expect(figures().textContent).toContain('by Big-70B')
  expect(figures().textContent).not.toContain(aModel().name)
})

it('shows the details of the model', async () => {
  const { user } = await renderChat({ waitsFor: 'cloth' })
  await user.click(screen.getByRole('button', { name: 'Details' }))
  const dialog = within(await screen.findByRole('dialog', { name: aModel().name }))
  expect(dialog.getByText('A small model that answers in English.')).toBeTruthy()
})

it('compares with another model that is served, if there is one', async () => {
  const other = aModel({ id: 'acme/Other-1B', name: 'Other-1B' })
  const { user } = await renderChat({
    path: modelPath,
    answers: { 'GET /models/text/models': bare({ models: [aModel(), anUnservedModel(), other] }) },
  })
  await user.click(screen.getByRole('button', { name: 'Compare with another model' }))
  expect(await screen.findByRole('region', { name: 'Chat with Other-1B, compared' })).toBeTruthy()
})
