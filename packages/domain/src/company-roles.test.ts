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

describe('the actions of a role', () => {
  const adminsToo: CompanyAction[] = [
    'see_invitations',
    'see_all_spend',
    'rename',
    'fund',
    'pay_out',
  ]
  const allowed: Record<CompanyRole, readonly CompanyAction[]> = {
    owner: companyActions,
    admin: ['see', 'use', ...adminsToo],
    member: ['see', 'use'],
  }

  it.each(roles)('are exactly those of the table, for %s', (role) => {
    for (const action of companyActions)
      expect(mayInCompany(role, action), action).toBe(allowed[role].includes(action))
  })

  it('include closing only for owners', () => {
    expect(roles.filter((role) => mayInCompany(role, 'close'))).toEqual(['owner'])
  })

  it('include all those of the role below', () => {
    const [owner, admin, member] = roles.map((role) => new Set(companyRights[role].actions))
    expect(owner?.isSupersetOf(admin ?? new Set())).toBe(true)
    expect(admin?.isSupersetOf(member ?? new Set())).toBe(true)
  })
})

describe('an invitation', () => {
  const legal = ['owner owner', 'owner admin', 'owner member', 'admin admin', 'admin member']

  it.each(pairs)('by $by as $other is allowed exactly if the table says so', ({ by, other }) => {
    expect(mayInvite(by, other)).toBe(legal.includes(`${by} ${other}`))
  })

  it('is not allowed for members', () => {
    expect(roles.filter(mayInviteSomebody)).toEqual(['owner', 'admin'])
  })
})

describe('decideRoleChange', () => {
  const all = pairs.flatMap(({ by, other: from }) => roles.map((to) => ({ by, from, to })))

  it('allows owners everything except demoting the last owner, over all 27 changes', () => {
    expect(all).toHaveLength(27)
    for (const change of all.filter(({ by }) => by === 'owner')) {
      expect(decideRoleChange({ ...change, owners: 2 })).toBe('good')
      const last = change.from === 'owner' && change.to !== 'owner'
      expect(decideRoleChange({ ...change, owners: 1 })).toBe(last ? 'last_owner' : 'good')
    }
  })

  it('forbids admins to change owners, or to make anyone an owner', () => {
    for (const change of all.filter(({ by }) => by === 'admin')) {
      const touchesOwner = change.from === 'owner' || change.to === 'owner'
      for (const owners of [1, 2])
        expect(decideRoleChange({ ...change, owners })).toBe(touchesOwner ? 'forbidden' : 'good')
    }
  })

  it('forbids members every change', () => {
    for (const change of all.filter(({ by }) => by === 'member'))
      expect(decideRoleChange({ ...change, owners: 2 })).toBe('forbidden')
  })
})

describe('decideRemoval', () => {
  it('lets every member leave, except the last owner', () => {
    for (const role of roles) {
      const leaving = { by: role, of: role, who: 'oneself' } as const
      expect(decideRemoval({ ...leaving, owners: 2 })).toBe('good')
      expect(decideRemoval({ ...leaving, owners: 1 })).toBe(
        role === 'owner' ? 'last_owner' : 'good',
      )
    }
  })

  it.each(pairs)(
    '$by removing another who is $other is allowed exactly if the invitation is',
    ({ by, other }) => {
      const may = mayInvite(by, other)
      const verdict = decideRemoval({ by, of: other, who: 'another', owners: 2 })
      expect(verdict).toBe(may ? 'good' : 'forbidden')
    },
  )

  it('returns forbidden, not last_owner, to roles that may not remove an owner at all', () => {
    for (const by of ['admin', 'member'] as const)
      expect(decideRemoval({ by, of: 'owner', who: 'another', owners: 1 })).toBe('forbidden')
  })
})
