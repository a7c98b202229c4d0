import { screen, within } from '@testing-library/react'
import { aChatLabel, aLoadedChat, anAnswer, aPrompt, aRunningAnswer } from './chat-samples.ts'
import { type Answers, bare, ok } from './fake-api.ts'
import { type FakeStream, fakeStream } from './fake-stream.ts'
import { aModel, anUnservedModel, smolId } from './model-samples.ts'
import { renderApp } from './render-app.tsx'
import { sampleId } from './samples.ts'

export const chatId = sampleId('cht', 1)
export const modelPath = `/model-hub/${encodeURIComponent(smolId)}`
const chatPath = `${modelPath}?chat=${chatId}`
/** The calls of the chat screen. */
export const calls = {
  load: 'GET /models/load/chat',
  ask: 'POST /models/inference',
  follow: `GET /models/generations/${anAnswer().generation_id}/stream`,
  stop: `POST /models/generations/${anAnswer().generation_id}/stop`,
  /** The endpoint of one model. */
  model: (id: string) => `GET /models/text/models/${encodeURIComponent(id)}`,
} as const

/** The chat while its answer is being generated. */
export const runningChat = aLoadedChat({ messages: [aPrompt(), aRunningAnswer()] })

interface ChatSetup {
  /** Default: a stored chat. */
  path?: string
  loaded?: ReturnType<typeof aLoadedChat>
  answers?: Answers
  /** Default: the model's message field. */
  waitsFor?: string
}

/** Renders the chat screen over a fake network, and resolves once a prompt can be typed. */
export async function renderChat(setup: ChatSetup = {}) {
  const { path = chatPath, loaded = aLoadedChat(), answers = {}, waitsFor } = setup
  const stream: FakeStream = fakeStream()
  const model = aModel()
  const app = renderApp({
    path,
    answers: {
      'GET /models/text/models': bare({ models: [model, anUnservedModel()] }),
      [calls.model(smolId)]: bare(model),
      'GET /models/chats': bare({ chat_labels: [aChatLabel()], total: 1 }),
      [calls.load]: bare(loaded),
      [calls.ask]: bare({ chat_id: chatId, inference: [] }),
      [calls.follow]: stream.answer,
      [calls.stop]: ok({}),
      ...answers,
    },
  })
  if (waitsFor === undefined) await screen.findByRole('textbox', { name: 'Your prompt' })
  else await screen.findByText(waitsFor)
  return { ...app, stream, field: () => screen.getByRole('textbox', { name: 'Your prompt' }) }
}

/** Returns the price texts at the message field. */
export function costWords(): (string | null)[] {
  const list = screen.getByRole('list', { name: 'Price' })
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}
