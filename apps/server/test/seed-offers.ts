import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../src/platform/database/connect.ts'

/**
 * Puts varied offers on the market, one a machine: two in five with GPUs of six models, figures spread over two orders
 * of magnitude, some never measured, some full or hidden; all isolated by default. The same every time.
 */
export async function seedOffers(
  db: Db,
  given: { offers: number; accountId: AccountId; notIsolated?: 'one_in_ten' },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select setseed(0.42)`.execute(trx)
    await sql`create temporary table seeds on commit drop as
      select n, lpad(n::text, 26, '0') as ulid, random() < 0.4 as gpu,
        (array['RTX 3090','RTX 4090','RTX 6000 Ada','A100','H100','L40S'])[1 + floor(random() * 6)::int] as model,
        (array[2, 4, 8, 16, 32, 64])[1 + floor(random() * 6)::int] as threads,
        (array[4, 8, 16, 32, 64, 128])[1 + floor(random() * 6)::int] * 1024 as memory_mib,
        floor(10 ^ (1 + random() * 2.5))::int as disk_gb,
        1 + floor(random() * 8)::int as slots, random() as luck, floor(20000 * (1 + random() * 30))::bigint as price,
        case when random() < 0.1 then 0 else floor(10 ^ (2.5 + random() * 2))::int end as score,
        case when random() < 0.1 then 0 else floor(10 ^ (1 + random() * 3))::int end as network
      from generate_series(1, ${given.offers}::int) n`.execute(trx)
    await sql`insert into machines (id, account_id, name, listed, status, gpu_slot_micro_usd_per_hour,
        cpu_slot_micro_usd_per_hour, memory_gib_micro_usd_per_hour, disk_gb_micro_usd_per_hour,
        stopped_disk_gb_micro_usd_per_hour, enrolled_at, agent_protocol, disk_offered_gb)
      select 'mch_' || ulid, ${given.accountId}, 'machine ' || n, true, 'online', price, price, 2000, 100, 50,
        now(), 1, disk_gb from seeds`.execute(trx)
    await sql`insert into machine_heartbeats (machine_id, last_seen_at)
      select 'mch_' || ulid, now() from seeds`.execute(trx)
    await sql`insert into machine_benchmarks select 'mch_' || ulid, 'cpu_multi_mops', score, now()
      from seeds where score > 0`.execute(trx)
    await sql`insert into machine_benchmarks select 'mch_' || ulid, 'network_down_mbps', network, now()
      from seeds where network > 0`.execute(trx)
    await sql`insert into machine_images select 'mch_' || ulid, 'gridloom/base:latest' from seeds`.execute(
      trx,
    )
    await sql`insert into machine_images select 'mch_' || ulid, 'python:3' from seeds
      where n % 4 = 0`.execute(trx)
    await sql`insert into offers select 'ofr_' || ulid, 'mch_' || ulid,
        case when gpu then 'gpu:' || model else 'cpu' end, luck > 0.03, case when gpu then 'gpu' else 'cpu' end,
        case when gpu then model end, 'CPU of ' || threads || ' threads',
        case when gpu then 8192 * (1 + length(model) % 5) else 0 end, threads / slots::float8,
        memory_mib / slots, disk_gb, slots, case when luck > 0.95 then 0 else 1 + floor(luck * slots)::int end,
        price, 2000, 100, 50, price + 2000 * memory_mib / slots / 1024, score, network,
        ${given.notIsolated === undefined} or n % 10 > 0
      from seeds`.execute(trx)
  })
}
