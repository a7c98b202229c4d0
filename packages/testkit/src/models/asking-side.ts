import type { ApiKeyId } from '@gridloom/contract/core/ids'
import type { NewApiKey } from '@gridloom/contract/keys/api-key'
import OpenAI from 'openai'
import type { Person, Product } from '../product.ts'

/** Actions of renters who use models. */
export interface AskingSide {
  /** Another renter. */
  addAsker(): Promise<ApiClient>
  /** Creates a key (the renter's by default) that may use models. */
  makeKey(options?: Partial<NewApiKey>, of?: Person): Promise<{ key: string; id: ApiKeyId }>
  /** The official client, unmodified, with a key. It does not retry. */
  openai(key: string): OpenAI
  /** Micro-dollars that the account has spent so far, and those on hold. */
  spent(of?: Person): Promise<{ gone: number; held: number }>
}

/** A renter with a key, whose only spend is inference. */
export interface ApiClient {
  person: Person
  openai: OpenAI
  /** Micro-dollars that they paid, once all holds are settled. */
  paid(): Promise<number>
}

export async function openAskingSide({ server, people, newcomer }: Product): Promise<AskingSide> {
  const creditMicroUsd = (await balanceOf(people.renter)).available_micro_usd

  async function makeKey(options: Partial<NewApiKey> = {}, of = people.renter) {
    const body = { name: 'of tests', scopes: ['models:use' as const], ...options }
    const { key, api_key } = await of.client.keys.generateApiKey({ body })
    return { key, id: api_key.id }
  }

  async function spent(of = people.renter) {
    const { available_micro_usd: free, held_micro_usd: held } = await balanceOf(of)
    return { gone: creditMicroUsd - free - held, held }
  }

  const openai = (apiKey: string) =>
    new OpenAI({ apiKey, baseURL: `${server.url}/v1`, maxRetries: 0 })

  return {
    makeKey,
    openai,
    spent,
    async addAsker() {
      const person = await newcomer()
      return {
        person,
        openai: openai((await makeKey({}, person)).key),
        async paid() {
          await server.container.system.allowances.flush()
          return (await spent(person)).gone
        },
      }
    },
  }
}

function balanceOf({ client }: Person) {
  return client.ledger.balance()
}
