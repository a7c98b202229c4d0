import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { agentLimits, agentText } from '../core/agent-limits.ts'
import { LogLine } from '../instances/logs.ts'
import { Embedded } from './models.ts'
import { AgentFailure, AgentMessage, ExecMessage, InstanceReport, SyncReply } from './protocol.ts'
import { ListenerMessage } from './session-calls.ts'

describe('a message or answer of an agent', () => {
  it.each(
    Object.entries({
      AgentMessage,
      AgentFailure,
      ExecMessage,
      LogLine,
      SyncReply,
      Embedded,
      ListenerMessage,
    }),
  )('%s has a maximum for every text and every list', (_, schema) => {
    expect(unboundedIn(z.toJSONSchema(schema, { io: 'input' }), '')).toEqual([])
  })

  it('has no text that a database rejects', () => {
    const text = agentText(10)
    expect(text.safeParse('a\0b').success).toBe(false)
    expect(text.safeParse('\ud800').success).toBe(false)
    expect(text.safeParse('😀 é').success).toBe(true)
  })

  it('fits into the message limit with as many instances as an agent may have', () => {
    const text = 'x'.repeat(100)
    const report: InstanceReport = {
      instance_id: InstanceReport.shape.instance_id.parse('ins_01jd3v8q6f7g8h9jkmnpqrstvw'),
      observed_generation: 1,
      phase: 'running',
      ready: true,
      reason: { code: 'exited', text, exit_code: 0 },
      progress: { text, percent: 1, done_bytes: 1, total_bytes: 1 },
      ready_s: 1,
      running_s: 1,
      stopped_s: 1,
      started_at: '2026-01-01T00:00:00.000000000Z',
    }
    const bytes = JSON.stringify(report).length * agentLimits.instances
    expect(bytes).toBeLessThan(agentLimits.messageBytes)
  })
})

type Node = Record<string, unknown>

/** The paths in a JSON schema whose text or list has no maximum. Ids and hashes are bounded by their patterns. */
function unboundedIn(node: unknown, at: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  const here = isUnbounded(asNode(node)) ? [at] : []
  const below = Object.entries(node).flatMap(([key, value]) => unboundedIn(value, `${at}/${key}`))
  return [...here, ...below]
}

function isUnbounded(node: Node): boolean {
  if (node.type === 'array') return node.maxItems === undefined
  if (node.type !== 'string' || node.enum !== undefined || node.const !== undefined) return false
  const isFixed = typeof node.pattern === 'string' && /\{(\d+,)?\d+\}\$$/.test(node.pattern)
  return node.maxLength === undefined && !isFixed
}

/** Named cast: an object of a JSON schema. */
function asNode(node: object): Node {
  return node as Node
}
