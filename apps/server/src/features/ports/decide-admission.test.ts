import {
  AccountId,
  ApiKeyId,
  InstanceId,
  MachineId,
  PortLinkId,
  SessionId,
} from '@gridloom/contract/core/ids'
import type { InstanceState } from '@gridloom/contract/instances/instance'
import type { PortAccess } from '@gridloom/contract/ports/port-address'
import { describe, expect, it } from 'vitest'
import type { AddressedInstance } from './admission-store.ts'
import { decideAdmission, type PresentedAccess } from './decide-admission.ts'

const digits = '0'.repeat(26)
const until = new Date('2026-12-01T00:00:00Z')
const key = ApiKeyId.parse(`key_${digits}`)
const visitor = {
  user_id: AccountId.parse(`acc_${digits}`),
  session_id: SessionId.parse(`ses_${digits}`),
  until,
}
const link = { id: PortLinkId.parse(`lnk_${digits}`), until }
const connected = { isConnected: true }

describe('who is admitted to a port', () => {
  const all = { nobody: {}, visitor: { visitor }, link: { link }, key: { key } } as const
  const admitted: Readonly<Record<PortAccess, readonly (keyof typeof all)[]>> = {
    private: ['visitor', 'key'],
    link: ['visitor', 'link', 'key'],
    public: ['nobody', 'visitor', 'link', 'key'],
  }
  it.each(Object.entries(admitted))('%s: %s', (access, expected) => {
    const found = Object.entries(all).filter(
      ([, shown]) => decide({ access: asAccess(access) }, shown).kind === 'admitted',
    )
    expect(found.map(([name]) => name)).toEqual(expected)
  })

  it('is decided by what ends the admission, which a public address does not lose', () => {
    expect(decide({ access: 'public' }, { visitor })).toMatchObject({
      accessKey: `user ${visitor.user_id}`,
      untilMs: until.getTime(),
      subjects: [address.instance_id, visitor.session_id, visitor.user_id],
    })
    expect(decide({ access: 'public' }, {})).toMatchObject({ accessKey: 'public', untilMs: null })
    expect(decide({ access: 'link' }, { link })).toMatchObject({
      accessKey: `link ${link.id}`,
      untilMs: until.getTime(),
    })
  })

  it('is answered alike for an address that does not exist, and for a foreign one', () => {
    for (const shown of [{}, { link }, { key: 'refused' as const }]) {
      const { subjects: _none, ...unknown } = decideAdmission(
        undefined,
        presented(shown),
        connected,
      )
      const { subjects: _some, ...foreign } = decide({ access: 'private' }, shown)
      expect(foreign).toEqual(unknown)
    }
    expect(decide({}, { key: 'refused' })).toMatchObject({ kind: 'unserved', reason: 'no_access' })
  })
})

describe('an instance that may be opened', () => {
  it.each<[string, Partial<AddressedInstance>, string | undefined]>([
    ['runs and is ready', { state: 'running', ready: true }, undefined],
    ['runs and is charged', { state: 'running', ready: false, charged_from: until }, undefined],
    ['runs and is neither', { state: 'running', ready: false }, 'starting'],
    ['is pulled', { state: 'pulling' }, 'starting'],
    ['restarts', { state: 'stopping', desired: 'running' }, 'starting'],
    ['is stopping', { state: 'stopping', desired: 'stopped' }, 'stopped'],
    ['is stopped', { state: 'stopped', desired: 'stopped' }, 'stopped'],
    ['has failed', { state: 'failed' }, 'failed'],
    ['is lost', { state: 'lost' }, 'machine_offline'],
  ])('%s', (_what, state, reason) => {
    const decided = decide({ access: 'public', ...state }, {})
    expect(decided.kind === 'unserved' ? decided.reason : undefined).toBe(reason)
  })

  it('is offline where its machine is not connected', () => {
    const decided = decideAdmission({ ...address, access: 'public' }, presented({}), {
      isConnected: false,
    })
    expect(decided).toMatchObject({ kind: 'unserved', reason: 'machine_offline' })
  })

  it('tells its state to nobody who may not open it', () => {
    for (const state of ['stopped', 'failed', 'lost'] satisfies InstanceState[])
      expect(decide({ state, access: 'private' }, {}).kind).toBe('sign_in')
  })
})

const address: AddressedInstance = {
  instance_id: InstanceId.parse(`ins_${digits}`),
  account_id: AccountId.parse(`acc_${digits}`),
  machine_id: MachineId.parse(`mch_${digits}`),
  port: 8888,
  access: 'private',
  state: 'running',
  desired: 'running',
  ready: true,
  charged_from: null,
}

function decide(change: Partial<AddressedInstance>, shown: Partial<PresentedAccess>) {
  return decideAdmission({ ...address, ...change }, presented(shown), connected)
}

function presented(shown: Partial<PresentedAccess>): PresentedAccess {
  return { visitor: undefined, link: undefined, key: undefined, ...shown }
}

/** Named cast: the keys of a record by access. */
function asAccess(text: string): PortAccess {
  return text as PortAccess
}
