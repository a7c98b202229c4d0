import { SignClient } from '@walletconnect/sign-client'
import { z } from 'zod'

const Message = z.templateLiteral(['0x', z.string()])

/**
 * A wallet by the library's own side for wallets. In the process of the page's side it needs the variable
 * `DISABLE_GLOBAL_CORE`: else the two share what the library keeps for each process.
 */
export async function startWalletConnectWallet(relay: { url: string }) {
  const client = await SignClient.init({
    ...{ projectId, relayUrl: relay.url, telemetryEnabled: false, logger: 'silent' },
    metadata: { name: 'Wallet', description: '', url: 'http://localhost', icons: [] },
    storage: entriesInMemory(),
  })
  const namespaces = (accounts: readonly string[]) => ({
    eip155: {
      accounts: [...accounts],
      methods: ['personal_sign', 'wallet_switchEthereumChain'],
      events: ['accountsChanged', 'chainChanged'],
    },
  })
  const proposal = async (uri: string) => {
    const asked = new Promise<number>((resolve) => {
      client.once('session_proposal', ({ id }) => resolve(id))
    })
    await client.pair({ uri })
    return asked
  }
  return {
    async approve(uri: string, accounts: readonly string[]) {
      const id = await proposal(uri)
      const { topic, acknowledged } = await client.approve({ id, namespaces: namespaces(accounts) })
      await acknowledged()
      return { topic }
    },
    async reject(uri: string) {
      const id = await proposal(uri)
      await client.reject({ id, reason: { code: 5000, message: 'User rejected.' } })
    },
    /** Answers the next request; resolves with it. */
    async answerNext(reply: { result: unknown } | { error: { code: number; message: string } }) {
      const { topic, id, params } = await nextRequest(client)
      await client.respond({ topic, response: { id, jsonrpc: '2.0', ...reply } })
      return { ...params.request, chain: params.chainId }
    },
    /** Signs the message of the next request. */
    async signNext(sign: (message: `0x${string}`) => Promise<string>) {
      const { topic, id, params } = await nextRequest(client)
      const [message] = z.array(Message).parse(params.request.params)
      if (message === undefined) throw new Error('nothing to sign')
      const result = await sign(message)
      await client.respond({ topic, response: { id, jsonrpc: '2.0', result } })
    },
    async grant(topic: string, accounts: readonly string[]) {
      const { acknowledged } = await client.update({ topic, namespaces: namespaces(accounts) })
      await acknowledged()
    },
    tellAccounts: (topic: string, data: readonly string[]) =>
      client.emit({ topic, chainId: 'eip155:1', event: { name: 'accountsChanged', data } }),
    leave: (topic: string) =>
      client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } }),
    left: () => new Promise<void>((resolve) => client.once('session_delete', () => resolve())),
  }
}

type Client = Awaited<ReturnType<typeof SignClient.init>>
interface SessionRequest {
  topic: string
  id: number
  params: { chainId: string; request: { method: string; params: unknown } }
}

function nextRequest(client: Client): Promise<SessionRequest> {
  return new Promise((resolve) => client.once('session_request', resolve))
}

const projectId = 'c4f79cc821944d9680842e34466bfbd1'

function entriesInMemory() {
  const entries = new Map<string, unknown>()
  // Named casts: the library wrote the values, and asks for what it wrote.
  return {
    getKeys: async () => [...entries.keys()],
    getEntries: async <T>() => [...entries] as [string, T][],
    getItem: async <T>(key: string) => entries.get(key) as T | undefined,
    setItem: async (key: string, value: unknown) => void entries.set(key, value),
    removeItem: async (key: string) => void entries.delete(key),
  }
}
