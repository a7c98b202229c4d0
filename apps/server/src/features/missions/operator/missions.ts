import type { MissionId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type {
  MissionChange,
  MissionEdit,
  NewMission,
  OperatorMission,
} from '@gridloom/contract/missions/mission'
import { missionState } from '@gridloom/domain/missions/mission-state'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { operatorOf } from '../../accounts/index.ts'
import { readMissionBudgets } from '../../ledger/index.ts'
import { selectFigures } from '../claims/claims-store.ts'
import {
  insertMission,
  lockMission,
  putVersion,
  selectMissions,
  selectTitles,
  type TermedMission,
  updateMission,
} from '../missions-store.ts'
import type { MissionRow } from '../schema.ts'
import { requireTerms } from './require-terms.ts'

/** Missions, newest first. @throws Refused `unauthorized`, `forbidden` */
export async function listMissions(ctx: Ctx): Promise<OperatorMission[]> {
  operatorOf(ctx)
  return viewsOf(ctx, await selectMissions(ctx.db))
}

/** One mission. @throws Refused `not_found` */
export async function readMission(ctx: Ctx, id: MissionId): Promise<OperatorMission> {
  operatorOf(ctx)
  const [view] = await viewsOf(ctx, await selectMissions(ctx.db, id))
  if (view === undefined) throw noSuchMission()
  return view
}

/** Creates a draft. @throws Refused `invalid_input`; `not_found` for an unknown mission that comes before it */
export async function createMission(ctx: Ctx, wanted: NewMission): Promise<OperatorMission> {
  operatorOf(ctx)
  const { starts_at, ends_at, repeat, reward_micro_usd, reward_points, claims_max, ...terms } =
    wanted
  const fixed = { starts_at: new Date(starts_at), ends_at: new Date(ends_at) }
  const reward = { reward_micro_usd, reward_points }
  requireTerms({ ...fixed, ...reward, claims_max })
  const id = ctx.ids.mint('mission')
  const at = ctx.clock.now()
  await ctx.transact(async (tx) => {
    tx.note({ subject: id })
    await requireKnown(tx, terms.after)
    await insertMission(tx, {
      ...{ id, ...fixed, repeat, ...reward, claims_max, created_at: at },
    })
    await putVersion(tx, id, { version: 1, terms, at })
  })
  return readMission(ctx, id)
}

/**
 * Edits a mission. Of a published one this is a new version, which accounts that start it from now on get.
 * @throws Refused `not_found`, `invalid_input`; `state_conflict` once it has ended; `mission_fixed` for a change of its
 * time, reward or number of rewards after it was published
 */
export async function editMission(
  ctx: Ctx,
  id: MissionId,
  change: MissionChange,
): Promise<OperatorMission> {
  operatorOf(ctx)
  const { starts_at, ends_at, repeat, reward_micro_usd, reward_points, claims_max, ...terms } =
    change
  await ctx.transact(async (tx) => {
    const row = await lockMission(tx, id)
    if (row === undefined) throw noSuchMission()
    const now = ctx.clock.now()
    const state = stateOf(row, now)
    if (state === 'ended' || state === 'closed') throw conflict(state)
    const fixed = {
      starts_at: starts_at === undefined ? row.starts_at : new Date(starts_at),
      ends_at: ends_at === undefined ? row.ends_at : new Date(ends_at),
      repeat: repeat ?? row.repeat,
      reward_micro_usd: reward_micro_usd ?? row.reward_micro_usd,
      reward_points: reward_points ?? row.reward_points,
      claims_max: claims_max ?? row.claims_max,
    }
    if (state !== 'draft' && !isSame(row, fixed)) throw new Refused('mission_fixed')
    if (state === 'draft') requireTerms(fixed)
    await requireKnown(tx, terms.after)
    await putTerms(tx, row, { terms, at: now, version: row.version + (state === 'draft' ? 0 : 1) })
    if (state === 'draft') await updateMission(tx, id, fixed)
  })
  return readMission(ctx, id)
}

async function putTerms(
  tx: Tx,
  { id }: MissionRow,
  next: { terms: MissionEdit; at: Date; version: number },
): Promise<void> {
  await putVersion(tx, id, next)
  await updateMission(tx, id, { version: next.version })
}

type FixedTerms = Pick<
  MissionRow,
  'starts_at' | 'ends_at' | 'repeat' | 'reward_micro_usd' | 'reward_points' | 'claims_max'
>

function isSame(row: FixedTerms, other: FixedTerms): boolean {
  return (
    row.starts_at.getTime() === other.starts_at.getTime() &&
    row.ends_at.getTime() === other.ends_at.getTime() &&
    row.repeat === other.repeat &&
    row.reward_micro_usd === other.reward_micro_usd &&
    row.reward_points === other.reward_points &&
    row.claims_max === other.claims_max
  )
}

async function requireKnown(tx: Tx, after: readonly MissionId[]): Promise<void> {
  const titles = await selectTitles(tx.db, after)
  if (after.some((id) => !titles.has(id))) throw noSuchMission()
}

export function stateOf(row: MissionRow, now: Date) {
  return missionState(
    {
      ...{ startsAt: row.starts_at, endsAt: row.ends_at },
      ...{ publishedAt: row.published_at, closedAt: row.closed_at },
    },
    now,
  )
}

export function noSuchMission(): Refused {
  return new Refused('not_found', { details: { what: 'mission' } })
}

export function conflict(state: string): Refused {
  return new Refused('state_conflict', { details: { what: 'mission', state } })
}

async function viewsOf(ctx: Ctx, rows: readonly TermedMission[]): Promise<OperatorMission[]> {
  const ids = rows.map(({ id }) => id)
  const figures = await selectFigures(ctx.db, ids)
  const budgets = await readMissionBudgets(ctx.db, ids)
  const now = ctx.clock.now()
  return rows.map((row) => {
    const { id, version, terms, repeat, reward_micro_usd, reward_points, claims_max } = row
    const counted = figures.get(id)
    return {
      ...{ id, state: stateOf(row, now), version, ...terms, repeat, claims_max },
      ...{ reward_micro_usd, reward_points },
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at.toISOString(),
      ...{ started: counted?.started ?? 0, paid: counted?.paid ?? 0, held: counted?.held ?? 0 },
      paid_micro_usd: counted?.paidMicroUsd ?? 0,
      budget_micro_usd: budgets.get(id) ?? 0,
      created_at: row.created_at.toISOString(),
      published_at: row.published_at?.toISOString() ?? null,
    }
  })
}
