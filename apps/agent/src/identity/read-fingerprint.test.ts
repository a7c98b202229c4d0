import { describe, expect, it } from 'vitest'
import { type ComputerIds, hashIds } from './read-fingerprint.ts'

const box: ComputerIds = {
  board: '4C4C4544-0042',
  disk: 'S4EWNX0R',
  network: 'a4:bb:6d:01:02:03',
  system: 'f00d',
  engine: '',
  gpus: ['GPU-1', 'GPU-1'],
}

describe('hashIds', () => {
  it('reveals none of the ids, and omits those that are unknown', () => {
    const hashed = hashIds(box, 'salt')
    expect(Object.keys(hashed).sort()).toEqual(['board', 'disk', 'gpus', 'network', 'system'])
    expect(hashed.gpus).toHaveLength(1)
    expect(JSON.stringify(hashed)).not.toMatch(/4c4c|s4ew|f00d|gpu-1/i)
  })

  it('returns the same hash regardless of case, and another for another salt or kind', () => {
    expect(hashIds({ ...box, board: box.board.toLowerCase() }, 'salt')).toEqual(
      hashIds(box, 'salt'),
    )
    expect(hashIds(box, 'another').board).not.toBe(hashIds(box, 'salt').board)
    const same = hashIds({ ...box, disk: box.board }, 'salt')
    expect(same.disk).not.toBe(same.board)
  })
})
