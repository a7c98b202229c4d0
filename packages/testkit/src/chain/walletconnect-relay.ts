import { once } from 'node:events'
import { WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'

/** A relay of WalletConnect 2, which passes sealed messages between pages and wallets by their topics. */
export interface WalletConnectRelay extends AsyncDisposable {
  readonly url: string
  /** Closes all connections, as a network does. */
  drop(): void
}

const Request = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.string().optional(),
  params: z
    .object({
      topic: z.string().optional(),
      topics: z.array(z.string()).optional(),
      message: z.string().optional(),
      tag: z.number().optional(),
      pairingTopic: z.string().optional(),
      sessionTopic: z.string().optional(),
      sessionProposal: z.string().optional(),
      sessionProposalResponse: z.string().optional(),
      sessionSettlementRequest: z.string().optional(),
    })
    .optional(),
})

interface Message {
  topic: string
  message: string
  tag: number
}

/** Starts the relay; on a free port unless one is given. Source: the relay's RPC of WalletConnect 2 (`irn_`). */
export async function startWalletConnectRelay(port = 0): Promise<WalletConnectRelay> {
  const server = new WebSocketServer({ host: '127.0.0.1', port })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const topics = createTopics()
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const text = String(data)
      if (text === '') return
      const request = Request.parse(JSON.parse(text))
      if (request.method === undefined) return
      const result = answer(topics, socket, request)
      socket.send(JSON.stringify({ id: request.id, jsonrpc: '2.0', result }))
    })
    socket.on('close', () => topics.leave(socket))
  })
  return {
    url: `ws://127.0.0.1:${address.port}`,
    drop: () => {
      for (const socket of server.clients) socket.terminate()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of server.clients) socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

type Topics = ReturnType<typeof createTopics>

function answer(
  topics: Topics,
  socket: WebSocket,
  { method, params = {} }: z.infer<typeof Request>,
): unknown {
  const { topic = '', topics: several = [], message = '', tag = 0 } = params
  const { pairingTopic = '', sessionTopic = '' } = params
  switch (method) {
    case 'irn_subscribe':
      return topics.join(socket, topic)
    case 'irn_batchSubscribe':
      return several.map((one) => topics.join(socket, one))
    case 'irn_publish':
      topics.publish(socket, { topic, message, tag })
      return true
    // Both subscribe whoever calls.
    case 'wc_proposeSession':
      topics.join(socket, pairingTopic)
      topics.publish(socket, {
        topic: pairingTopic,
        message: params.sessionProposal ?? '',
        tag: 1100,
      })
      return true
    case 'wc_approveSession':
      topics.join(socket, sessionTopic)
      topics.publish(socket, {
        topic: pairingTopic,
        message: params.sessionProposalResponse ?? '',
        tag: 1101,
      })
      topics.publish(socket, {
        topic: sessionTopic,
        message: params.sessionSettlementRequest ?? '',
        tag: 1102,
      })
      return true
    case 'irn_batchFetchMessages':
      return { messages: several.flatMap((one) => topics.kept(one)), hasMore: false }
    default:
      return true
  }
}

function createTopics() {
  const members = new Map<string, Set<WebSocket>>()
  const mailbox = new Map<string, Message[]>()
  let sent = 0

  function deliver(socket: WebSocket, data: Message): void {
    if (socket.readyState !== WebSocket.OPEN) return
    sent += 1
    const params = { id: data.topic, data: { ...data, publishedAt: 0 } }
    const id = sent
    socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }

  return {
    /** Subscribes; what waits under the topic follows. */
    join(socket: WebSocket, topic: string): string {
      members.set(topic, (members.get(topic) ?? new Set()).add(socket))
      for (const message of mailbox.get(topic) ?? []) deliver(socket, message)
      return topic
    },
    leave(socket: WebSocket): void {
      for (const sockets of members.values()) sockets.delete(socket)
    },
    /** The mailbox keeps messages for whoever subscribes later. */
    publish(from: WebSocket, data: Message): void {
      mailbox.set(data.topic, [...(mailbox.get(data.topic) ?? []), data])
      for (const socket of members.get(data.topic) ?? []) if (socket !== from) deliver(socket, data)
    },
    kept: (topic: string) => mailbox.get(topic) ?? [],
  }
}
