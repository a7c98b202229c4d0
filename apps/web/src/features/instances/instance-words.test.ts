import { ReasonCode } from '@gridloom/contract/instances/instance'
import { describe, expect, it } from 'vitest'
import { anInstance } from '../../testing/samples.ts'
import { possibleActions } from './instance-actions.ts'
import { instanceCode } from './instance-code.ts'
import { instanceHardwareLine, instanceName, remedyFor } from './instance-words.ts'

describe('the name of an instance', () => {
  it('is its label', () => {
    expect(instanceName(anInstance({ label: 'train' }))).toBe('train')
  })

  it('is its template and the end of its id without a label', () => {
    expect(instanceName(anInstance({ label: '' }))).toBe('Debian shell 0001')
  })
})

describe('hardwareLine', () => {
  it('leaves out the GPU if there is none', () => {
    expect(instanceHardwareLine(anInstance())).toBe('8 vCPU · 16 GiB · 40 GB disk')
  })

  it('counts the GPUs of several slots and leaves out the vendor', () => {
    const instance = anInstance({ gpu_model: 'NVIDIA GeForce RTX 4090', slots: 2 })
    expect(instanceHardwareLine(instance)).toMatch(/^2 × RTX 4090 · /)
  })
})

describe('remedies', () => {
  it.each(ReasonCode.options)('of %s are complete sentences or empty', (code) => {
    expect(remedyFor(code)).toMatch(/^$|^[A-Z].*\.$/s)
  })
})

describe('possibleActions', () => {
  it.each([
    ['pulling', 'running', ['stop', 'destroy']],
    ['running', 'running', ['stop', 'restart', 'destroy', 'move', 'reach']],
    ['stopping', 'stopped', ['destroy']],
    ['stopped', 'stopped', ['start', 'destroy', 'move']],
    ['failed', 'running', ['start', 'destroy']],
    ['lost', 'running', ['stop', 'destroy']],
    ['stopping', 'destroyed', []],
    ['destroyed', 'destroyed', []],
  ])('while %s (desired %s) are %j', (state, desired, actions) => {
    const can = possibleActions(anInstance({ state, desired, ready: false }))
    expect(Object.entries(can).flatMap(([name, may]) => (may ? [name] : []))).toEqual(actions)
  })
})

describe('instanceCode', () => {
  it('has command lines for the possible actions only', () => {
    const lines = instanceCode(anInstance()).flatMap(({ cli }) => cli ?? [])
    const { id } = anInstance()
    expect(lines).toContain(`gridloom stop ${id}`)
    expect(lines).toContain(`gridloom destroy ${id}`)
    expect(lines).not.toContain(`gridloom start ${id}`)
  })

  it('contains the start of a stopped instance', () => {
    const stopped = anInstance({ state: 'stopped', desired: 'stopped', ready: false })
    expect(instanceCode(stopped).map(({ name }) => name)).toContain('Start')
  })
})
