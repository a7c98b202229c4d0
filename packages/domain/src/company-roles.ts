import type { CompanyRole } from '@gridloom/contract/companies/company-role'

/** Actions of members on the company itself. */
export const companyActions = [
  /** See its members and its balance. */
  'see',
  /** Rent, host and spend on its behalf. */
  'use',
  'see_invitations',
  /** See the spend of all members, not only one's own. */
  'see_all_spend',
  'rename',
  'fund',
  /** See its payouts and where they go, change that, and have its earnings paid out. */
  'pay_out',
  'close',
] as const
export type CompanyAction = (typeof companyActions)[number]

interface Rights {
  readonly actions: readonly CompanyAction[]
  /** The roles that they may grant, change and revoke. */
  readonly over: readonly CompanyRole[]
}

/**
 * The closed table of permissions. Every member may leave, except the last owner: a company always has one.
 *
 *           see, use   invitations, all spend, rename, fund, pay out   close   grants and revokes
 *  owner       x                            x                           x     owner, admin, member
 *  admin       x                            x                                 admin, member
 *  member      x
 */
export const companyRights = {
  owner: { actions: companyActions, over: ['owner', 'admin', 'member'] },
  admin: {
    actions: ['see', 'use', 'see_invitations', 'see_all_spend', 'rename', 'fund', 'pay_out'],
    over: ['admin', 'member'],
  },
  member: { actions: ['see', 'use'], over: [] },
} as const satisfies Record<CompanyRole, Rights>

export type CompanyVerdict = 'good' | 'forbidden' | 'last_owner'

/** Whether a role may perform an action on its company. */
export function mayInCompany(role: CompanyRole, action: CompanyAction): boolean {
  return rightsOf(role).actions.includes(action)
}

/** Whether a role may invite a user as another role, or withdraw such an invitation. */
export function mayInvite(role: CompanyRole, as: CompanyRole): boolean {
  return rightsOf(role).over.includes(as)
}

/** Whether a role may invite users at all. */
export function mayInviteSomebody(role: CompanyRole): boolean {
  return rightsOf(role).over.length > 0
}

interface RoleChange {
  /** The role of the caller. */
  by: CompanyRole
  from: CompanyRole
  to: CompanyRole
  /** How many owners the company has now. */
  owners: number
}

/** Decides whether a member may change the role of a member, or their own. */
export function decideRoleChange({ by, from, to, owners }: RoleChange): CompanyVerdict {
  const { over } = rightsOf(by)
  if (!over.includes(from) || !over.includes(to)) return 'forbidden'
  return from === 'owner' && to !== 'owner' && owners <= 1 ? 'last_owner' : 'good'
}

interface Removal {
  by: CompanyRole
  /** The role of the member to remove. */
  of: CompanyRole
  who: 'oneself' | 'another'
  owners: number
}

/** Decides whether a member may remove another, or leave. */
export function decideRemoval({ by, of, who, owners }: Removal): CompanyVerdict {
  if (who === 'another' && !rightsOf(by).over.includes(of)) return 'forbidden'
  return of === 'owner' && owners <= 1 ? 'last_owner' : 'good'
}

function rightsOf(role: CompanyRole): Rights {
  return companyRights[role]
}
