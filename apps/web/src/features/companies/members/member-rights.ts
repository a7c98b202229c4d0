import type { CompanyOverview, Member } from '@gridloom/contract/companies/company'
import { CompanyRole } from '@gridloom/contract/companies/company-role'
import {
  type CompanyVerdict,
  decideRemoval,
  decideRoleChange,
} from '@gridloom/domain/company-roles'

/** What the viewer may do with one member. */
export interface MemberRights {
  /** The roles that the viewer may give the member, including the current one. */
  roles: readonly CompanyRole[]
  /** Whether the viewer may remove the member, or may leave if it is their own row. */
  removal: CompanyVerdict
}

/** Returns the viewer's rights over a member, by the same table of roles that the server uses. */
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
