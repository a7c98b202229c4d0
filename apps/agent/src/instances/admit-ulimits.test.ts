import type { Ulimit } from '@gridloom/contract/templates/docker-options'
import { describe, expect, it } from 'vitest'
import { admitUlimits } from './admit-ulimits.ts'

describe('the ulimits of a template', () => {
  it.each<Ulimit>([
    { name: 'nofile', soft: 1_024, hard: 1_048_576 },
    { name: 'memlock', soft: -1, hard: -1 },
    { name: 'stack', soft: 67_108_864, hard: -1 },
    { name: 'core', soft: 0, hard: 0 },
    { name: 'nofile', soft: 16, hard: 16 },
    { name: 'sigpending', soft: 0, hard: 1_048_576 },
  ])('may be what the machine can bear: %o', (limit) => {
    expect(() => admitUlimits([limit])).not.toThrow()
  })

  it.each<[Ulimit, string]>([
    [{ name: 'core', soft: 0, hard: -1 }, 'The ulimit core may be at most 0.'],
    [{ name: 'core', soft: 1, hard: 1 }, 'The ulimit core may be at most 0.'],
    [{ name: 'sigpending', soft: 1, hard: -1 }, 'The ulimit sigpending may be at most 1048576.'],
    [{ name: 'nofile', soft: 15, hard: 20 }, 'The ulimit nofile must be at least 16.'],
    [{ name: 'data', soft: 1, hard: -1 }, 'The ulimit data must be at least 134217728.'],
    [{ name: 'cpu', soft: 2, hard: 1 }, 'The ulimit cpu has a soft limit above its hard limit.'],
    [{ name: 'cpu', soft: -1, hard: 1 }, 'The ulimit cpu has a soft limit above its hard limit.'],
  ])('are refused by name, and not tried again: %o', (limit, text) => {
    const refused = {
      code: 'start_failed',
      retry: 'never',
      message: `${text} Change it in the template.`,
    }
    const nofile = { name: 'nofile', soft: 64, hard: 64 } as const
    expect(() => admitUlimits([nofile, limit])).toThrow(expect.objectContaining(refused))
  })
})
