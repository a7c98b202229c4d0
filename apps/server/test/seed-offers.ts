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
    await seedFields(trx)
  })
}

/** Values of the other fields, one in ten unknown, and for some machines a model or rendering. */
async function seedFields(trx: Db): Promise<void> {
  await sql`create temporary table fields on commit drop as
    select ulid, gpu, random() < 0.1 as silent, random() as luck,
      (array['8.0','8.6','8.9','9.0'])[1 + floor(random() * 4)::int] as cc,
      (array['11.8','12.2','12.4','12.8'])[1 + floor(random() * 4)::int] as cuda,
      (array['535.161.08','550.54.14','570.86.15'])[1 + floor(random() * 3)::int] as driver,
      (array['DE','US','FR','JP','BR','ZA','AU'])[1 + floor(random() * 7)::int] as country,
      (array['x64','arm64'])[1 + floor(random() * 2)::int] as arch,
      (array['Ubuntu 24.04','Debian 12','Windows 11'])[1 + floor(random() * 3)::int] as os
    from seeds`.execute(trx)
  await sql`update offers set
      compute_capability = case when gpu then cc end, cuda = case when gpu then fields.cuda end,
      driver = case when gpu then fields.driver end, pcie_gen = case when gpu then 3 + floor(luck * 3)::int end,
      pcie_lanes = case when gpu then (array[4, 8, 16])[1 + floor(luck * 3)::int] end,
      nvlink_gb_s = case when gpu then floor(luck * 12) * 25.781 end,
      gpu_tflops_fp32 = case when gpu then round((5 + luck * 80)::numeric, 2)::float8 end,
      gpu_memory_bandwidth_gb_s = case when gpu then round((200 + luck * 1500)::numeric, 2)::float8 end,
      gpu_clock_mhz = case when gpu then 1000 + floor(luck * 2000)::int end,
      gpu_power_w = case when gpu then 75 + floor(luck * 600)::int end,
      arch = fields.arch, os = fields.os, disk_read_mb_s = floor(10 ^ (2 + luck * 2))::int,
      disk_write_mb_s = floor(10 ^ (1.9 + luck * 2))::int, cpu_single_score = 200 + floor(luck * 800)::int,
      memory_bandwidth_mb_s = 5000 + floor(luck * 60000)::int, network_up_mbps = floor(10 ^ (1 + luck * 3))::int,
      network_rtt_ms = round((1 + luck * 200)::numeric, 1)::float8, country = fields.country,
      can_volumes = luck > 0.3, can_snapshots = luck > 0.2, can_clusters = luck > 0.5,
      uptime_percent = round((80 + luck * 20)::numeric, 1)::float8, trust_score = 50 + floor(luck * 50)::int, ready_s = 2 + floor(luck * 300)::int
    from fields where offers.id = 'ofr_' || fields.ulid and not fields.silent`.execute(trx)
  await sql`update machines set enrolled_at = now() - fields.luck * interval '400 days'
    from fields where machines.id = 'mch_' || fields.ulid`.execute(trx)
  await sql`insert into models (id, about, licence, context_tokens, sources, created_at)
    select 'org/model-' || n, '', 'MIT', 2048, '[]', now() from generate_series(0, 40) n on conflict do nothing`.execute(
    trx,
  )
  await sql`insert into model_endpoints (id, machine_id, model_id, generation, engine, input_micro_usd,
      cached_micro_usd, output_micro_usd, slots, report, created_at)
    select 'mep_' || ulid, 'mch_' || ulid, 'org/model-' || floor(luck * 400)::int, 1, '{}', 10000, 1000,
      20000 + floor(luck * 80000)::int, 4, '{"phase": "serving"}', now() from fields where luck < 0.1`.execute(
    trx,
  )
  await sql`insert into render_machines (machine_id, account_id, enabled, admission, micro_usd_per_reference_hour)
    select 'mch_' || ulid, 'acc_' || ulid, true, 'admitted', 100000 + floor(luck * 400000)::int
    from fields where luck > 0.9`.execute(trx)
}
