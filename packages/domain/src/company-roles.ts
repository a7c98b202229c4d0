import type { CompanyRole } from '@gridloom/contract/companies/company-role'

/** Actions of members on the company itself. */
export const companyActions = [
  /** See who belongs to it and what it has. */
  'see',
  /** Rent, host and spend in its name. */
  'use',
  'see_invitations',
  /** See what everybody's use costs, not only one's own. */
  'see_all_spend',
  'rename',
  'fund',
  'close',
] as const
export type CompanyAction = (typeof companyActions)[number]

interface Rights {
  readonly actions: readonly CompanyAction[]
  /** The roles that they may give, change and take away. */
  readonly over: readonly CompanyRole[]
}

/**
 * The closed table of who may do what. Everybody may leave, but the last owner: a company always has one.
 *
 *           see, use   invitations, all spend, rename, fund   close   gives and takes away
 *  owner       x                        x                       x     owner, admin, member
 *  admin       x                        x                             admin, member
 *  member      x
 */
export const companyRights = {
  owner: { actions: companyActions, over: ['owner', 'admin', 'member'] },
  admin: {
    actions: ['see', 'use', 'see_invitations', 'see_all_spend', 'rename', 'fund'],
    over: ['admin', 'member'],
  },
  member: { actions: ['see', 'use'], over: [] },
} as const satisfies Record<CompanyRole, Rights>

export type CompanyVerdict = 'good' | 'forbidden' | 'last_owner'

/** Whether a role may do something with its company. */
export function mayInCompany(role: CompanyRole, action: CompanyAction): boolean {
  return rightsOf(role).actions.includes(action)
}

/** Whether a role may invite somebody as another, or take such an invitation back. */
export function mayInvite(role: CompanyRole, as: CompanyRole): boolean {
  return rightsOf(role).over.includes(as)
}

/** Whether a role invites anybody at all. */
export function mayInviteSomebody(role: CompanyRole): boolean {
  return rightsOf(role).over.length > 0
}

interface RoleChange {
  /** The role of whoever asks. */
  by: CompanyRole
  from: CompanyRole
  to: CompanyRole
  /** How many owners the company has now. */
  owners: number
}

/** Whether somebody may give a member, or themselves, another role. */
export function decideRoleChange({ by, from, to, owners }: RoleChange): CompanyVerdict {
  const { over } = rightsOf(by)
  if (!over.includes(from) || !over.includes(to)) return 'forbidden'
  return from === 'owner' && to !== 'owner' && owners <= 1 ? 'last_owner' : 'good'
}

interface Removal {
  by: CompanyRole
  /** The role of the one who goes. */
  of: CompanyRole
  who: 'oneself' | 'another'
  owners: number
}

/** Whether somebody may remove a member, or leave. */
export function decideRemoval({ by, of, who, owners }: Removal): CompanyVerdict {
  if (who === 'another' && !rightsOf(by).over.includes(of)) return 'forbidden'
  return of === 'owner' && owners <= 1 ? 'last_owner' : 'good'
}

function rightsOf(role: CompanyRole): Rights {
  return companyRights[role]
}
