import { InstanceSpec } from '@gridloom/contract/agent/protocol'
import { expect, it } from 'vitest'
import { anInstance } from '../../../test/instance-builders.ts'
import { holdKey } from './hold-key.ts'
import { instanceSpecOf } from './instance-spec.ts'

it('sends the machine what it needs, without renter, price or label', () => {
  const row = anInstance({ generation: 3, restart: 2, gpu_uuids: ['GPU-1'], label: 'secret' })
  const spec = instanceSpecOf(row, {
    authorizedKeys: ['ssh-ed25519 AAAA'],
    volumes: [],
    login: null,
  })
  expect(InstanceSpec.parse(spec)).toEqual(spec)
  expect(spec).toMatchObject({ generation: 3, restart: 2, gpu_uuids: ['GPU-1'] })
  expect(spec.authorized_keys).toEqual(['ssh-ed25519 AAAA'])
  expect(JSON.stringify(spec)).not.toMatch(/acc_|secret|micro_usd/)
})

it.each(['running', 'stopped', 'destroyed'] as const)(
  'sends %s as the desired state',
  (desired) => {
    expect(
      instanceSpecOf(anInstance({ desired }), { authorizedKeys: [], volumes: [], login: null })
        .desired,
    ).toBe(desired)
  },
)

it('gives each change of a hold its own key, by reason, generation and report', () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms)
  const keys = [
    holdKey('lost', anInstance()),
    holdKey('stopped', anInstance()),
    holdKey('lost', anInstance({ generation: 2 })),
    holdKey('lost', anInstance({ last_seen_at: at(0) })),
    holdKey('lost', anInstance({ last_seen_at: at(1) })),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  expect(holdKey('lost', anInstance({ last_seen_at: at(1) }))).toBe(keys.at(-1))
})
