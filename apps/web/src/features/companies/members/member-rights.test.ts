import { describe, expect, it } from 'vitest'
import { aMember, anOverview, grace } from '../../../testing/company-samples.ts'
import { rightsOver } from './member-rights.ts'

describe('what a reader may do about a member', () => {
  it('is everything for an owner, about others', () => {
    const { roles, removal } = rightsOver(anOverview(), grace(), 'another')
    expect(roles).toEqual(['owner', 'admin', 'member'])
    expect(removal).toBe('good')
  })

  it('keeps the last owner as they are', () => {
    const { roles, removal } = rightsOver(anOverview(), aMember(), 'oneself')
    expect(roles).toEqual(['owner'])
    expect(removal).toBe('last_owner')
  })

  it('lets an owner go once there are two', () => {
    const two = anOverview({ member_list: [aMember(), grace({ role: 'owner' })] })
    expect(rightsOver(two, aMember(), 'oneself')).toEqual({
      roles: ['owner', 'admin', 'member'],
      removal: 'good',
    })
  })

  it('keeps admins from owners', () => {
    const asAdmin = anOverview({ role: 'admin' })
    expect(rightsOver(asAdmin, aMember(), 'another')).toEqual({
      roles: ['owner'],
      removal: 'forbidden',
    })
    expect(rightsOver(asAdmin, grace(), 'another').roles).toEqual(['admin', 'member'])
  })

  it('is nothing for members, but leaving', () => {
    const asMember = anOverview({ role: 'member' })
    expect(rightsOver(asMember, grace(), 'oneself').removal).toBe('good')
    expect(rightsOver(asMember, grace(), 'another')).toEqual({
      roles: ['member'],
      removal: 'forbidden',
    })
  })
})
