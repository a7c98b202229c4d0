import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMaliciousAgent } from '../../src/malicious-agent.ts'
import { startProduct } from '../../src/product.ts'
import { gpuHardware, usualHardware } from '../../src/seed-hardware.ts'

const [gpu] = gpuHardware.gpus ?? []
const piece = {
  file: null,
  key: '1',
  state: 'done',
  sample: null,
  samples: null,
  render_s: 1,
  problem: null,
}
const sha256 = 'a'.repeat(64)

/** Messages that no honest agent sends, as they would appear on its report stream. */
const messages: Record<string, unknown> = {
  'of a wrong shape': { kind: 'heartbeat', sequence: 'one' },
  'of an unknown kind': { kind: 'give_me_money', micro_usd: 1 },
  'with an unknown code': {
    kind: 'instance',
    report: report({ reason: { code: 'because', text: '', exit_code: null } }),
  },
  'with 300 kB of reason': {
    kind: 'instance',
    report: report({ reason: { code: 'exited', text: 'x'.repeat(300_000), exit_code: 0 } }),
  },
  'with a text that no database takes': {
    kind: 'instance',
    report: report({ reason: { code: 'exited', text: 'a\0b', exit_code: 0 } }),
  },
  'with 65 GPUs': { kind: 'hardware', hardware: { ...usualHardware, gpus: gpus(65) } },
  'with 18,500 GPUs': { kind: 'hardware', hardware: { ...usualHardware, gpus: gpus(18_500) } },
  'with 501 images': { kind: 'hardware', hardware: { ...usualHardware, images: images(501) } },
  'with a number that no table takes': {
    kind: 'hardware',
    hardware: { ...usualHardware, cpu_threads: 2 ** 40 },
  },
  'with a file in the folder above': {
    kind: 'chunk',
    report: chunk({ ...piece, file: { name: '../../etc/passwd', bytes: 1, sha256 } }),
  },
  'with a file that is the folder above': {
    kind: 'chunk',
    report: chunk({ ...piece, file: { name: '..', bytes: 1, sha256 } }),
  },
}

const lines: Record<string, string> = {
  'that is no JSON': '{"kind":',
  'that is nested 100,000 deep': `{"kind":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'of 5 MB': `{"kind":"hardware","x":"${'x'.repeat(5_000_000)}"}`,
}

describe('a machine that sends a message', () => {
  let site: Awaited<ReturnType<typeof setup>>
  beforeAll(async () => {
    site = await setup()
  })
  afterAll(() => site.product[Symbol.asyncDispose]())

  it('that an honest machine could send stays connected', async () => {
    const link = await site.attacker.connect()
    await site.attacker.hello()
    await link.reportText(JSON.stringify({ kind: 'instance', report: report({}) }))
    await link.reportText(JSON.stringify({ kind: 'chunk', report: chunk(piece) }))
    await site.attacker.heartbeat()
    const lastHeartbeat = site.product.server.heartbeatAt(site.attacker.machineId)
    await site.product.until({
      read: async () => site.product.server.heartbeatAt(site.attacker.machineId),
      satisfies: (at) => at !== undefined && at !== lastHeartbeat,
    })
    expect(site.product.server.container.agents.connected(site.attacker.machineId)).toBe(true)
  })

  it.each(Object.entries(messages))(
    '%s is disconnected, and the message is not stored',
    (_, said) => site.expectRefused(JSON.stringify(said)),
  )

  it.each(Object.entries(lines))(
    'as a line %s is disconnected, and the message is not stored',
    (_, line) => site.expectRefused(line),
  )
})

async function setup() {
  const product = await startProduct({ driver: 'fake' })
  const owner = await product.newcomer()
  const attacker = await startMaliciousAgent(product.server, { owner: owner.client })
  const params = { id: attacker.machineId }
  const read = () => owner.client.machines.read({ params })
  await attacker.hello()
  const before = await product.until({ read, satisfies: ({ hardware }) => hardware !== null })
  return {
    product,
    attacker,
    async expectRefused(line: string) {
      const link = await attacker.connect()
      await attacker.hello()
      await Promise.race([link.reportText(line), link.ended])
      await link.ended
      const after = await product.until({
        read,
        satisfies: ({ problems }) => problems.some(({ code }) => code === 'protocol_violation'),
      })
      expect(after.hardware).toEqual(before.hardware)
    },
  }
}

function report(over: Record<string, unknown>) {
  return {
    instance_id: 'ins_01jd3v8q6f7g8h9jkmnpqrstvw',
    observed_generation: 1,
    phase: 'running',
    ready: true,
    reason: null,
    progress: null,
    ready_s: 0,
    stopped_s: 0,
    started_at: null,
    ...over,
  }
}

function chunk(one: unknown) {
  return {
    chunk_id: 'rch_01jd3v8q6f7g8h9jkmnpqrstvw',
    lease_token: 'x',
    phase: 'rendering',
    pieces: [one],
    problem: null,
    samples_per_minute: null,
    memory_peak_mib: null,
  }
}

function gpus(count: number): unknown[] {
  return Array.from({ length: count }, (_, index) => ({ ...gpu, index, uuid: `GPU-${index}` }))
}

function images(count: number): Extract<AgentMessage, { kind: 'hardware' }>['hardware']['images'] {
  return Array.from({ length: count }, (_, at) => ({ name: `image:${at}`, size_bytes: 1 }))
}
