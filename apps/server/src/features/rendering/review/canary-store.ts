import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { CanaryShown, RenderMachineRow } from '../schema.ts'
import { scoreToReferee } from './decide-canary.ts'
import { listLinked } from './frame-parts-store.ts'
import { trustedFrom } from './next-trust.ts'

/** A machine whose canary waits to be compared. */
export interface ComparedCanary {
  machine_id: MachineId
  account_id: AccountId
  canary: CanaryShown
}

const lookedAtMax = 50

/**
 * Returns machines whose canary is not being compared right now, the longest waiting first; without those that this
 * referee took and left.
 */
export async function listCompared(db: Db, referee: MachineId): Promise<ComparedCanary[]> {
  const { rows } = await sql<ComparedCanary>`
    select r.machine_id, r.account_id, r.canary from render_machines r
    where r.admission = 'unverified' and r.canary is not null and r.canary->>'kind' = 'shown'
      and not exists (select 1 from render_chunks c
        where c.canary_of = r.machine_id and c.kind = 'canary' and (c.state = 'leased'
          or c.machine_id = ${referee} and c.state in ('lost', 'stopped')
            and c.spec->'work'->'seed' = r.canary->'work'->'seed'))
    order by r.canary->>'at' limit ${lookedAtMax}`.execute(db)
  return rows
}

export interface RefereeQuery {
  /** The accounts of the machine and of those that voted; they and accounts linked to them cannot vote. */
  accountsNot: readonly AccountId[]
  samples: number
  /** Machines that already failed at it. */
  failedBy: readonly MachineId[]
}

/** Returns how many online machines could compare a canary in reasonable time. */
export async function countReferees(
  db: Db,
  { accountsNot, samples, failedBy }: RefereeQuery,
): Promise<number> {
  const linked = await listLinked(db, accountsNot)
  const { rows } = await sql<{ machines: number }>`
    select count(*)::int as machines
    from render_machines r join machines m on m.id = r.machine_id
    where r.enabled and r.admission = 'admitted' and r.capability is not null
      and (r.vouched or r.trust >= ${trustedFrom})
      and m.status = 'online' and m.removed_at is null and m.account_id <> all(${linked}::text[])
      and r.score >= ${scoreToReferee(samples)}
      and r.machine_id <> all(${[...failedBy]}::text[])`.execute(db)
  return rows[0]?.machines ?? 0
}

/** Returns all waiting canaries, whether or not a machine is comparing them; the longest waiting first. */
export async function listShown(db: Db): Promise<ComparedCanary[]> {
  const { rows } = await sql<ComparedCanary>`
    select machine_id, account_id, canary from render_machines
    where admission = 'unverified' and canary is not null and canary->>'kind' = 'shown'
    order by canary->>'at' limit ${lookedAtMax}`.execute(db)
  return rows
}

/** Identifies a canary by its machine and its seed, which is different each time. */
export interface CanaryNamed {
  machineId: MachineId
  seed: number
}

type Shown = RenderMachineRow & { canary: CanaryShown }

/**
 * Returns a machine's rendered canary; `undefined` if it was settled meanwhile, or the machine has rendered another
 * one.
 */
export async function findShown(db: Db, named: CanaryNamed): Promise<Shown | undefined> {
  return (await sql<Shown>`${shown(named)}`.execute(db)).rows[0]
}

/** Like {@link findShown}, with the machine's row locked. */
export async function lockShown({ db }: Tx, named: CanaryNamed): Promise<Shown | undefined> {
  return (await sql<Shown>`${shown(named)} for update`.execute(db)).rows[0]
}

const shown = ({ machineId, seed }: CanaryNamed) => sql`
  select * from render_machines where machine_id = ${machineId} and admission = 'unverified'
    and canary->>'kind' = 'shown' and (canary->'work'->>'seed')::bigint = ${seed}`
