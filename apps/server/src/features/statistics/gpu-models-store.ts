import type { GpuModel } from '@gridloom/contract/statistics/gpu-model'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'

/** A model as stored: its drivers in no order. */
export type GpuModelRow = Omit<GpuModel, 'specification'>

/** Models that are listed. */
const modelsMax = 500
/** Versions of drivers that are read of one model. */
const driversRead = 100

/**
 * Returns the models of all GPUs that are listed on machines which are online, the most common first. A render score
 * counts for a model where a machine renders on its GPUs and has no other model.
 */
export async function listGpuModels(db: Db): Promise<GpuModelRow[]> {
  const { rows } = await sql<GpuModelRow>`
    select offer.gpu_model as model, sum(offer.slots_total)::int as gpus, sum(offer.slots_free)::int as free,
      count(distinct offer.machine_id)::int as machines,
      case when max(offer.vram_mib) > 0 then json_build_object(
        'min', min(nullif(offer.vram_mib, 0)), 'max', max(offer.vram_mib)) end as vram_mib,
      array(select distinct gpu ->> 'driver' from offers same
        join machines on machines.id = same.machine_id
        cross join lateral jsonb_array_elements(machines.hardware -> 'gpus') gpu
        where same.visible and same.kind = 'gpu' and same.gpu_model = offer.gpu_model
          and gpu ->> 'model' = offer.gpu_model and gpu ->> 'driver' is not null limit ${driversRead}) as drivers,
      case when sum(offer.slots_free) > 0 then json_build_object(
        'lowest_micro_usd_per_hour', min(offer.price_micro_usd_per_hour) filter (where offer.slots_free > 0),
        'median_micro_usd_per_hour', percentile_disc(0.5) within group (order by offer.price_micro_usd_per_hour)
          filter (where offer.slots_free > 0)) end as price,
      case when count(render.score) > 0 then json_build_object(
        'min', min(render.score), 'max', max(render.score)) end as render_score,
      case when count(offer.gpu_tflops_fp32) > 0 then json_build_object(
        'min', min(offer.gpu_tflops_fp32), 'max', max(offer.gpu_tflops_fp32)) end as gpu_tflops_fp32,
      case when count(offer.gpu_memory_bandwidth_gb_s) > 0 then json_build_object(
        'min', min(offer.gpu_memory_bandwidth_gb_s),
        'max', max(offer.gpu_memory_bandwidth_gb_s)) end as gpu_memory_bandwidth_gb_s
    from offers offer
    left join render_machines render on render.machine_id = offer.machine_id and render.admission = 'admitted'
      and jsonb_path_exists(render.capability, '$.devices[*] ? (@.kind != "cpu")')
      and not exists (select 1 from offers other where other.machine_id = offer.machine_id
        and other.slots_total > 0 and other.gpu_model is distinct from offer.gpu_model)
    where offer.visible and offer.kind = 'gpu'
    group by offer.gpu_model
    order by gpus desc, offer.gpu_model limit ${modelsMax}`.execute(db)
  return rows
}
