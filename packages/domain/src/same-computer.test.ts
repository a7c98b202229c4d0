import type { Fingerprint } from '@gridloom/contract/machines/enrolment'
import { describe, expect, it } from 'vitest'
import { isSameComputer } from './same-computer.ts'

const computer: Fingerprint = {
  board: 'board',
  disk: 'disk',
  network: 'network',
  system: 'system',
  engine: 'engine',
  gpus: ['gpu-0', 'gpu-1'],
}

describe('isSameComputer', () => {
  it.each<[string, Partial<Fingerprint>]>([
    ['as it was', {}],
    ['with its system reinstalled', { system: 'new', engine: 'new' }],
    ['with another disk', { disk: 'new', system: 'new', engine: 'new' }],
    ['with another network card', { network: 'new' }],
    ['with its GPUs taken out', { gpus: [] }],
  ])('recognises a computer %s', (_, change) => {
    expect(isSameComputer(computer, { ...computer, ...change })).toBe(true)
  })

  it.each<[string, Partial<Fingerprint>]>([
    ['a copy of its disk image elsewhere', { board: 'new', disk: 'new', network: 'new', gpus: [] }],
    ['another board with its disk', { board: 'new', network: 'new', gpus: [] }],
    ['everything new', { board: 'b', disk: 'd', network: 'n', system: 's', engine: 'e', gpus: [] }],
  ])('distinguishes it from %s', (_, change) => {
    expect(isSameComputer(computer, { ...computer, ...change })).toBe(false)
  })

  it('works without the board if it could not be read', () => {
    const { board: _, ...unprivileged } = computer
    expect(isSameComputer(unprivileged, computer)).toBe(true)
    expect(isSameComputer(unprivileged, { ...computer, disk: 'x', network: 'y', gpus: [] })).toBe(
      false,
    )
  })

  it('is false for a single shared GPU, and for no shared part', () => {
    expect(isSameComputer({ gpus: ['gpu-0'] }, { gpus: ['gpu-0'] })).toBe(false)
    expect(isSameComputer({ gpus: [] }, { gpus: [] })).toBe(false)
  })
})
