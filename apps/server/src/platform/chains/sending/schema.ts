import type { ColumnType, Generated } from 'kysely'

/** The addresses that transactions are sent from (`migrations/0224-payout-transactions.sql`). A type, as Kysely requires. */
export type SenderTables = {
  chain_senders: {
    chain_id: number
    address: string
    next_nonce: number
    lease_token: string | null
    lease_ends_at: Date | null
    waits: ColumnType<Readonly<Record<string, string>>, string, string>
    /** The newest block that was read, and when it was new. */
    head_height: Generated<number | null>
    head_at: Generated<Date | null>
  }
}
