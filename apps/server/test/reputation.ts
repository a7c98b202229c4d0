import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { Evidence } from '@gridloom/contract/reputation/evidence'
import { problemOfChain } from '@gridloom/domain/trust/evidence-chain'
import { scoreTrust } from '@gridloom/domain/trust/v1'
import { anActor } from '@gridloom/testkit/actor'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { destroyInstance } from '../src/features/instances/destroy-instance.ts'
import type { ReputationCtx } from '../src/features/reputation/ctx.ts'
import {
  type EvidenceQuery,
  readEvidence,
} from '../src/features/reputation/evidence/read-evidence.ts'
import { reputationFeature } from '../src/features/reputation/feature.ts'
import { readTrust } from '../src/features/reputation/score/read-trust.ts'
import { saveSubscribers } from '../src/platform/business-events/business-events-store.ts'
import { deliverEvents } from '../src/platform/business-events/deliver-events.ts'
import type { Ctx } from '../src/platform/ctx.ts'
import { accountIdOf, withInstances } from './instances.ts'

/** Signs with a key of this process, as the installation's does. */
function aSigner() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
}

/** The market with one machine, whose events reach the feature when a test delivers them. */
export async function withReputation(wanted: Parameters<typeof withInstances>[0] = {}) {
  const market = await withInstances(wanted)
  const evidenceSigner = aSigner()
  const ctxOf = <C extends Ctx>(ctx: C) => ({
    ...ctx,
    publicUrl: 'http://gridloom.test',
    agents: market.agents,
    evidenceSigner,
  })
  const ctx: ReputationCtx = ctxOf(market.system)
  const subscribers = reputationFeature.subscribers ?? []
  await market.system.transact((tx) => saveSubscribers(tx, subscribers))
  const never = new AbortController().signal

  async function facts(
    machineId: MachineId = market.machineId,
    query: EvidenceQuery = {},
  ): Promise<Evidence[]> {
    const { pieces } = await readEvidence(ctx, machineId, query)
    let text = ''
    for await (const piece of pieces) text += piece
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Evidence => JSON.parse(line))
  }

  return {
    ...market,
    ctx,
    ctxOf,
    facts,
    /** The context of the operator. */
    operator: (): ReputationCtx => ({
      ...ctx,
      actor: anActor(ctx.ids.mint('account'), { role: 'operator' }),
    }),
    /** Hands all events to the feature. */
    async deliver(as: ReputationCtx = ctx) {
      for (const subscriber of subscribers) await deliverEvents(as, subscriber, never)
    },
    destroy: (id: InstanceId) => destroyInstance(market.renter, id),
    trust: (machineId: MachineId = market.machineId) => readTrust(ctx, machineId),
    /** Recomputes the score from the published facts alone, as anybody can. */
    async expectRecomputable(machineId: MachineId = market.machineId) {
      const trust = await readTrust(ctx, machineId)
      const published = await facts(machineId)
      const counted = published.filter(({ number }) => number <= trust.head.number)
      const key = createPublicKey({
        key: { kty: 'OKP', crv: 'Ed25519', x: trust.public_key },
        format: 'jwk',
      })
      const { anchor, head } = trust
      expect(
        problemOfChain(counted, {
          ...{ machineId, anchor, head },
          isSigned: (text, signature) =>
            verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url')),
        }),
      ).toBeNull()
      const { version, score, facts_weight, parts } = trust
      const at = new Date(trust.computed_at ?? 0)
      expect(scoreTrust(counted, at)).toEqual({ version, score, facts_weight, parts })
    },
    /** Makes the renter and the provider members of one company, the renter as its owner. */
    async relate(): Promise<void> {
      const at = market.clock.now()
      const company = market.system.ids.mint('account')
      await sql`insert into companies (id, name, created_at)
        values (${company}, 'Acme', ${at})`.execute(market.db)
      const members = { owner: accountIdOf(market.renter), member: accountIdOf(market.provider) }
      for (const [role, id] of Object.entries(members)) {
        await sql`insert into accounts (id, email, email_key, username, role, created_at, email_verified_at)
          values (${id}, ${id}, ${id}, ${role}, 'user', ${at}, ${at})`.execute(market.db)
        await sql`insert into company_members (company_id, account_id, role, joined_at)
          values (${company}, ${id}, ${role}, ${at})`.execute(market.db)
      }
    },
    /** The notices of an account, oldest first. */
    async notices(accountId: AccountId): Promise<string[]> {
      const { rows } = await sql<{ text: string }>`select text from notices
        where account_id = ${accountId} order by at, key`.execute(market.db)
      return rows.map(({ text }) => text)
    },
  }
}
export type ReputationFixture = Awaited<ReturnType<typeof withReputation>>
