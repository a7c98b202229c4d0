import { ModelId } from '@gridloom/contract/models/model-id'
import { upstreamModel } from '../../../src/models/upstream.ts'
import type { PreparedCalls } from './prepared-call.ts'

const price = { input_micro_usd: 1, cached_micro_usd: 1, output_micro_usd: 1 }
const entry = { licence: 'MIT', context_tokens: 8_192 }

/** The catalogue, answers of a stand-in engine, and chats of them. */
export const preparedModels: PreparedCalls = {
  'models.serve': async ({ product: { operator, people }, machine, engineUrl }) => {
    const model = ModelId.parse('tests/served')
    await operator.models.put({ params: { model }, body: entry })
    const engine = {
      kind: 'openai-http',
      base_url: engineUrl,
      upstream_model: upstreamModel,
      context_tokens: 8_192,
    }
    const body = { engine, price, slots: 1 }
    return { token: people.provider.token, params: { id: machine.id, model }, body }
  },
  'models.remove': async ({ product: { operator }, operatorToken }) => {
    const model = ModelId.parse('tests/removed')
    await operator.models.put({ params: { model }, body: entry })
    return { token: await operatorToken(), params: { model } }
  },
  'openai.model': async ({ model }) => ({ params: { model } }),
  'openai.chatCompletions': async ({ model, person }) => ({
    token: (await person()).token,
    body: { model, messages: [{ role: 'user', content: 'Hello' }] },
  }),
  'openai.completions': async ({ model, person }) => ({
    token: (await person()).token,
    body: { model, prompt: 'Hello' },
  }),
  'openai.embeddings': async ({ model, person }) => ({
    token: (await person()).token,
    body: { model, input: 'Hello' },
  }),
  'chat.ask': async ({ model, person }) => ({
    token: (await person()).token,
    query: { new_chat: 'true' },
    body: { model_id: model, prompt: 'Hello' },
  }),
  'chat.again': async (site) => {
    const { token, id, promptId } = await answered(site)
    return { token, params: { id }, body: { message_id: promptId } }
  },
  'chat.unshare': async (site) => {
    const { token, id, client } = await answered(site)
    await client.chat.share({ params: { id } })
    return { token, params: { id } }
  },
  'chat.readShared': async (site) => {
    const { id, client } = await answered(site)
    const { secret } = await client.chat.share({ params: { id } })
    return { params: { secret } }
  },
}

/** A chat with a prompt and its whole answer. */
async function answered({ model, person }: Parameters<PreparedCalls[string]>[0]) {
  const { token, client } = await person()
  const body = { model_id: model, prompt: 'Hello' }
  const { chat_id: id, inference } = await client.chat.ask({ query: { new_chat: 'true' }, body })
  const generation = inference.at(-1)?.generation_id
  if (generation === undefined || generation === null) throw new Error('it is not answered')
  const events = client.chat.follow({ params: { id: generation } })
  for await (const { event } of events) if (event === 'end') break
  const { messages } = await client.chat.load({ query: { chat_id: id } })
  const promptId = messages.find(({ role }) => role === 'user')?.id ?? ''
  return { token, client, id, promptId }
}
