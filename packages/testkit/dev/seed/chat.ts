import type { Client } from '@gridloom/client/calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import { ModelId } from '@gridloom/contract/models/model-id'
import { type Upstream, upstreamModel } from '../../src/models/upstream.ts'
import { untilReported } from '../../src/until-reported.ts'
import type { SeededAccounts } from './accounts.ts'

export const seedModel = ModelId.parse('gridloom/weaver-8b')

const price = { input_micro_usd: 60_000, cached_micro_usd: 30_000, output_micro_usd: 240_000 }

/** Adds a model to the catalogue and has the machine serve it with this run's stand-in engine. */
export async function serveModel(
  { operator, provider }: Pick<SeededAccounts, 'operator' | 'provider'>,
  machine: { id: MachineId },
  { baseUrl }: Upstream,
): Promise<void> {
  const context_tokens = 32_768
  const about = 'A stand-in for development: it answers each prompt with the same text.'
  const entry = { about, licence: 'Apache-2.0', parameters: 8_000_000_000, context_tokens }
  await operator.models.put({ params: { model: seedModel }, body: entry })
  const engine = {
    kind: 'openai-http',
    base_url: baseUrl,
    upstream_model: upstreamModel,
    context_tokens,
  } as const
  const params = { id: machine.id, model: seedModel }
  await provider.models.serve({ params, body: { engine, price, slots: 4 } })
  await untilReported(provider, {
    read: () => provider.models.listServed({ params: { id: machine.id } }),
    satisfies: (served) =>
      served.some(({ model_id, state }) => model_id === seedModel && state === 'serving'),
  })
}

/** Creates a chat with one finished answer. */
export async function seedChat(renter: Client): Promise<void> {
  const { total } = await renter.chat.list()
  if (total > 0) return
  const { inference } = await renter.chat.ask({
    query: { new_chat: 'true' },
    body: { model_id: seedModel, prompt: 'How does a loom hold its threads?' },
  })
  const id = inference.at(-1)?.generation_id
  if (id === undefined || id === null) throw new Error('the prompt was not answered')
  for await (const { event } of renter.chat.follow({ params: { id } })) if (event === 'end') return
}
