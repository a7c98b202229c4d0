import { ChatParameters } from '@gridloom/contract/chat/chat'
import { expect, it } from 'vitest'
import { answerInputOf } from './prompt-of.ts'

it('puts the system text first and then the branch in its order', () => {
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

it('says nothing as system where nothing is to be said', () => {
  expect(setup({ system: ' \n' }).input).toMatchObject({ messages: [{ role: 'user' }, {}, {}] })
})

it('leaves out answers of which nothing came', () => {
  const branch = [
    { role: 'user', text: 'Hello' },
    { role: 'assistant', text: '' },
    { role: 'user', text: 'Hello?' },
  ] as const
  const { input } = answerInputOf(ChatParameters.parse({}), branch)
  expect(input).toMatchObject({ messages: [{ content: 'Hello' }, { content: 'Hello?' }] })
})

it('asks with the parameters of the chat, and leaves to the engine what nobody chose', () => {
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
