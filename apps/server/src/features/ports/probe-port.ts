import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { withDeadline } from '@gridloom/async/deadline'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { PortAnswer } from '@gridloom/contract/ports/port-address'
import { writingBytes } from '../../edge/apps/write-bytes.ts'
import { accountOf } from '../../platform/ctx.ts'
import type { PortsCtx } from './ctx.ts'
import { unservedReason } from './decide-admission.ts'
import { ownedPort } from './owned-port.ts'
import { titleIn } from './page-title.ts'

const probeMs = 5_000
const bodyBytesMax = 64 * 1024
const headerBytesMax = 16 * 1024

/**
 * Requests the start page of a declared port, through its machine: one `GET /` without any credential, no redirect
 * followed, 64 KiB and five seconds at most. An instance whose charging has not begun is not asked.
 * @throws Refused `not_found`, `too_many_requests`
 */
export async function probePort(
  ctx: PortsCtx,
  { id, port }: { id: InstanceId; port: number },
): Promise<PortAnswer> {
  const { instance } = await ownedPort(ctx, { id, port })
  const { machine_id: machineId } = instance
  const state = { ...instance, instance_id: id, port, access: 'private' as const }
  const isConnected = ctx.agents.connected(machineId)
  if (unservedReason(state, { isConnected }) !== undefined) return { kind: 'unavailable' }
  using _place = ctx.portProbes.enter(accountOf(ctx).accountId)
  const startedMs = ctx.clock.monotonicMs()
  const passedMs = () => Math.round((ctx.clock.monotonicMs() - startedMs) * 10) / 10
  try {
    return await withDeadline(ctx.clock, { ms: probeMs, signal: ctx.signal }, async (signal) => {
      const params = { id, port }
      const { stream } = await ctx.agents.duplex(machineId, instanceCalls.port, { params, signal })
      return firstAnswer(writingBytes(stream), { port, passedMs, signal })
    })
  } catch (error) {
    ctx.signal.throwIfAborted()
    const isOffline = error instanceof Refused && error.code === 'machine_offline'
    return { kind: isOffline ? 'unavailable' : 'nothing' }
  }
}

interface Probing {
  readonly port: number
  readonly passedMs: () => number
  readonly signal: AbortSignal
}

/** Reads a response as far as its title. Whatever is no HTTP response is an answer too. */
function firstAnswer(stream: Duplex, { port, passedMs, signal }: Probing): Promise<PortAnswer> {
  const { promise, resolve } = Promise.withResolvers<PortAnswer>()
  const sent = httpRequest({
    createConnection: () => stream,
    path: '/',
    headers: {
      host: `localhost:${port}`,
      accept: 'text/html, */*;q=0.5',
      'accept-encoding': 'identity',
      'user-agent': 'Gridloom (port probe)',
      connection: 'close',
    },
    maxHeaderSize: headerBytesMax,
    signal,
  })
  const other = () => resolve({ kind: 'other', latency_ms: passedMs() })
  sent.once('error', other)
  sent.once('upgrade', other)
  sent.once('response', (answer) => {
    const latencyMs = passedMs()
    void textOf(answer).then((text) =>
      resolve({
        kind: 'http',
        status: answer.statusCode ?? 0,
        title: titleIn(text),
        latency_ms: latencyMs,
      }),
    )
  })
  sent.end()
  return promise.finally(() => stream.destroy())
}

/** The beginning of a page; nothing of what is no page. */
async function textOf(answer: IncomingMessage): Promise<string> {
  if (!/^text\/html\b/i.test(answer.headers['content-type'] ?? 'text/html')) return ''
  let text = ''
  try {
    for await (const part of answer.setEncoding('utf8')) {
      text += part
      if (text.length >= bodyBytesMax || /<\/title/i.test(text)) break
    }
  } catch {
    // @NOTE a page that breaks off, or takes too long, may have sent its title.
  }
  return text.slice(0, bodyBytesMax)
}
