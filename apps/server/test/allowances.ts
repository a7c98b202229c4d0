import type {
  AccountId,
  ApiKeyId,
  GenerationId,
  MachineId,
  ModelEndpointId,
} from '@gridloom/contract/core/ids'
import { ModelId } from '@gridloom/contract/models/model-id'
import { type KyselyPlugin, sql } from 'kysely'
import { expect } from 'vitest'
import { instancesFeature } from '#features/instances/index'
import { checkLedger } from '#features/ledger/index'
import { modelsFeature } from '#features/models/index'
import { createAllowances, type MoneyCtx } from '#features/models/money/index'
import type { Allowances, EndedAnswer, Reservation } from '#features/models/money/reservation'
import type { Payer } from '#features/models/payer'
import { renderingFeature } from '#features/rendering/index'
import { allFeatures } from '#platform/all-features'
import type { Ctx, Tx } from '#platform/ctx'
import { insertApiKey } from './api-keys.ts'
import { withLedger } from './ledger-fixture.ts'

export const aModelId = ModelId.parse('org/model')

/** Where a replica's writes fail: before the transaction begins, or after its commit, whose result is lost. */
export type FailurePoint = 'none' | 'before' | 'after'

/** One process that generates answers. */
export interface Replica extends AsyncDisposable {
  readonly allowances: Allowances
  /** Makes its writes fail from now on. */
  failure(kind: FailurePoint): void
  /** The number of write statements so far. */
  statements(): number
  /** Ends it like a power cut. */
  crash(): void
}

const stepMs = 5_000
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

interface Endpoint {
  readonly id: ModelEndpointId
  readonly machineId: MachineId
  readonly providerAccountId: AccountId
}

/** Allowances with a ledger on a real database, with any number of replicas. Dispose with `await using`. */
export async function withAllowances() {
  const ledger = await withLedger()
  const { db, clock, context } = ledger
  const keySpendOf = allFeatures<never>([
    instancesFeature,
    renderingFeature,
    modelsFeature,
  ]).keySpend
  const replicas: Replica[] = []
  let writing = 0

  function replica(): Replica {
    const cut = new AbortController()
    let failure: FailurePoint = 'none'
    let statements = 0
    const count = () => {
      statements += 1
    }
    const ctx: MoneyCtx = {
      ...context,
      keySpendOf,
      clock: {
        ...clock,
        // A crashed replica runs none of its loops any more.
        after: (ms, wake) => clock.after(ms, () => void (cut.signal.aborted || wake())),
      },
      async transact(work) {
        if (cut.signal.aborted || failure === 'before') throw new TypeError('no connection')
        writing += 1
        try {
          const result = await context.transact((tx) => work(countingStatements(tx, count)))
          if (failure === 'after') throw new TypeError('connection lost')
          return result
        } finally {
          writing -= 1
        }
      },
    }
    const allowances = createAllowances(ctx)
    const made: Replica = {
      allowances,
      failure: (kind) => {
        failure = kind
      },
      statements: () => statements,
      crash: () => cut.abort(),
      [Symbol.asyncDispose]: () => allowances[Symbol.asyncDispose](),
    }
    replicas.push(made)
    return made
  }

  return {
    ...ledger,
    replica,
    endpoint: (providerAccountId: AccountId = context.ids.mint('account')): Endpoint => ({
      id: context.ids.mint('modelEndpoint'),
      machineId: context.ids.mint('machine'),
      providerAccountId,
    }),
    async aPayer(creditMicroUsd: number): Promise<Payer> {
      return { accountId: await ledger.anAccount(creditMicroUsd), keyId: null }
    },
    /** A key of the same account. */
    async keyOf(
      { accountId }: Payer,
      budgetMicroUsd: number | null,
      period = 'never',
    ): Promise<Payer & { keyId: ApiKeyId }> {
      const keyId = await insertApiKey(context, { accountId, budgetMicroUsd })
      await sql`update api_keys set budget_period = ${period} where id = ${keyId}`.execute(db)
      return { accountId, keyId }
    },
    /** Gives the account of a payer a monthly budget at which spending stops. */
    async budgetOf({ accountId }: Payer, microUsd: number): Promise<void> {
      await sql`insert into account_budgets values (${accountId}, ${microUsd}, 'monthly', 'stop', '{}', false,
        ${accountId}, now())`.execute(db)
    },
    answer: (payer: Payer, parts: Partial<EndedAnswer> = {}) => anAnswer(context, payer, parts),
    /** Charges and holds together, as budgets count them. */
    async spentWith(keyId: ApiKeyId, since: Date | null = null): Promise<number> {
      const spent = (await keySpendOf(db, [{ id: keyId, since }])).get(keyId)
      return (spent?.chargedMicroUsd ?? 0) + (spent?.heldMicroUsd ?? 0)
    },
    async money({ accountId }: Payer): Promise<{ available: number; held: number }> {
      const { rows } = await sql<{ available: number; held: number }>`
        select coalesce(sum(balance_micro_usd) filter (where kind = 'available'), 0)::bigint as available,
          coalesce(sum(balance_micro_usd) filter (where kind = 'held'), 0)::bigint as held
        from ledger_accounts where owner_account_id = ${accountId}`.execute(db)
      return rows[0] ?? { available: 0, held: 0 }
    },
    async written(): Promise<Map<GenerationId, number>> {
      const { rows } = await sql<{ id: GenerationId; micro_usd: number }>`
        select id, micro_usd from generations`.execute(db)
      return new Map(rows.map((row) => [row.id, row.micro_usd]))
    },
    /** Sums the charges that an account's answers report. */
    async paidBy(accountId: AccountId): Promise<number> {
      const { rows } = await sql<{ sum: number }>`
        select coalesce(sum(micro_usd), 0)::bigint as sum from generations
        where account_id = ${accountId}`.execute(db)
      return rows[0]?.sum ?? 0
    },
    /** Advances the time in steps: periodic work of each second is done before the next one. */
    async pass(ms: number): Promise<void> {
      for (let passed = 0; passed < ms; passed += stepMs) {
        await clock.advance(stepMs)
        for (let still = 0; still < 3; still = writing === 0 ? still + 1 : 0) await turn()
      }
    },
    async openAllowances(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from spending_allowances where closed_at is null`.execute(db)
      return rows[0]?.count ?? 0
    },
    async captures(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ledger_transactions where kind = 'capture'`.execute(db)
      return rows[0]?.count ?? 0
    },
    async expectCleanLedger(): Promise<void> {
      expect(await checkLedger(db)).toMatchObject({
        clean: true,
        unbalanced: [],
        drifted: [],
        negative: [],
        wrongReceipts: [],
      })
    },
    async [Symbol.asyncDispose]() {
      for (const one of replicas) one.crash()
      await ledger[Symbol.asyncDispose]()
    },
  }
}
export type AllowancesFixture = Awaited<ReturnType<typeof withAllowances>>

function countingStatements(tx: Tx, count: () => void): Tx {
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      count()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    ...tx,
    db: tx.db.withPlugin(counting),
    publish(...changes) {
      count()
      return tx.publish(...changes)
    },
  }
}

/** Returns the result of a reservation: its error code, or itself. */
export async function outcomeOf(
  reserve: () => Reservation | Promise<Reservation>,
): Promise<Reservation | { code: unknown; details: unknown }> {
  try {
    return await reserve()
  } catch (error) {
    return { code: Object(error).code, details: Object(error).details }
  }
}

/** An ended answer, ready to be settled. */
export function anAnswer(
  { clock, ids }: Pick<Ctx, 'clock' | 'ids'>,
  payer: Payer,
  parts: Partial<EndedAnswer> = {},
): EndedAnswer {
  const now = clock.now()
  return {
    id: ids.mint('generation'),
    payer,
    modelId: aModelId,
    endpoint: null,
    state: 'done',
    problem: null,
    counts: { input_tokens: 3, cached_tokens: 1, output_tokens: 5 },
    firstTokenMs: 12.5,
    tokensPerS: 80,
    microUsd: 0,
    startedAt: now,
    endedAt: now,
    ...parts,
  }
}
