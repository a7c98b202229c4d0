import { InstanceState } from '@gridloom/contract/instances/instance'
import { describe, expect, it } from 'vitest'
import { aMachine } from '../../testing/samples.ts'
import { instanceStatus } from './instance-status.ts'
import { machineStatus } from './machine-status.ts'

describe('instanceStatus', () => {
  it('has a different word for each state', () => {
    const words = InstanceState.options.map((state) => instanceStatus({ state, ready: true }).word)
    expect(new Set(words).size).toBe(InstanceState.options.length)
  })

  it('is good only when a running instance is ready', () => {
    expect(instanceStatus({ state: 'running', ready: true }).tone).toBe('good')
    expect(instanceStatus({ state: 'running', ready: false })).toEqual({
      tone: 'busy',
      word: 'Getting ready',
    })
  })
})

describe('machineStatus', () => {
  it('is online when it is connected and has no problem', () => {
    expect(machineStatus(aMachine())).toEqual({ tone: 'good', word: 'Online' })
  })

  it('is a warning when a problem keeps it from being rented', () => {
    const problems = [{ code: 'disk_low', text: 'Disk is low.', remedy: 'Free some.' }]
    expect(machineStatus(aMachine({ problems })).tone).toBe('warn')
  })

  it('is online when its problem does not keep it from being rented', () => {
    const hint = { code: 'hardening_incomplete', text: 'No views.', remedy: 'Install lxcfs.' }
    expect(machineStatus(aMachine({ problems: [hint] })).word).toBe('Online')
  })

  it('is offline whatever its other problems', () => {
    const problems = [{ code: 'offline', text: 'Silent.', remedy: 'Check power.' }]
    expect(machineStatus(aMachine({ status: 'offline', problems })).word).toBe('Offline')
  })

  it('is busy for a machine that has never connected', () => {
    expect(machineStatus(aMachine({ status: 'waiting' })).tone).toBe('busy')
  })
})
