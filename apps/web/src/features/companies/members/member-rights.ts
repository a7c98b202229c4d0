import type { CompanyOverview, Member } from '@gridloom/contract/companies/company'
import { CompanyRole } from '@gridloom/contract/companies/company-role'
import {
  type CompanyVerdict,
  decideRemoval,
  decideRoleChange,
} from '@gridloom/domain/company-roles'

/** What the reader may do about one member. */
export interface MemberRights {
  /** The roles that they may be given, their own among them. */
  roles: readonly CompanyRole[]
  /** Whether they may be removed, or may leave where it is the reader. */
  removal: CompanyVerdict
}

/** Judges by the company's closed table of roles, as the server does. */
export function rightsOver(
  { role: by, member_list: members }: Pick<CompanyOverview, 'role' | 'member_list'>,
  { role: from }: Pick<Member, 'role'>,
  who: 'oneself' | 'another',
): MemberRights {
  const owners = members.filter(({ role }) => role === 'owner').length
  const roles = CompanyRole.options.filter(
    (to) => to === from || decideRoleChange({ by, from, to, owners }) === 'good',
  )
  return { roles, removal: decideRemoval({ by, of: from, who, owners }) }
}
