import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { AgentMessage } from './protocol.ts'

/** Files are named after the version of the agent that sent their messages, one per line. */
const folder = new URL('./fixtures/', import.meta.url)

const files = readdirSync(folder).filter((name) => name.endsWith('.ndjson'))

describe.each(files)('recorded messages of an agent: %s', (file) => {
  const lines = readFileSync(new URL(file, folder), 'utf8').trim().split('\n')

  it('are still parsed with every field as it was sent', () => {
    for (const line of lines) {
      const sent: unknown = JSON.parse(line)
      expect(AgentMessage.parse(sent)).toMatchObject(asRecord(sent))
    }
  })

  it('contain every kind of message', () => {
    const kinds = new Set(lines.map((line) => AgentMessage.parse(JSON.parse(line)).kind))
    expect([...kinds].sort()).toEqual([
      'benchmark',
      'chunk',
      'gpu_benchmarks',
      'hardware',
      'heartbeat',
      'hello',
      'instance',
      'rendering',
      'serving',
    ])
  })

  it('include messages without rendering, as older agents send them', () => {
    const silent = lines.filter((line) => !/"rendering":|"chunks":/.test(line))
    const messages = silent.map((line) => AgentMessage.parse(JSON.parse(line)))
    const said = messages.flatMap((it) => {
      if (it.kind === 'hello') return [it.rendering]
      return it.kind === 'heartbeat' ? [{ chunks: it.chunks }] : []
    })
    expect(said).toContainEqual({ capability: null, missing: null, scenes: [], chunks: [] })
    expect(said).toContainEqual({ chunks: [] })
  })

  it('include messages without models, as older agents send them', () => {
    const silent = lines.filter((line) => !/"inference":|"serving":/.test(line))
    const messages = silent.map((line) => AgentMessage.parse(JSON.parse(line)))
    const said = messages.flatMap((it) => {
      if (it.kind === 'hello') return [it.inference]
      return it.kind === 'heartbeat' ? [{ serving: it.serving }] : []
    })
    expect(said).toContainEqual({ can: false, llama_missing: null, serving: [] })
    expect(said).toContainEqual({ serving: [] })
  })

  it('include machines that apply no options of containers, as they do not say so', () => {
    const hardware = lines.flatMap((line) => {
      const message = AgentMessage.parse(JSON.parse(line))
      return message.kind === 'hello' || message.kind === 'hardware' ? [message.hardware] : []
    })
    expect(hardware.map((it) => it.container_options)).toContain(undefined)
  })

  it('are of the version in the file name', () => {
    const [hello] = lines.map((line) => AgentMessage.parse(JSON.parse(line)))
    expect(hello).toMatchObject({ kind: 'hello', agent_version: versionOf(file) })
  })
})

it('includes the first released version', () => {
  expect(files).toContain('agent-0.1.0.ndjson')
})

function versionOf(file: string): string | undefined {
  return /^agent-(.+)\.ndjson$/.exec(file)?.[1]
}

/** Named cast: every message is an object, or parsing has thrown before. */
function asRecord(sent: unknown): Record<string, unknown> {
  return sent as Record<string, unknown>
}
