import type { Db } from '@gridloom/server/platform/database/connect'

interface Review {
  account_id: string
  rule: string
  evidence: string
  found_at: Date
  expires_at: Date
}

/** Holds an account, as the rule does that finds its visitors bought. */
export async function holdAccount(db: Db, accountId: string): Promise<void> {
  await db
    .withTables<{ affiliate_account_reviews: Review }>()
    .insertInto('affiliate_account_reviews')
    .values({
      ...{ account_id: accountId, rule: 'bought_visits', evidence: 'Seen' },
      ...{ found_at: new Date('2026-11-01'), expires_at: new Date('2126-11-01') },
    })
    .execute()
}
