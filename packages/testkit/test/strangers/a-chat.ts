import type { Client } from '@gridloom/client/calls'
import { ModelId } from '@gridloom/contract/models/model-id'
import type { Product } from '../../src/product.ts'

const model = ModelId.parse('HuggingFaceTB/SmolLM2-135M-Instruct')

/** Has the product's machine serve the model that every catalogue has. */
export async function servedModel({ machine }: Product, client: Client): Promise<string> {
  const price = { input_micro_usd: 1, cached_micro_usd: 1, output_micro_usd: 1 }
  const body = { engine: { kind: 'llama' as const }, price }
  await client.models.serve({ params: { id: machine.id, model }, body })
  return model
}

type Rows = Readonly<Record<'chats' | 'chat_messages', Record<string, unknown>>>

/** Inserts a prompt and its answer into the database: generating one takes an engine. */
export async function aChat({ server }: Product, account_id: string) {
  const { db, ids } = server.container
  const tables = db.withTables<Rows>()
  const at = new Date()
  const ChatId = ids.mint('chat')
  const [question, answer] = [ids.mint('chatMessage'), ids.mint('chatMessage')]
  const GenerationId = ids.mint('generation')
  await tables
    .insertInto('chats')
    .values({
      id: ChatId,
      account_id,
      model_id: model,
      title: 'Hello',
      parameters: '{}',
      leaf_id: answer,
      created_at: at,
      changed_at: at,
    })
    .execute()
  const asked = { id: question, chat_id: ChatId, role: 'user', text: 'Hello', at }
  const answered = {
    id: answer,
    chat_id: ChatId,
    parent_id: question,
    role: 'assistant',
    text: 'Hi',
    model_id: model,
    generation_id: GenerationId,
    state: 'done',
    at,
  }
  await tables.insertInto('chat_messages').values(asked).execute()
  await tables.insertInto('chat_messages').values(answered).execute()
  return { ChatId, ChatMessageId: answer, GenerationId }
}
