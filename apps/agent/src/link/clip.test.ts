import { AgentMessage } from '@gridloom/contract/agent/protocol'
import { agentLimits } from '@gridloom/contract/core/agent-limits'
import { expect, it } from 'vitest'
import { aHardware, aReport } from '../../test/builders.ts'
import { clipped } from './clip.ts'

it('returns a message that fits its schema unchanged', () => {
  const message = { kind: 'hardware', hardware: aHardware() } as const
  expect(clipped(AgentMessage, message)).toBe(message)
})

it('shortens long texts, removes NUL and replaces lone surrogates', () => {
  const text = `${'e'.repeat(agentLimits.sentenceChars)}\0\ud800 and more`
  const report = aReport({ reason: { code: 'start_failed', text, exit_code: 1 } })
  const sent = clipped(AgentMessage, { kind: 'instance', report })
  expect(AgentMessage.parse(sent)).toEqual(sent)
  expect(sent.report.reason?.text).toBe('e'.repeat(agentLimits.sentenceChars))
  const half = aReport({ reason: { code: 'start_failed', text: 'a\0b\ud800', exit_code: 1 } })
  expect(clipped(AgentMessage, { kind: 'instance', report: half }).report.reason?.text).toBe(
    'ab\ufffd',
  )
})

it('shortens long lists and the texts in them', () => {
  const image = { name: 'n'.repeat(1_000), size_bytes: 1 }
  const images = Array.from({ length: 700 }, () => image)
  const sent = clipped(AgentMessage, { kind: 'hardware', hardware: aHardware({ images }) })
  expect(AgentMessage.safeParse(sent).success).toBe(true)
  expect(sent.hardware.images).toHaveLength(agentLimits.images)
})
