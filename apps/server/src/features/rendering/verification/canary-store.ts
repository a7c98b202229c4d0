import type { AccountId, MachineId } from '@gridloom/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { CanaryShown, RenderMachineRow } from '../schema.ts'
import { scoreToReferee } from './judge-canary.ts'
import { trustedFrom } from './next-trust.ts'
import { listLinked } from './pieces-store.ts'

/** A machine whose canary waits to be compared. */
export interface Compared {
  machine_id: MachineId
  account_id: AccountId
  canary: CanaryShown
}

const lookedAtMax = 50

/** Machines whose canary nobody renders again just now, the longest waiting first. */
export async function listCompared(db: Db): Promise<Compared[]> {
  const { rows } = await sql<Compared>`
    select r.machine_id, r.account_id, r.canary from render_machines r
    where r.admission = 'unproven' and r.canary is not null and r.canary->>'kind' = 'shown'
      and not exists (select 1 from render_chunks c
        where c.canary_of = r.machine_id and c.kind = 'canary' and c.state = 'leased')
    order by r.canary->>'at' limit ${lookedAtMax}`.execute(db)
  return rows
}

export interface RefereesAsked {
  /** Whose canary it is. */
  account_id: AccountId
  samples: number
  /** Machines that were asked already. */
  failedBy: readonly MachineId[]
}

/** Counts machines that are there and could be asked what a canary looks like, without taking long. */
export async function countReferees(
  db: Db,
  { account_id, samples, failedBy }: RefereesAsked,
): Promise<number> {
  const linked = await listLinked(db, [account_id])
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

/** The canary that a machine has shown, its row locked; nothing where it was settled meanwhile. */
export async function lockCompared(
  { db }: Tx,
  machineId: MachineId,
): Promise<(RenderMachineRow & { canary: CanaryShown }) | undefined> {
  const { rows } = await sql<RenderMachineRow & { canary: CanaryShown }>`
    select * from render_machines where machine_id = ${machineId} and admission = 'unproven'
      and canary->>'kind' = 'shown' for update`.execute(db)
  return rows[0]
}
