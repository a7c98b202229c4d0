import { CompanyRole } from '@gridloom/contract/companies/company-role'
import { describe, expect, it } from 'vitest'
import {
  type CompanyAction,
  companyActions,
  companyRights,
  decideRemoval,
  decideRoleChange,
  mayInCompany,
  mayInvite,
  mayInviteSomebody,
} from './company-roles.ts'

const roles = CompanyRole.options
const pairs = roles.flatMap((by) => roles.map((other) => ({ by, other })))

describe('what a role may do with its company', () => {
  const adminsToo: CompanyAction[] = ['see_invitations', 'see_all_spend', 'rename', 'fund']
  const allowed: Record<CompanyRole, readonly CompanyAction[]> = {
    owner: companyActions,
    admin: ['see', 'use', ...adminsToo],
    member: ['see', 'use'],
  }

  it.each(roles)('is exactly what is written down, for %s', (role) => {
    for (const action of companyActions)
      expect(mayInCompany(role, action), action).toBe(allowed[role].includes(action))
  })

  it('leaves closing to owners', () => {
    expect(roles.filter((role) => mayInCompany(role, 'close'))).toEqual(['owner'])
  })

  it('gives a role everything that the role below it has', () => {
    const [owner, admin, member] = roles.map((role) => new Set(companyRights[role].actions))
    expect(owner?.isSupersetOf(admin ?? new Set())).toBe(true)
    expect(admin?.isSupersetOf(member ?? new Set())).toBe(true)
  })
})

describe('inviting', () => {
  const legal = ['owner owner', 'owner admin', 'owner member', 'admin admin', 'admin member']

  it.each(pairs)('$by as $other', ({ by, other }) => {
    expect(mayInvite(by, other)).toBe(legal.includes(`${by} ${other}`))
  })

  it('is nothing for members', () => {
    expect(roles.filter(mayInviteSomebody)).toEqual(['owner', 'admin'])
  })
})

describe('decideRoleChange', () => {
  const all = pairs.flatMap(({ by, other: from }) => roles.map((to) => ({ by, from, to })))

  it('lets owners do everything but take the last owner away, over all 27 changes', () => {
    expect(all).toHaveLength(27)
    for (const change of all.filter(({ by }) => by === 'owner')) {
      expect(decideRoleChange({ ...change, owners: 2 })).toBe('good')
      const last = change.from === 'owner' && change.to !== 'owner'
      expect(decideRoleChange({ ...change, owners: 1 })).toBe(last ? 'last_owner' : 'good')
    }
  })

  it('keeps admins from owners, both ways, and from themselves becoming one', () => {
    for (const change of all.filter(({ by }) => by === 'admin')) {
      const touchesOwner = change.from === 'owner' || change.to === 'owner'
      for (const owners of [1, 2])
        expect(decideRoleChange({ ...change, owners })).toBe(touchesOwner ? 'forbidden' : 'good')
    }
  })

  it('lets members change nothing', () => {
    for (const change of all.filter(({ by }) => by === 'member'))
      expect(decideRoleChange({ ...change, owners: 2 })).toBe('forbidden')
  })
})

describe('decideRemoval', () => {
  it('lets everybody leave, but the last owner', () => {
    for (const role of roles) {
      const leaving = { by: role, of: role, who: 'oneself' } as const
      expect(decideRemoval({ ...leaving, owners: 2 })).toBe('good')
      expect(decideRemoval({ ...leaving, owners: 1 })).toBe(
        role === 'owner' ? 'last_owner' : 'good',
      )
    }
  })

  it.each(pairs)('$by removes another who is $other', ({ by, other }) => {
    const may = mayInvite(by, other)
    const verdict = decideRemoval({ by, of: other, who: 'another', owners: 2 })
    expect(verdict).toBe(may ? 'good' : 'forbidden')
  })

  it('says forbidden and not last_owner to those who may not remove an owner at all', () => {
    for (const by of ['admin', 'member'] as const)
      expect(decideRemoval({ by, of: 'owner', who: 'another', owners: 1 })).toBe('forbidden')
  })
})
