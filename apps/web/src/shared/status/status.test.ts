import { InstanceState } from '@gridloom/contract/instances/instance'
import { describe, expect, it } from 'vitest'
import { aMachine } from '../../testing/samples.ts'
import { instanceStatus } from './instance-status.ts'
import { machineStatus } from './machine-status.ts'

describe('instanceStatus', () => {
  it('has a word of its own for every state', () => {
    const words = InstanceState.options.map((state) => instanceStatus({ state, ready: true }).word)
    expect(new Set(words).size).toBe(InstanceState.options.length)
  })

  it('calls running good only when the readiness probe has passed', () => {
    expect(instanceStatus({ state: 'running', ready: true }).tone).toBe('good')
    expect(instanceStatus({ state: 'running', ready: false })).toEqual({
      tone: 'busy',
      word: 'Getting ready',
    })
  })
})

describe('machineStatus', () => {
  it('is fine when it is heard and has no problem', () => {
    expect(machineStatus(aMachine())).toEqual({ tone: 'good', word: 'Online' })
  })

  it('asks for attention when something keeps it from being rented', () => {
    const problems = [{ code: 'disk_low', text: 'Disk is low.', remedy: 'Free some.' }]
    expect(machineStatus(aMachine({ problems })).tone).toBe('warn')
  })

  it('is fine with a hint: nothing is kept from being rented by it', () => {
    const hint = { code: 'hardening_incomplete', text: 'No views.', remedy: 'Install lxcfs.' }
    expect(machineStatus(aMachine({ problems: [hint] })).word).toBe('Online')
  })

  it('is offline whatever else is wrong', () => {
    const problems = [{ code: 'offline', text: 'Silent.', remedy: 'Check power.' }]
    expect(machineStatus(aMachine({ status: 'offline', problems })).word).toBe('Offline')
  })

  it('waits for a machine that never spoke', () => {
    expect(machineStatus(aMachine({ status: 'waiting' })).tone).toBe('busy')
  })
})
