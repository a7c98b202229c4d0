import type { ApiKeyId } from '@gridloom/contract/core/ids'
import type { NewApiKey } from '@gridloom/contract/keys/api-key'
import OpenAI from 'openai'
import type { Person, Product } from '../product.ts'

/** What renters do who ask models. */
export interface AskingSide {
  /** Another renter. */
  addAsker(): Promise<Asker>
  /** Makes a key (of the renter unless told), which may ask models. */
  makeKey(options?: Partial<NewApiKey>, of?: Person): Promise<{ key: string; id: ApiKeyId }>
  /** The official client, unmodified, with a key. It tries nothing again by itself. */
  openai(key: string): OpenAI
  /** Micro-dollars that left the account for good, so far, and those that are set aside. */
  spent(of?: Person): Promise<{ gone: number; held: number }>
}

/** A renter with a key, of whose money nothing goes but for what they ask. */
export interface Asker {
  person: Person
  openai: OpenAI
  /** Micro-dollars that they paid, once what is set aside is settled. */
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
