import type { ModelId } from '@gridloom/contract/models/model-id'
import { startInferenceProduct } from '@gridloom/testkit/models/inference-product'
import { startUpstream } from '@gridloom/testkit/models/upstream'
import { answerText } from '@gridloom/testkit/models/write-answer'
import type { Person } from '@gridloom/testkit/product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

// The calls of the models host, spelled as in the specification, without a client of ours.
const Labels = z.looseObject({
  chat_labels: z.array(z.looseObject({ chat_id: z.string(), first_prompt: z.string() })),
})
const Loaded = z.looseObject({
  chat_id: z.string(),
  inference: z.array(z.looseObject({ prompt: z.string(), answer: z.string() })),
})
const Listed = z.looseObject({
  models: z.array(z.looseObject({ id: z.string(), name: z.string(), icon: z.string() })),
})

describe('the models host of the specification', { timeout: 60_000 }, () => {
  let site: Awaited<ReturnType<typeof setup>>
  beforeAll(async () => {
    site = await setup()
  }, 120_000)
  afterAll(() => site[Symbol.asyncDispose]())

  it('GET /text/models lists models publicly by the last segment of their id, with an icon', async () => {
    const { status, body } = await site.as(undefined).get('/text/models')
    expect(status).toBe(200)
    const { models } = Listed.parse(body)
    expect(models.find(({ id }) => id === site.model)).toMatchObject({
      name: 'asked-by-the-letter',
      icon: expect.stringMatching(/^data:image\/svg\+xml/),
    })
  })

  it('POST inference?new_chat=true {model_id, prompt} starts a chat that GET /load/chat?chat_id returns', async () => {
    const person = site.as(await site.product.newcomer())
    const asking = { model_id: site.model, prompt: 'Prompt: What is a loom?' }
    const asked = await person.post('/inference?new_chat=true', asking)
    expect(asked.status).toBe(202)
    const { chat_id, inference } = Loaded.parse(asked.body)
    expect(inference).toMatchObject([{ prompt: 'Prompt: What is a loom?' }])
    const loaded = await person.answered(chat_id)
    expect(loaded).toMatchObject({
      chat_id,
      inference: [{ prompt: 'Prompt: What is a loom?', answer: answerText(5) }],
    })
  })

  it('POST inference?new_chat=false {model_id, prompt, chat_id} continues that chat', async () => {
    const person = site.as(await site.product.newcomer())
    const first = await person.ask('One')
    await person.answered(first)
    const asking = { model_id: site.model, prompt: 'Two', chat_id: first }
    const { status, body } = await person.post('/inference?new_chat=false', asking)
    expect(status).toBe(202)
    expect(Loaded.parse(body)).toMatchObject({
      chat_id: first,
      inference: [{ prompt: 'One', answer: answerText(5) }, { prompt: 'Two' }],
    })
    expect((await person.answered(first)).inference).toHaveLength(2)
    const anew = await person.post('/inference?new_chat=true', { ...asking, chat_id: null })
    expect(Loaded.parse(anew.body).chat_id).not.toBe(first)
  })

  it('GET chats?model_id&page&page_size returns 20 a page, newest first, without a leading "Prompt:"', async () => {
    const person = site.as(await site.product.newcomer())
    for (let at = 1; at <= 21; at += 1) await person.answered(await person.ask(`Prompt: ask ${at}`))
    const first = await person.labels('')
    expect(first).toHaveLength(20)
    expect(first.map(({ first_prompt }) => first_prompt).slice(0, 2)).toEqual(['ask 21', 'ask 20'])
    expect((await person.labels('?page=2')).map((label) => label.first_prompt)).toEqual(['ask 1'])
    expect(await person.labels('?page=3')).toEqual([])
    const query = `?model_id=${encodeURIComponent(site.model)}&page=3&page_size=5`
    expect((await person.labels(query)).map((label) => label.first_prompt)).toEqual([
      ...['ask 11', 'ask 10', 'ask 9', 'ask 8', 'ask 7'],
    ])
    expect(await person.labels('?model_id=no%2Fother')).toEqual([])
    const stranger = site.as(await site.product.newcomer())
    expect(await stranger.labels('')).toEqual([])
  })

  it.each([
    ['GET', '/chats?page=0', 400, 'page'],
    ['GET', '/chats?page_size=101', 400, 'page_size'],
    ['GET', '/chats?order=old', 400, 'order'],
    ['GET', '/load/chat', 400, 'chat_id'],
    ['POST', '/inference', 400, 'new_chat'],
    ['POST', '/inference?new_chat=perhaps', 400, 'new_chat'],
    ['POST', '/inference?new_chat=false', 400, 'chat_id'],
  ] as const)(
    '%s %s is rejected with the name of the wrong parameter',
    async (method, path, status, field) => {
      const person = site.as(site.product.people.renter)
      const asking = { model_id: site.model, prompt: 'Hi' }
      const answer = await (method === 'GET' ? person.get(path) : person.post(path, asking))
      expect(answer).toMatchObject({
        status,
        body: { status: 'error', code: 'invalid_input', fields: { [field]: expect.any(String) } },
      })
    },
  )

  it('rejects visitors, another user’s chat like one that does not exist, and an unknown model', async () => {
    const [owner, stranger] = [await site.product.newcomer(), await site.product.newcomer()]
    const chat = await site.as(owner).ask('Mine')
    const nobody = site.as(undefined)
    for (const path of ['/chats', `/load/chat?chat_id=${chat}`])
      expect(await nobody.get(path)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    const [theirs, none] = [chat, chat.replace(/.{5}$/, '00000')].map((id) =>
      site.as(stranger).get(`/load/chat?chat_id=${id}`),
    )
    expect(await theirs).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await theirs).toEqual(await none)
    const asking = { model_id: 'no/such', prompt: 'Hi' }
    expect(await site.as(owner).post('/inference?new_chat=true', asking)).toMatchObject({
      status: 404,
      body: { status: 'error', code: 'model_unknown', error: 'Model no/such not found.' },
    })
    const on = { model_id: site.model, prompt: 'Hi', chat_id: chat }
    expect(await site.as(stranger).post('/inference?new_chat=false', on)).toMatchObject({
      status: 404,
    })
  })
})

async function setup() {
  await using opened = new AsyncDisposableStack()
  const inference = opened.use(await startInferenceProduct())
  const upstream = opened.use(await startUpstream({ tokens: 5 }))
  const model = await inference.serveBy(upstream, 'gridloom-tests/asked-by-the-letter')
  const { product } = inference
  const open = opened.move()
  return {
    ...inference,
    model,
    as: (person: Person | undefined) => caller(product.server.url, person, model),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** Calls the models host with plain HTTP. */
function caller(serverUrl: string, person: Person | undefined, model_id: ModelId) {
  const signedIn = new Headers(
    person === undefined ? {} : { authorization: `Bearer ${person.token}` },
  )
  const call = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${serverUrl}/models${path}`, init)
    const body: unknown = await answer.json()
    return { status: answer.status, body }
  }
  const get = (path: string) => call(path, { headers: signedIn })
  const post = (path: string, body: object) => {
    const headers = new Headers([...signedIn, ['content-type', 'application/json']])
    return call(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  return {
    get,
    post,
    async ask(prompt: string): Promise<string> {
      const { body } = await post('/inference?new_chat=true', { model_id, prompt })
      return Loaded.parse(body).chat_id
    },
    async labels(query: string) {
      return Labels.parse((await get(`/chats${query}`)).body).chat_labels
    },
    /** The chat, once its newest answer has ended. */
    async answered(chatId: string) {
      const read = async () => Loaded.parse((await get(`/load/chat?chat_id=${chatId}`)).body)
      const last = (await read()).inference.at(-1)?.generation_id
      await fetch(`${serverUrl}/models/generations/${last}/stream`, {
        headers: signedIn,
      }).then((stream) => stream.text())
      return read()
    },
  }
}
