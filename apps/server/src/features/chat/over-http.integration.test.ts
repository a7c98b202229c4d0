import { api } from '@gridloom/contract/api'
import { AccountId, type GenerationId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { anActor } from '@gridloom/testkit/actor'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { aModel, completeAnswer, withChats } from '../../../test/chat-site.ts'
import { answerFailures, createRoutes } from '../../platform/http/mount.ts'
import type { ChatsCtx } from './ctx.ts'
import { chatRoutes } from './routes.ts'

const { chat } = api
const Wrapped = z.object({ data: z.unknown() })
const Failed = z.object({ code: z.string() })

it('returns the chat at once and streams the answer in whole characters', async () => {
  await using site = await setup()
  const { status, body } = await site.ask({ prompt: 'Prompt: What is a loom?' })
  expect(status).toBe(202)
  const [first] = body.inference
  expect(first).toMatchObject({ state: 'running', answer: '' })
  const stream = await site.follow(first?.generation_id)
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const { last } = site.answers
  last.say('A \uD83D')
  last.say('\uDE00 frame')
  last.end()
  const events = await eventsOf(stream)
  expect(events.map(({ data }) => data.text ?? '').join('')).toBe('A 😀 frame')
  expect(events.at(-1)).toMatchObject({ event: 'end', id: '10', data: { state: 'done' } })
  for (const { event, data } of events)
    expect(chat.follow.events[event === 'end' ? 'end' : 'text'].parse(data)).toEqual(data)
})

it('streams what the model thinks before its text, keeps it, and resumes after both', async () => {
  await using site = await setup()
  const { body } = await site.ask({})
  const id = body.inference[0]?.generation_id
  site.answers.last.think('Hm, looms.')
  const stream = await site.follow(id)
  await site.completeAnswer('Cloth.')
  const events = await eventsOf(stream)
  const textsOf = (kind: string, all: readonly Wire[]) =>
    all.flatMap(({ event, data }) => (event === kind ? [data.text] : [])).join('')
  expect(textsOf('reasoning', events)).toBe('Hm, looms.')
  expect(textsOf('text', events)).toBe('Cloth.')
  expect(events.at(-1)).toMatchObject({ event: 'end', id: '6.10' })
  const late = await eventsOf(await site.follow(id, '2.4'))
  expect(textsOf('reasoning', late) + textsOf('text', late)).toBe('looms.oth.')
  const { messages, inference } = await site.load(body.chat_id)
  expect(messages.at(-1)).toMatchObject({ text: 'Cloth.', reasoning: 'Hm, looms.' })
  expect(inference).toMatchObject([{ answer: 'Cloth.' }])
})

it('resumes after Last-Event-ID, in another tab and after the end', async () => {
  await using site = await setup()
  const { body } = await site.ask({})
  const id = body.inference[0]?.generation_id
  const tabs = [await site.follow(id), await site.follow(id, '2')]
  site.answers.last.say('A frame')
  site.answers.last.end()
  const [whole, rest] = await Promise.all(tabs.map(eventsOf))
  expect(whole?.map(({ data }) => data.text ?? '').join('')).toBe('A frame')
  expect(rest?.map(({ data }) => data.text ?? '').join('')).toBe('frame')
  const late = await eventsOf(await site.follow(id, '7'))
  expect(late).toMatchObject([{ event: 'end', id: '7' }])
})

it('keeps generating the answer after its caller and its reader have disconnected', async () => {
  await using site = await setup()
  const { body } = await site.ask({})
  const gone = new AbortController()
  const stream = await site.follow(body.inference[0]?.generation_id, undefined, gone.signal)
  await stream.body?.getReader().read()
  gone.abort()
  await site.completeAnswer('Still here.')
  const { inference } = await site.load(body.chat_id)
  expect(inference).toMatchObject([{ answer: 'Still here.', state: 'done' }])
})

it('stops an answer by a call, and the stream reports it', async () => {
  await using site = await setup()
  const { body } = await site.ask({})
  const id = body.inference[0]?.generation_id
  const events = site.follow(id).then(eventsOf)
  site.answers.last.say('A fra')
  const stopped = await site.call('POST', `/models/generations/${id}/stop`)
  expect(stopped.status).toBe(200)
  expect(await stopped.json()).toEqual({ status: 'success', data: {} })
  expect((await events).at(-1)).toMatchObject({ event: 'end', data: { state: 'stopped' } })
})

it('answers every call in the shapes of the contract', async () => {
  await using site = await setup()
  const { body } = await site.ask({ parameters: { system: 'Be short.' } })
  const { chat_id } = body
  await site.completeAnswer('A frame.')
  const path = `/models/chats/${chat_id}`
  const again = await site.call('POST', `${path}/again`, {
    message_id: body.inference[0]?.message_id,
  })
  expect(again.status).toBe(202)
  chat.again.response.parse(await again.json())
  await site.completeAnswer('A machine.')
  expect(await site.list('?page=1&search=machi')).toMatchObject({
    total: 1,
    chat_labels: [{ chat_id, first_prompt: 'What is a loom?', found: 'A machine' }],
  })
  expect(await site.load(chat_id)).toMatchObject({
    chat_id,
    chat: { parameters: { system: 'Be short.', seed: null } },
  })
  const changed = await site.call('PATCH', path, { title: '  Looms ' })
  expect(await changed.json()).toMatchObject({ data: { title: 'Looms' } })
  const shared = await site.call('POST', `${path}/share`, {})
  const { data } = Wrapped.parse(await shared.json())
  const { secret } = chat.share.response.parse(data)
  const read = await fetch(`${site.url}/models/shared/${secret}`)
  expect(chat.readShared.response.parse(await read.json())).toMatchObject({ title: 'Looms' })
  expect((await site.call('DELETE', `${path}/share`)).status).toBe(200)
  const revoked = await fetch(`${site.url}/models/shared/${secret}`)
  const unknown = await fetch(`${site.url}/models/shared/${'x'.repeat(43)}`)
  expect([revoked.status, unknown.status]).toEqual([404, 404])
  expect(await revoked.json()).toEqual(await unknown.json())
  const file = await site.call('GET', `${path}/export?format=markdown`)
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="looms.md"')
  expect(await file.text()).toContain('A machine.')
  expect((await site.call('DELETE', path)).status).toBe(200)
  expect((await site.call('GET', `${path}/export`)).status).toBe(404)
})

it('rejects empty, too long and unpaid prompts before a row is written', async () => {
  await using site = await setup()
  const codeOf = async (answer: Promise<Response>) => {
    const response = await answer
    return [response.status, Failed.parse(await response.json()).code]
  }
  const post = (body: object) => site.call('POST', '/models/inference?new_chat=true', body)
  const asked = { model_id: aModel, prompt: 'What is a loom?' }
  expect(await codeOf(post({ ...asked, prompt: ' \n' }))).toEqual([400, 'invalid_input'])
  const long = { ...asked, prompt: 'a'.repeat(1_000_001) }
  expect(await codeOf(post(long))).toEqual([400, 'invalid_input'])
  site.answers.refusals.push(new Refused('insufficient_funds', { details: { need: 1, have: 0 } }))
  expect(await codeOf(post(asked))).toEqual([402, 'insufficient_funds'])
  expect(await site.list('')).toEqual({ chat_labels: [], total: 0 })
  expect((await post({ ...asked, prompt: 'ä'.repeat(1_000_000) })).status).toBe(202)
})

/** Chats over real HTTP; the bearer token is the account's id. */
async function setup() {
  await using made = new AsyncDisposableStack()
  const site = made.use(await withChats())
  const { id: accountId } = await site.person()
  const stopping = new AbortController()
  // Clients that disconnect leave idle connections behind.
  const app = fastify({ bodyLimit: chat.ask.bodyBytesMax, forceCloseConnections: true })
  answerFailures(app)
  const routes = createRoutes<ChatsCtx>({
    app,
    clock: site.clock,
    authenticator: {
      authenticate: async ({ token }) => anActor(AccountId.parse(token)),
      sessionSignal: (_actor, until) => until,
    },
    stopping: stopping.signal,
    contextFor: ({ actor, signal }) =>
      site.ctxOf(actor.kind === 'account' ? actor.accountId : accountId, { signal }),
  })
  chatRoutes(routes, { beginAnswer: site.answers.beginAnswer })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  made.defer(() => app.close())
  made.defer(() => stopping.abort())
  const authorization = `Bearer ${accountId}`
  const call = (method: string, path: string, body?: object) =>
    fetch(url + path, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const rest = made.move()
  return {
    url,
    call,
    answers: site.answers,
    async ask(over: object) {
      const asked = { model_id: aModel, prompt: 'What is a loom?', ...over }
      const answer = await call('POST', '/models/inference?new_chat=true', asked)
      return { status: answer.status, body: chat.ask.response.parse(await answer.json()) }
    },
    follow: (id: GenerationId | null | undefined, after?: string, signal?: AbortSignal) =>
      fetch(`${url}/models/generations/${id}/stream`, {
        headers: { authorization, ...(after !== undefined && { 'last-event-id': after }) },
        ...(signal && { signal }),
      }),
    load: async (id: string) => {
      const answer = await call('GET', `${chat.load.path}?chat_id=${id}`)
      return chat.load.response.parse(await answer.json())
    },
    list: async (query: string) => {
      const answer = await call('GET', chat.list.path + query)
      return chat.list.response.parse(await answer.json())
    },
    completeAnswer: (text: string) => completeAnswer(site, text),
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  }
}

interface Wire {
  event: string | undefined
  id: string | undefined
  data: { text?: string; state?: string }
}

/** Reads all events of a stream until it ends. */
async function eventsOf(response: Response): Promise<Wire[]> {
  const frames = (await response.text()).split('\n\n').filter((frame) => /^data: /m.test(frame))
  return frames.map((frame) => ({
    event: /^event: (.*)$/m.exec(frame)?.[1],
    id: /^id: (.*)$/m.exec(frame)?.[1],
    data: JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? 'null'),
  }))
}
