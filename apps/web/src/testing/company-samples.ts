import { Company, CompanyOverview, Invitation, Member } from '@gridloom/contract/companies/company'
import { Spend } from '@gridloom/contract/companies/spend'
import { AccessCode } from '@gridloom/contract/operator/access-code'
import { OperatorAnnouncement } from '@gridloom/contract/operator/announcement'
import { User } from '@gridloom/contract/operator/user'
import { aBalance, sampleId, secondsBefore } from './samples.ts'

// Builders of company and operator data with defaults; each parses what it builds.

export function aCompany(parts: object = {}): Company {
  return Company.parse({
    id: sampleId('acc', 50),
    name: 'Acme',
    role: 'owner',
    members: 2,
    created_at: secondsBefore(86_400),
    ...parts,
  })
}

/** A member of a company; by default Ada, who is signed in. */
export function aMember(parts: object = {}): Member {
  return Member.parse({
    account_id: sampleId('acc', 1),
    username: 'ada',
    name: null,
    email: 'ada@example.com',
    profile_path: null,
    role: 'owner',
    joined_at: secondsBefore(86_400),
    spent_this_month_micro_usd: 1_500_000,
    ...parts,
  })
}

export function grace(parts: object = {}): Member {
  return aMember({
    account_id: sampleId('acc', 2),
    username: 'grace',
    email: 'grace@example.com',
    role: 'member',
    spent_this_month_micro_usd: 250_000,
    ...parts,
  })
}

export function anOverview(parts: object = {}): CompanyOverview {
  return CompanyOverview.parse({
    ...aCompany(),
    balance: aBalance({ available_micro_usd: 42_000_000 }),
    member_list: [aMember(), grace()],
    invitations: [],
    ...parts,
  })
}

export function anInvitation(parts: object = {}): Invitation {
  return Invitation.parse({
    id: sampleId('inv', 1),
    company_id: sampleId('acc', 50),
    company_name: 'Acme',
    email: 'edsger@example.com',
    role: 'admin',
    invited_by: 'ada',
    created_at: secondsBefore(60),
    expires_at: '2126-12-05T12:00:00.000Z',
    ...parts,
  })
}

/** A number of days of which the last two have some spend. */
export function aSpend(days = 30, parts: object = {}): Spend {
  const dayAt = (index: number) => secondsBefore((days - 1 - index) * 86_400).slice(0, 10)
  return Spend.parse({
    today_micro_usd: 1_230_000,
    this_month_micro_usd: 3_210_000,
    days: Array.from({ length: days }, (_, index) => ({
      day: dayAt(index),
      micro_usd: index < days - 2 ? 0 : 1_605_000,
    })),
    by_user: [{ id: sampleId('acc', 2), name: 'grace', micro_usd: 3_000_000 }],
    by_key: [{ id: sampleId('key', 1), name: 'ci', micro_usd: 210_000 }],
    ...parts,
  })
}

export function aUser(parts: object = {}): User {
  return User.parse({
    account_id: sampleId('acc', 2),
    username: 'grace',
    email: 'grace@example.com',
    email_verified: true,
    role: 'user',
    has_access: true,
    is_kol: false,
    suspended_at: null,
    created_at: secondsBefore(86_400),
    last_seen_at: secondsBefore(60),
    machines: 1,
    instances: 2,
    available_micro_usd: 4_200_000,
    ...parts,
  })
}

export function anAccessCode(parts: object = {}): AccessCode {
  return AccessCode.parse({
    id: sampleId('cod', 1),
    label: 'Meetup',
    uses: 3,
    uses_max: 50,
    expires_at: null,
    revoked_at: null,
    created_at: secondsBefore(3_600),
    ...parts,
  })
}

export function anOperatorAnnouncement(parts: object = {}): OperatorAnnouncement {
  return OperatorAnnouncement.parse({
    id: sampleId('ann', 1),
    level: 'info',
    text: 'New GPUs are here',
    starts_at: secondsBefore(60),
    ends_at: null,
    state: 'now',
    mail: 'none',
    ...parts,
  })
}
