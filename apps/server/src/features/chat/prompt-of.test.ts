import { ChatParameters } from '@gridloom/contract/chat/chat'
import { expect, it } from 'vitest'
import { answerInputOf } from './prompt-of.ts'

it('puts the system text first and then the branch in order', () => {
  const { input } = setup({ system: 'Be short.' })
  expect(input).toEqual({
    kind: 'chat',
    messages: [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Good day.' },
      { role: 'user', content: 'Who are you?' },
    ],
  })
})

it('leaves out a blank system text', () => {
  expect(setup({ system: ' \n' }).input).toMatchObject({ messages: [{ role: 'user' }, {}, {}] })
})

it('leaves out empty answers', () => {
  const branch = [
    { role: 'user', text: 'Hello' },
    { role: 'assistant', text: '' },
    { role: 'user', text: 'Hello?' },
  ] as const
  const { input } = answerInputOf(ChatParameters.parse({}), branch)
  expect(input).toMatchObject({ messages: [{ content: 'Hello' }, { content: 'Hello?' }] })
})

it('uses the parameters of the chat, and leaves unset ones to the engine', () => {
  expect(setup({ temperature: 0, top_p: 0.5, max_tokens: 7, seed: 1 })).toMatchObject({
    temperature: 0,
    top_p: 0.5,
    max_tokens: 7,
    seed: 1,
    stream: true,
  })
  expect(setup({})).toMatchObject({ temperature: null, top_p: null, max_tokens: null, seed: null })
})

function setup(parameters: Partial<ChatParameters>) {
  return answerInputOf(ChatParameters.parse(parameters), [
    { role: 'user', text: 'Hello' },
    { role: 'assistant', text: 'Good day.' },
    { role: 'user', text: 'Who are you?' },
  ])
}
