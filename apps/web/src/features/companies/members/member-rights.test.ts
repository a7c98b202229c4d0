import { describe, expect, it } from 'vitest'
import { aMember, anOverview, grace } from '../../../testing/company-samples.ts'
import { rightsOver } from './member-rights.ts'

describe('rightsOver', () => {
  it('lets an owner change and remove others', () => {
    const { roles, removal } = rightsOver(anOverview(), grace(), 'another')
    expect(roles).toEqual(['owner', 'admin', 'member'])
    expect(removal).toBe('good')
  })

  it('does not let the last owner leave or change role', () => {
    const { roles, removal } = rightsOver(anOverview(), aMember(), 'oneself')
    expect(roles).toEqual(['owner'])
    expect(removal).toBe('last_owner')
  })

  it('lets an owner leave or change role if there is another', () => {
    const two = anOverview({ member_list: [aMember(), grace({ role: 'owner' })] })
    expect(rightsOver(two, aMember(), 'oneself')).toEqual({
      roles: ['owner', 'admin', 'member'],
      removal: 'good',
    })
  })

  it('does not let an admin change owners or make one', () => {
    const asAdmin = anOverview({ role: 'admin' })
    expect(rightsOver(asAdmin, aMember(), 'another')).toEqual({
      roles: ['owner'],
      removal: 'forbidden',
    })
    expect(rightsOver(asAdmin, grace(), 'another').roles).toEqual(['admin', 'member'])
  })

  it('lets a member do nothing but leave', () => {
    const asMember = anOverview({ role: 'member' })
    expect(rightsOver(asMember, grace(), 'oneself').removal).toBe('good')
    expect(rightsOver(asMember, grace(), 'another')).toEqual({
      roles: ['member'],
      removal: 'forbidden',
    })
  })
})
