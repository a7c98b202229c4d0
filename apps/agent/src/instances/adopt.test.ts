import { describe, expect, it } from 'vitest'
import { aSpec } from '../../test/builders.ts'
import type { ContainerFacts } from '../runtime/port.ts'
import { adoptedRecords } from './adopt.ts'
import { containerName, labelsOf } from './names.ts'

const spec = aSpec()
const restored = { now: { monotonicMs: 0, wallMs: 0 }, systemBoot: undefined }

describe('containers found by a new agent', () => {
  it('are adopted as instances by their labels', () => {
    const [record] = adoptedRecords([], [aContainer()], restored)
    expect(record).toMatchObject({ spec, containerState: 'running' })
  })

  it('are ignored when they have the labels, as those of an image may, but not the name', () => {
    const planted = aContainer({ name: 'by-hand', state: 'created', startedAt: null })
    expect(adoptedRecords([], [planted], restored)).toEqual([])
    for (const found of [
      [aContainer(), planted],
      [planted, aContainer()],
    ]) {
      const [record, ...others] = adoptedRecords([], found, restored)
      expect(record?.containerState).toBe('running')
      expect(others).toEqual([])
    }
  })
})

function aContainer(changes: Partial<ContainerFacts> = {}): ContainerFacts {
  return {
    ...{ containerId: 'c1', name: containerName(spec.instance_id) },
    cpus: [],
    labels: labelsOf(spec, { network: 'n', owner: 'o' }),
    ...{ state: 'running', startedAt: '2026-01-01T00:00:00Z', finishedAt: null },
    ...{ exitCode: null, outOfMemory: false, isOffline: false },
    ...changes,
  }
}
