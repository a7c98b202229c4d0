import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { agentPath } from '@gridloom/contract/agent/call'
import { AnswerPart, Embedded, type ServeReport } from '@gridloom/contract/agent/models'
import { modelCalls } from '@gridloom/contract/agent/models-calls'
import { AgentFailure, type AgentMessage } from '@gridloom/contract/agent/protocol'
import { describe, expect, it } from 'vitest'
import { type AgentConnection, responseOf } from '../../test/agent-connection.ts'
import { startFileServer } from '../../test/file-server.ts'
import {
  anEndpointId,
  aRequest,
  aSource,
  aSpec,
  ownLlama,
  tinyFile,
} from '../../test/model-builders.ts'
import { setupAgent } from '../../test/run-agent.ts'
import type { RunningAgent } from '../agent.ts'
import { modelSandboxFinder } from '../models/find-model-sandbox.ts'
import type { FoundLlama } from '../models/llama/find-llama.ts'
import { modelsWorkload } from '../models/workload.ts'

const answersPath = agentPath(modelCalls.answers, { endpoint: anEndpointId })
const embeddingsPath = agentPath(modelCalls.embeddings, { endpoint: anEndpointId })

describe('a model that is ordered over the connection', () => {
  it('is fetched, loaded and served, reports each phase, and answers', async () => {
    await using test = await setup()
    const connection = await test.connect()
    const reports = connection.reports()
    // @NOTE the stream opens with its first message; opened after the order, it may miss a phase
    expect((await reports.next()).value).toMatchObject({ kind: 'hello' })
    expect((await test.order(connection)).status).toBe(202)
    const phases: string[] = []
    for await (const report of servingOf(reports)) {
      if (phases.at(-1) !== report.phase) phases.push(report.phase)
      if (report.phase !== 'serving') continue
      expect(report).toMatchObject({ observed_generation: 1, quantization: 'Q8_0', problem: null })
      expect(report.context_tokens).toBe(1_024)
      break
    }
    expect(phases).toEqual(['fetching', 'loading', 'serving'])
    const { lines, status } = await ask(connection, aRequest('What is the capital of France?'))
    expect(status).toBe(200)
    expect(textOf(lines)).toBe('The capital of France is Paris.')
    expect(lines.at(-1)).toMatchObject({
      kind: 'end',
      reason: 'stop',
      counts: { input_tokens: 13 },
    })
  })

  it('answers a request without streaming, and returns embeddings', async () => {
    await using test = await setup()
    const connection = await test.serving()
    const request = aRequest('What is the capital of Spain?', { stream: false })
    const { lines } = await ask(connection, request)
    expect(textOf(lines)).toBe('The capital of Spain is Madrid.')
    const embedded = await connection.call('POST', embeddingsPath, { input: ['one', 'two'] })
    expect(Embedded.parse(JSON.parse(embedded.text)).vectors).toHaveLength(2)
  })

  it('stops an answer whose reader disconnects, and answers the next request', async () => {
    await using test = await setup()
    const connection = await test.serving()
    const stream = connection.open('POST', answersPath)
    stream.end(JSON.stringify(aRequest('Tell me a story', { temperature: 1.2, max_tokens: 1_000 })))
    await responseOf(stream)
    stream.close()
    const { lines } = await ask(connection, aRequest('What is the capital of Italy?'))
    expect(textOf(lines)).toBe('The capital of Italy is Rome.')
  })

  it('is served again after an agent restart, without a new order or download', async () => {
    await using test = await setup()
    await test.serving()
    const connection = await test.restart()
    await served(connection)
    expect(test.files.asked).toHaveLength(1)
  })

  it('is no longer served once it is no longer ordered', async () => {
    await using test = await setup()
    const connection = await test.serving()
    await connection.call('PUT', modelCalls.serve.path, { specs: [] })
    const [hello] = await connection.reportsUntil('hello')
    expect(hello).toMatchObject({ inference: { can: true, serving: [] } })
    expect(await ask(connection, aRequest('Hi'))).toMatchObject({
      status: 404,
      failure: { code: 'not_serving' },
    })
  })
})

describe('a rejected call', () => {
  it('names the context size for a prompt that exceeds it', async () => {
    await using test = await setup()
    const connection = await test.serving()
    expect(await ask(connection, aRequest('x '.repeat(500_000)))).toMatchObject({
      status: 400,
      failure: { code: 'context_exceeded', details: { max: 1_024 } },
    })
  })

  it.each([
    ['PUT', modelCalls.serve.path, { specs: 'all' }],
    ['POST', answersPath, { input: {} }],
    ['POST', embeddingsPath, { input: [] }],
    ['POST', agentPath(modelCalls.answers, { endpoint: 'mde_x' }), aRequest('Hi')],
  ])('fails with invalid_input if it is malformed: %s %s', async (method, path, body) => {
    await using test = await setup()
    const connection = await test.connect()
    const answer = await connection.call(method, path, body)
    expect(answer.status).toBe(400)
    expect(AgentFailure.parse(JSON.parse(answer.text)).code).toBe('invalid_input')
  })

  it('fails with 404 on a machine that serves no models', async () => {
    await using test = await setupAgent()
    const connection = await test.connect()
    const [hello] = await connection.reportsUntil('hello')
    expect(hello).toMatchObject({ inference: { can: false, serving: [] } })
    expect((await connection.call('PUT', modelCalls.serve.path, { specs: [] })).status).toBe(404)
  })
})

describe('a machine', () => {
  it('reports that llama.cpp is missing, and why a model is not served', async () => {
    const lack = { missing: 'llama.cpp is not installed', remedy: 'Install it in /opt.' }
    await using test = await setup({ llama: lack })
    const connection = await test.connect()
    await test.order(connection)
    for await (const report of servingOf(connection.reports())) {
      if (report.phase !== 'failed') continue
      expect(report.problem).toBe('llama.cpp is not installed.')
      break
    }
    const [hello] = await connection.reportsUntil('hello')
    const llama_missing = 'llama.cpp is not installed. Install it in /opt.'
    expect(hello).toMatchObject({ inference: { llama_missing } })
    expect(await connection.reportsUntil('heartbeat')).toContainEqual(
      expect.objectContaining({ kind: 'heartbeat', llama_missing }),
    )
  })

  it('runs on without inference when its model folder cannot be used', async () => {
    await using test = await setup()
    await writeFile(join(test.dataDir, 'models'), 'a file in the way')
    const [hello] = await (await test.connect()).reportsUntil('hello')
    expect(hello).toMatchObject({ inference: { can: false } })
  })
})

/** An agent with llama.cpp, started by `connect()`, and a file server that has the tiny model. */
async function setup(changes: { llama?: FoundLlama } = {}) {
  const { llama = ownLlama() } = changes
  const files = await startFileServer({ '/tiny.gguf': tinyFile })
  const inference = {
    findLlama: () => llama,
    findSandbox: modelSandboxFinder(),
    threads: 1,
    engineHosts: [],
    engineKey: undefined,
    idleAfterMs: null,
    packageIndex: files.url,
  }
  const test = await setupAgent({ workloads: [modelsWorkload(inference)] })
  let agent: RunningAgent | undefined
  const spec = aSpec({
    kind: 'llama',
    sources: [aSource(`${files.url}/tiny.gguf`)],
    context_tokens: null,
  })

  async function connect(): Promise<AgentConnection> {
    agent = await test.start()
    return test.plane.nextConnection()
  }
  const order = (connection: AgentConnection) =>
    connection.call('PUT', modelCalls.serve.path, { specs: [spec] })

  return {
    ...test,
    files,
    connect,
    order,
    serving: async () => {
      const connection = await connect()
      await order(connection)
      await served(connection)
      return connection
    },
    restart: async () => {
      await agent?.[Symbol.asyncDispose]()
      return connect()
    },
    [Symbol.asyncDispose]: async () => {
      await test[Symbol.asyncDispose]()
      await files[Symbol.asyncDispose]()
    },
  }
}

async function served(connection: AgentConnection): Promise<void> {
  for await (const { phase } of servingOf(connection.reports())) if (phase === 'serving') return
}

async function* servingOf(messages: AsyncIterable<AgentMessage>): AsyncGenerator<ServeReport> {
  for await (const message of messages) {
    if (message.kind === 'serving') yield message.report
    if (message.kind === 'hello') yield* message.inference.serving
    if (message.kind === 'heartbeat') yield* message.serving
  }
}

async function ask(connection: AgentConnection, request: object) {
  const { status, text } = await connection.call('POST', answersPath, request)
  if (status !== 200) {
    return { status, lines: [], failure: AgentFailure.parse(JSON.parse(text)) }
  }
  const lines = text.trim().split('\n')
  return { status, lines: lines.map((line) => AnswerPart.parse(JSON.parse(line))) }
}

function textOf(parts: readonly AnswerPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
}
