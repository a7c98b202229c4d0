import type { AccountId } from '@gridloom/contract/core/ids'
import type { Db } from '../src/platform/database/connect.ts'

type Tables = {
  accounts: {
    id: string
    email: string
    email_key: string
    username: string
    role: string
    created_at: Date
    email_verified_at: Date | null
    notifications: string
  }
  companies: { id: string; name: string; created_at: Date }
  company_members: { company_id: string; account_id: string; role: string; joined_at: Date }
  outgoing_mails: { to_address: string; subject: string; text: string; created_at: Date }
}

interface Addressee {
  id: AccountId
  email: string
  notifications?: Record<string, boolean>
  /** Verified by default. */
  verified?: 'no'
}

/** Inserts a user with an email address for an existing account id. */
export async function addAddressee(db: Db, who: Addressee): Promise<void> {
  const at = new Date('2026-01-01T00:00:00.000Z')
  await db
    .withTables<Tables>()
    .insertInto('accounts')
    .values({
      id: who.id,
      email: who.email,
      email_key: who.email,
      username: 'somebody',
      role: 'user',
      created_at: at,
      email_verified_at: who.verified === 'no' ? null : at,
      notifications: JSON.stringify(who.notifications ?? {}),
    })
    .execute()
}

/** Inserts a company for an account id, with its members. */
export async function addCompany(
  db: Db,
  company: { id: AccountId; members: readonly { id: AccountId; role: string }[] },
): Promise<void> {
  const at = new Date('2026-01-01T00:00:00.000Z')
  const tables = db.withTables<Tables>()
  await tables
    .insertInto('companies')
    .values({ id: company.id, name: 'Acme', created_at: at })
    .execute()
  for (const { id, role } of company.members) {
    const member = { company_id: company.id, account_id: id, role, joined_at: at }
    await tables.insertInto('company_members').values(member).execute()
  }
}

/** Returns the queued emails, oldest first, as `address: subject`. For fixtures without a server, which would send them. */
export async function queuedEmails(db: Db): Promise<string[]> {
  const rows = await db
    .withTables<Tables>()
    .selectFrom('outgoing_mails')
    .select(['to_address', 'subject'])
    .orderBy('created_at')
    .orderBy('to_address')
    .execute()
  return rows.map(({ to_address, subject }) => `${to_address}: ${subject}`)
}

/**
 * Returns the emails of a server that sends them, each once, as `address: subject`: those in its queue, then those that
 * were delivered meanwhile. Read in this order, none is missed.
 */
export async function queuedOrSentEmails(site: {
  readonly db: Db
  readonly server: { readonly emails: readonly { to: string; subject: string }[] }
}): Promise<string[]> {
  const queued = await queuedEmails(site.db)
  const sent = site.server.emails.map(({ to, subject }) => `${to}: ${subject}`)
  return [...new Set([...queued, ...sent])]
}

/** Returns the text of the email that was queued last. */
export async function newestEmailText(db: Db): Promise<string> {
  const { text } = await db
    .withTables<Tables>()
    .selectFrom('outgoing_mails')
    .select('text')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return text
}
